"""Local patterns at corners and sides: rows of an index, and questions that it answers."""
