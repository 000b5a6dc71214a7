"""Template tags that belong to no app."""
