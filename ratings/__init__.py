"""Ratings and ranks of players: pure formulas, and their storage. Independent of the games app (docs/ratings.md)."""
