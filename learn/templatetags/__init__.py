"""Template tags about lessons and problems, for pages of other apps."""
