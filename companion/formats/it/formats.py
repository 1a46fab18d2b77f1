"""Italian dates without a leading zero in the day; Django's have one."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
