"""Read the games in uploaded files: archives, SGF records, and JSON from the Online Go Server. Nothing is stored
here."""
