"""Finding each other: offers of a game, and what becomes of them."""
