"""What is done in leagues."""
