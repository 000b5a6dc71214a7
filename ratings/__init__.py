"""Ratings and ranks of players: pure formulas, and what is stored of them. Knows nothing of games (docs/ratings.md)."""
