"""Read the games in uploaded files: archives, game records in SGF, and the JSON of the Online Go Server. Stores
nothing."""
