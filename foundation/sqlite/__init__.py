"""Django's SQLite backend with a queue for the writers of a process, used as the database engine on one machine."""
