"""Pages and API operations about the server itself: errors, health, well-known URLs."""
