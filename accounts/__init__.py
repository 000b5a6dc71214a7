"""People: sign-up, profile, preferences, tokens; nothing of games."""
