"""E-mails about games: news about a game, and the board if the reader has chosen that."""
