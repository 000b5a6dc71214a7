"""What templates need to share games."""
