"""Player accounts: sign-up, profile, preferences and tokens."""
