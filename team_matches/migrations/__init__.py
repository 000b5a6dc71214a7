"""How the tables of team matches came to be."""
