"""Template tags about moderation for the pages of games."""
