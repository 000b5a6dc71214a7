"""Machine reviews in the API."""
