"""A move as a first version would implement it: Django REST Framework, a token in a table, the ORM, no rules of Go."""

TOKEN = 8 * "bench"
"""The token of the only player. It is valid nowhere else."""
