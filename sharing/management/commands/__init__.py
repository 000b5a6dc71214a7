"""The management commands of sharing games."""
