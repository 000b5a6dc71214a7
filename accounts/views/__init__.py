"""The pages of the player's own account."""
