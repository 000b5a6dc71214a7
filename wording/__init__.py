"""Texts and pictures of games: rules and results in the reader's language, and boards as pictures. Independent of the
database."""
