"""Dates in Finnish, the same in lists and in sentences."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j.n.Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = r"j.n.Y \k\l\o G.i"
MONTH_DAY_FORMAT = "j.n."
