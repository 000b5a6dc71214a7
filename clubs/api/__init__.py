"""Clubs as programs see them (E99)."""
