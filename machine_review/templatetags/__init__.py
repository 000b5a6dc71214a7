"""What templates need to say about computer analyses."""
