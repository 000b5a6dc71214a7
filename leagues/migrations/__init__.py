"""How the tables of leagues came to be."""
