"""Texts and pictures of games: rules and results in the reader's language, and boards as pictures. No database
rows."""
