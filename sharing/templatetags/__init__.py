"""Template tags for sharing games."""
