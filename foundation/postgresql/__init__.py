"""Django's PostgreSQL backend with cheaper queries: the database's engine (`goserver.settings`)."""
