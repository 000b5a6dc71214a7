"""Ratings and ranks of players: pure formulas, and their storage. Independent of games (docs/ratings.md)."""
