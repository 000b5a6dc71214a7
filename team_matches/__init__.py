"""Team matches."""
