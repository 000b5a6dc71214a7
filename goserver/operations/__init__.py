"""What keeps a server in order: backups, the watchdog, reports of faults."""
