"""The operations about a player's own account: settings, sessions, blocks and notifications."""
