"""How many turns a minute of processor time turns into e-mails, and how much this slows a move."""
