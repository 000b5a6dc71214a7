"""E-mails about games: what has happened in them, and as much of the board as the reader chose."""
