"""Small words for templates: sentences of the rules in the reader's language, JSON for scripts."""

import json
from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.rules.board import Board
from games.rules.words import COLOR_WORDS, Text
from games.rules.words import color_word as color_text

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


@register.filter
def map_wire(state: Mapping[str, Any], board: Board) -> dict[str, Any]:
    """What moves on the map, short enough to be sent with every claim: routes and places by number.

    `readState` of static/js/board.js is the other end.
    """
    number = {route.id: i for i, route in enumerate(board.routes)}
    owned: dict[str, list[int]] = {}
    for route, color in state["owners"].items():
        owned.setdefault(color, []).append(number[route])
    waiting = state["waiting"]
    return {
        "owned": owned,
        "closed": [number[route] for route in state["closed"]],
        "lit": [number[route] for route in state["lit"]],
        "waiting": waiting and [waiting.get(place.id, []) for place in board.places],
    }


@register.filter
def as_json(value: object) -> str:
    """For a data attribute; Django escapes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
