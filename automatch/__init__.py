"""Searches for opponents, once or standing, which the server matches."""
