"""Games of Go between people."""
