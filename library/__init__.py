"""Players' libraries of game records: upload, search, tags and folders, download."""
