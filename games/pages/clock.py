"""Times on pages: in the installation's time zone, marked up so that a script can convert them."""

import re
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_noop

# Django's Italian capitalises months and days; Italians don't.
NAMES = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)

FORMATS = {
    "date": "DATE_FORMAT",
    "time": "H:i",
    "datetime": "DATETIME_FORMAT",
}
# “Jan” is capitalised in English and German; French has its own abbreviations.
SHORT_MONTHS = {"it": "b", "fr": "N"}


def moment(at: datetime | None, shows: str = "date") -> SafeString | str:
    """`play.finished_at|moment:"date"`: a <time>, which static/js/base/clock.js changes to the
    reader's time zone."""
    if at is None:
        return ""
    return format_html(
        '<time datetime="{}" data-shows="{}">{}</time>', instant(at), shows, shown(at, shows)
    )


def instant(at: datetime | None) -> str:
    """A moment for programs, with the installation's offset from UTC."""
    return "" if at is None else timezone.localtime(at).isoformat(timespec="seconds")


def short_month(at: date) -> str:
    """A short month name for charts: “Jan”, “gen”, “janv.”."""
    return date_format(at, SHORT_MONTHS.get((get_language() or "en")[:2], "M"))


def in_words(at: date, form: str = "DATE_FORMAT") -> str:
    """A date as the language writes it. French counts the first day of a month: “1er mars”."""
    words = date_format(at, form)
    if at.day == 1 and (get_language() or "").startswith("fr"):
        words = re.sub(r"^1(?=\s)", "1er", words)
    return words


def shown(at: datetime | None, shows: str = "date") -> str:
    """A moment as plain text, for places where an element isn't possible."""
    return "" if at is None else in_words(timezone.localtime(at), FORMATS[shows])
