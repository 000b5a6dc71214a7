"""Clubs in the API (E99)."""
