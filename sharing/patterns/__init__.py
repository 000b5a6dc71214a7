"""Local patterns at corners and sides: the rows of an index, and searches in it."""
