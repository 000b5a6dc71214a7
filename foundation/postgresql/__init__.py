"""PostgreSQL as Django knows it, cheaper to ask: it is the database's engine (`goserver.settings`)."""
