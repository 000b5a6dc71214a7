"""Template tags of studying."""
