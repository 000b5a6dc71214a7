"""Each is a file."""
