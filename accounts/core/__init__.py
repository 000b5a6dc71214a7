"""People as such: their names, restrictions, letters to them, and what is written down about them."""
