"""Events in the order in which a player's programs get them, and webhooks."""
