"""How the tables of tournaments came to be."""
