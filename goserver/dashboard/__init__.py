"""The start page of the admin site: queues, games, machine and problems (docs/administration.md)."""
