"""Studying games: each player's tree of variations, its sharing after the game, and what readers add."""
