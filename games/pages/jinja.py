"""The environment of the Jinja2 templates: `*.jinja` under `templates/`, next to Django's `*.html`.

Parts are rendered with every change of a table, and Jinja2 is several times as fast as Django's
templates, which all other pages use. Translation and escaping work the same; messages look like
this (`_("Round %(round)s", round=round)`), and `makemessages` collects them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from markupsafe import Markup, escape

from games.maps.drawing.shapes import short
from games.pages import bonus_parts, clock, text, widgets
from games.rules.text import figure

# A line break beside a tag of HTML or of Jinja2, and any other.
BESIDE_A_TAG = re.compile(r"\A\s*\n\s*|(?<=>)\s*\n\s*|\s*\n\s*(?=<)|\s*\n\s*\Z")
LINE_BREAK = re.compile(r"\s*\n\s*")


class StripLineBreaks(Extension):
    """Removes line breaks and indentation from templates.

    A line break next to a tag is removed, any other becomes a space; a space that matters is
    written within a line. This is done once, when a template is loaded.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        for token in stream:
            if token.type == "data":
                tight = LINE_BREAK.sub(" ", BESIDE_A_TAG.sub("", token.value))
                token = Token(token.lineno, token.type, tight)
            yield token


@lru_cache(maxsize=10_000)
def url(name: str, **values: Any) -> str:
    """The cached address of a view: Django would resolve it every time, and a push has dozens."""
    return reverse(name, kwargs=values)


# -- Messages: translations are trusted, values filled in are escaped -----------------------------


@lru_cache(maxsize=10_000)
def _plain(message: str, _language: str | None) -> Markup:
    """A message with nothing to fill in. Finding the catalogue takes longer than the lookup in
    it."""
    return _filled(gettext(message), {})


def _filled(message: str, values: Mapping[str, Any]) -> Markup:
    return Markup(message % {name: escape(value) for name, value in values.items()})  # noqa: S704


def _gettext(message: str, /, **values: Any) -> Markup:
    return _filled(gettext(message), values) if values else _plain(message, get_language())


def _ngettext(one: str, many: str, number: int, /, **values: Any) -> Markup:
    return _filled(ngettext(one, many, number), values)


def _pgettext(context: str, message: str, /, **values: Any) -> Markup:
    return _filled(pgettext(context, message), values)


def _npgettext(context: str, one: str, many: str, number: int, /, **values: Any) -> Markup:
    return _filled(npgettext(context, one, many, number), values)


class PartsContext(Context):
    def call(self, called: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """A plain call. Jinja2 would check for each callable whether it takes the context; none of
        ours does."""
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        return called(*args, **kwargs)


class PartsEnvironment(Environment):
    context_class = PartsContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dictionary: Jinja2's chain of them is slow to copy for every part."""
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """Called by Django with the options of the settings."""
    options |= {
        "autoescape": True,
        "undefined": StrictUndefined,  # an undefined name is an error
        "extensions": [StripLineBreaks],
    }
    made = PartsEnvironment(**options)
    made.globals |= {
        # Not the i18n extension's own functions: they look up the template's context, which takes
        # as long as the message itself, a hundred times in every push.
        "_": _gettext,
        "ngettext": _ngettext,
        "pgettext": _pgettext,
        "npgettext": _npgettext,
        "url": url,
        "badge": widgets.badge,
        "mark": widgets.mark,
        "flaps": widgets.flaps,
        "bonuses_on_phone": bonus_parts.bonuses_on_phone,
        "bonus_on_screen": bonus_parts.bonus_on_screen,
        "bonus_heads": bonus_parts.bonus_heads,
        "bonus_at_reveal": bonus_parts.bonus_at_reveal,
        "bonus_on_phone_at_reveal": bonus_parts.bonus_on_phone_at_reveal,
        "bonus_question": bonus_parts.bonus_question,
    }
    made.filters |= {
        "say": text.say,
        "color_word": text.color_word,
        "letter": text.letter,
        "map_name": text.map_name,
        "card_color": text.card_color,
        "route_color": text.route_color,
        "deck_of": text.deck_of,
        "deck_of_one": text.deck_of_one,
        "listed": text.listed,
        "sheet_name": text.sheet_name,
        "travel_cards": text.travel_cards,
        "vehicle_noun": text.vehicle_noun,
        "vehicles": text.vehicles,
        "wild_card": text.wild_card,
        "wild_cards": text.wild_cards,
        "expansions": text.expansions,
        "named": text.named,
        "bonus_name": text.bonus_name,
        "figure": figure,
        "moment": clock.moment,
        "short": short,
    }
    return made
