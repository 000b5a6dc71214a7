"""Computer analysis of finished games: an engine says of every position who is ahead; never of a game that goes on."""
