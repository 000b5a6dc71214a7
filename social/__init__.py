"""Private messages, following, spectators' comments and bulletins."""
