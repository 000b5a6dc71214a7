"""The admin site's start page: queues, games, the server's load, and warnings (docs/administration.md)."""
