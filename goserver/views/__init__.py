"""Pages and operations about the server itself: errors, health, well-known addresses."""
