"""Searches for opponents in the API."""
