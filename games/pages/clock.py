"""Moments on pages: in the zone of the installation, and so that a script can tell another's."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

FORMATS = {
    "date": "DATE_FORMAT",
    "time": "H:i",
    "datetime": "DATETIME_FORMAT",
}


def moment(at: datetime | None, shows: str = "date") -> SafeString | str:
    """`play.finished_at|moment:"date"`: a <time>, which static/js/clock.js puts into the zone of
    whoever reads."""
    if at is None:
        return ""
    return format_html(
        '<time datetime="{}" data-shows="{}">{}</time>', instant(at), shows, shown(at, shows)
    )


def instant(at: datetime | None) -> str:
    """A moment for programs, with how far the installation's clock is from UTC."""
    return "" if at is None else timezone.localtime(at).isoformat(timespec="seconds")


def shown(at: datetime | None, shows: str = "date") -> str:
    """A moment in words alone, where there is no place for an element."""
    return "" if at is None else date_format(timezone.localtime(at), FORMATS[shows])
