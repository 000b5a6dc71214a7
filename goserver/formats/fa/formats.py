"""Persian dates with the month's name, because the calendar of a date in digits would be ambiguous."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j F Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j F Y، G:i"
MONTH_DAY_FORMAT = "j F"
