"""Dates in Persian with the month's name: in figures nobody could tell which calendar they are of."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j F Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j F Y، G:i"
MONTH_DAY_FORMAT = "j F"
