"""Discussions as programs see them."""
