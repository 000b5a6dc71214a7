"""Django's SQLite backend with a queue for the writers of a process: the engine of the database on one machine."""
