"""The panels of a game's page, one a file."""
