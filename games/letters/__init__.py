"""E-mails about games: what has happened in them, and as much of the board as their reader chose."""
