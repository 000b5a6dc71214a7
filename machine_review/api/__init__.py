"""Computer analyses in the API."""
