"""People around the games: private messages, following, the talk of spectators, bulletins."""
