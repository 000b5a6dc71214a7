"""The API's operations of this app."""
