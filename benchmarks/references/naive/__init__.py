"""A move as one writes it on the first day: Django REST Framework, a token in a table, the ORM, no rules of Go."""

TOKEN = 8 * "bench"
"""The only player's. It opens nothing."""
