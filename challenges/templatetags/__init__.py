"""Template tags about offers for other apps."""
