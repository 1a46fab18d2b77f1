"""What pages say: sentences of the rules, names and colours in the language of whoever reads."""

from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.maps.drawing.marks import SIGNS
from games.rules.board import Board
from games.rules.bonuses import KINDS
from games.rules.text import COLOR_WORDS, Text
from games.rules.text import color_word as color_text


def say(text: Text) -> str:
    """A sentence of the rules in the language of whoever reads."""
    return text.render(gettext, ngettext)


def color_word(color: str) -> str:
    return _color_word(color, get_language())


@lru_cache(maxsize=500)
def _color_word(color: str, _language: str | None) -> str:
    return color_text(color).render(gettext, ngettext) if color in COLOR_WORDS else color


def letter(color: str) -> str:
    """The letter that stands for a colour where it is not seen."""
    return SIGNS[color].letter if color in SIGNS else ""


def map_name(board: Board) -> str:
    """The name of a map in the reader's language, as its sheet says it."""
    return board.names.get((get_language() or "en")[:2], board.name)


def bonus_name(kind: str) -> str:
    """The name of a bonus in the language of whoever reads."""
    return gettext(KINDS[kind].name) if kind in KINDS else kind


# Names in the sheets that come with the project, for the catalogues.
NAMES = (
    _("Short"),
    _("Long"),
    _("Tickets"),
    _("Standard"),
    _("Italian edition"),
    _("German edition"),
)


def named(name: str) -> str:
    """A name from a sheet (a deck, an edition) in the reader's language, where we know it."""
    return gettext(name)
