"""Offers of games, called challenges in code: making, finding, accepting and declining them."""
