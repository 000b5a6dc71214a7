"""How the tables of ladders came to be."""
