"""Lessons, problems, and explanations and comparisons of the rules of Go. Only learners' progress, and problems and
lessons by players, are stored."""
