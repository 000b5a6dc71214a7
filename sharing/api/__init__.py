"""The API operations of sharing games."""
