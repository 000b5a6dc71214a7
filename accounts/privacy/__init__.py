"""Privacy: blocking, data export, account deletion."""
