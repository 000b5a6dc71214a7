"""How many notices of turns leave as e-mails in a minute of processor time, and what they cost a move."""
