"""Template tags for other apps."""
