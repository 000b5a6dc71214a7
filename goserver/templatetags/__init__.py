"""What templates need that is of no room."""
