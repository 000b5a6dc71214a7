"""A record as a value: its facts, its tree and its positions. No database rows, no Django."""
