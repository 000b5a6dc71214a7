"""Studying a game: the tree of each player that stays, its sharing at the end, what readers say of it."""
