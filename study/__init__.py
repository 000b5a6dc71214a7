"""Studying games: players' trees of variations, sharing them after the game, and readers' comments and variations."""
