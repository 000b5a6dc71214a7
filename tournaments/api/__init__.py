"""Tournaments in the API (E99)."""
