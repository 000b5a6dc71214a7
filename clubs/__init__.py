"""Clubs: founded, joined and run by players (EVENTS 8)."""
