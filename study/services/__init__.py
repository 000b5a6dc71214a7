"""What is done with trees."""
