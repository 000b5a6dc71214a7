"""The project: settings, addresses, start-up, health; nothing of Go."""
