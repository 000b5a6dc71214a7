"""Lessons, problems and rules of Go: teaching and comparing. Stores only learners' progress and problems by
players."""
