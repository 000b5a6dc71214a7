"""The panels of the game page, one per file."""
