"""Server operations: backups, the watchdog, error reports."""
