"""Template tags about follows, bulletins and messages, for pages of other apps."""
