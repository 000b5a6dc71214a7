"""What can be asked of computer analyses."""
