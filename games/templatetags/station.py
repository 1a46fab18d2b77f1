"""Small words for templates: sentences of the rules in the reader's language, JSON for scripts."""

import json

from django import template
from django.utils.translation import gettext, ngettext

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
def as_json(value: object) -> str:
    """For a data attribute; Django escapes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
