"""Looking for opponents in the API."""
