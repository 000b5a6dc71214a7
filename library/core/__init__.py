"""A record as a value: its metadata, its tree and its positions. Without database and Django."""
