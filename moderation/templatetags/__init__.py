"""Template tags about moderation, used on pages of other apps."""
