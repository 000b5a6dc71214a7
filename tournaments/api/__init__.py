"""Tournaments as programs see them (E99)."""
