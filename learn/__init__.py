"""The rules of Go, taught and compared. It has no rows of its own."""
