"""What can be asked of machine reviews."""
