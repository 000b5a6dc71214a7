"""E-mails about games, with the board if the player has chosen that."""
