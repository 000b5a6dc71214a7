"""Discussions in the API."""
