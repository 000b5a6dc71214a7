"""A server that plays a move as simply as possible: Django REST Framework, a token in a table, the ORM, no rules of
Go."""

TOKEN = 8 * "bench"
"""The token of the only player. It is valid nowhere else."""
