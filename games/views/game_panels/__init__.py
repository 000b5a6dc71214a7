"""The panels of a game's page, one per file."""
