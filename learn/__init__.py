"""Lessons, Go problems, and explanations and comparisons of the rules of Go. The database has only learners' progress,
and the problems and lessons that players made."""
