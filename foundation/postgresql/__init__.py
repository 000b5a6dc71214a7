"""Django's PostgreSQL backend with cheaper queries, used as the database engine (`goserver.settings`)."""
