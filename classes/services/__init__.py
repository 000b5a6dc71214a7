"""What changes classes, and what their pages show."""
