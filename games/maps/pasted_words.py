"""The words that a pasted table may use, in all languages of the program at once."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override, pgettext

from games.maps.pasted_lines import Words, key
from games.rules.bonuses import place_fields
from games.rules.text import COLOR_WORDS, COLORS

HEADINGS = {
    "places": (gettext_noop("Places"), gettext_noop("Place")),
    "routes": (gettext_noop("Routes"), gettext_noop("Route")),
    "tickets": (gettext_noop("Tickets"), gettext_noop("Ticket")),
}
COLUMNS = (
    *("From", "To", "Length", "Points", "Deck", "Name", "Place", "Colour", "Id"),
    *("Tunnel", "verified", "points", "length", "colour", "from", "to", "deck", "name"),
)
PROPERTIES = {
    "tunnel": gettext_noop("tunnel"),
    "ferry": gettext_noop("ferry"),
    "country": gettext_noop("country"),
    "verified": gettext_noop("verified"),
}
# What people write besides: another spelling, and “any colour” for grey.
OTHER_COLORS = {"gray": "grey", "any": "grey", "x": "grey", "violet": "purple", "lila": "purple"}


def vocabulary(letters: Mapping[str, str] | None = None) -> Words:
    """All words, and the letters of the colours, which only one language can have at a time."""
    return replace(_vocabulary(), letters=letters or {})


@lru_cache(maxsize=1)
def _vocabulary() -> Words:
    colors = dict(OTHER_COLORS)
    headings: dict[str, str] = {}
    columns: set[str] = {"a", "b", "color"}
    properties = {key(name): name for name in (*PROPERTIES, *place_fields())}
    for language, _name in settings.LANGUAGES:
        with override(language):
            colors |= {key(gettext(COLOR_WORDS[color])): color for color in COLORS}
            for kind, words in HEADINGS.items():
                headings |= {key(gettext(word)): kind for word in words}
            columns |= {key(gettext(word)) for word in COLUMNS}
            columns |= {key(pgettext("a place", word)) for word in ("From", "To")}
            properties |= {key(gettext(word)): name for name, word in PROPERTIES.items()}
            for name, field in place_fields().items():
                properties |= {key(gettext(word)): name for word in (field.word, field.label)}
    return Words(colors, headings, frozenset(columns | set(properties)), properties)


def examples(letter: str) -> list[str]:
    """Lines that can be read, in the reader's language; `letter` is that of a colour."""
    grey = gettext(COLOR_WORDS["grey"])
    return [
        f"Atlanta; Nashville; {grey}; 1",
        f"Kans.; Den.; {letter}; 4",
        f"London; Amsterdam; {grey}; 2; {gettext('ferry')} 2",
        "Los Angeles; New York; 21",
        "; ".join(
            ["Chelsea", "120", "340", *(f"{gettext(f.word)} 1" for f in place_fields().values())]
        ),
    ]
