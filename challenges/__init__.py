"""Offers of a game, called challenges in code: making, finding, accepting and declining them."""
