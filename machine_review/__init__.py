"""Computer analysis of finished games: an engine judges every position; never of a game in progress."""
