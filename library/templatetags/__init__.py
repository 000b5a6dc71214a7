"""Template filters for game records."""
