"""Template tags about tournaments."""
