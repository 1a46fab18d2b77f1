"""Dates in Italian without a zero before the day; Django puts one there."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
