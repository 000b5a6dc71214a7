"""People as such: their names, restrictions, e-mails to them, and what is written down about them."""
