"""Template tags that do not belong to an app."""
