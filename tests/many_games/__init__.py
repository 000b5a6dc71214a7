"""Many random games of every variant, stored as the server stores games and then checked by `check_games`."""
