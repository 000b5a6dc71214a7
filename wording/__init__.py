"""Texts and pictures of games: values of the rules in the reader's language, and boards as pictures. No database
rows."""
