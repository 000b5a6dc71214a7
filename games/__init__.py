"""Games of Go between players."""
