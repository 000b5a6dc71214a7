"""Template tags about computer analyses."""
