"""What is done in team matches."""
