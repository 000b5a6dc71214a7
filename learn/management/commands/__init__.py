"""Management commands about problems."""
