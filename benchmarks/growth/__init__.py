"""Measurements of how lists, moves and the sweeper's pass grow with the number of stored games."""
