"""What is done in this room."""
