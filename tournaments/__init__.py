"""Tournaments: entries, pairings, games and standings."""
