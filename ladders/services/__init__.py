"""What is done on ladders."""
