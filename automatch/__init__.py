"""Searches for opponents. The server pairs the players of matching searches. A search ends after a number of games; a
standing search continues."""
