"""How lists, moves and the sweeper's pass grow with the number of games that are stored."""
