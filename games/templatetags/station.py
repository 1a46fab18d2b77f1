"""Small words for templates: sentences of the rules in the reader's language."""

from django import template
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.rules.board import Board
from games.rules.text import COLOR_WORDS, Text
from games.rules.text import color_word as color_text

register = template.Library()


@register.filter
def say(text: Text) -> str:
    """A sentence of the rules in the language of whoever reads."""
    return text.render(gettext, ngettext)


@register.filter
def color_word(color: str) -> str:
    return color_text(color).render(gettext, ngettext) if color in COLOR_WORDS else color


@register.filter
def map_name(board: Board) -> str:
    """The name of a map in the reader's language, as its sheet says it."""
    return board.names.get((get_language() or "en")[:2], board.name)


# Names in the sheets that come with the project, for the catalogues.
NAMES = (
    _("Short"),
    _("Long"),
    _("Tickets"),
    _("Standard"),
    _("Italian edition"),
    _("German edition"),
)


@register.filter
def named(name: str) -> str:
    """A name from a sheet (a deck, an edition) in the reader's language, where we know it."""
    return gettext(name)
