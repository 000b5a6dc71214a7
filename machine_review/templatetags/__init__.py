"""What templates need to say about machine reviews."""
