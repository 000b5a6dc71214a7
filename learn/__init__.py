"""Lessons, problems, and rules of Go, taught and compared. Stores only learners' progress and own problems."""
