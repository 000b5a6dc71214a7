"""SQLite as Django knows it, with the writers of a process in a queue: the engine of the database on one machine."""
