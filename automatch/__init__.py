"""Searches for opponents and standing offers, matched by the server."""
