"""Game records that players keep: upload, search, tags and folders, download."""
