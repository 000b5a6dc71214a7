"""Short dates in English that nobody reads the wrong way round: 03/02/2026 is in March for some and in February for
others."""

SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
