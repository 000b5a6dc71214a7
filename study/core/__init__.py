"""Variation trees as values: nodes, operations that can be merged, and the legality of moves. This package uses neither
the database nor Django."""
