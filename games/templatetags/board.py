"""What `templates/board/` needs beyond Django's own tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.loader import select_template
from django.utils.safestring import SafeString

from games.maps.drawing.marks import SIGNS
from games.maps.drawing.shapes import short
from games.pages.text import letter

register = template.Library()

register.filter("short", short)
register.filter(letter)


@register.filter
def of(mapping: Mapping[str, Any] | None, key: str) -> Any:
    """`owners|of:route.id`: the value for a key of a mapping, or nothing."""
    return mapping.get(key) if mapping else None


@register.simple_tag
def signs() -> list[tuple[str, str, str]]:
    """Colour, path of its symbol and path of its mark."""
    return [(color, sign.symbol_path, sign.mark_path) for color, sign in SIGNS.items()]


@register.simple_tag(takes_context=True)
def ground(context: template.Context, theme: str) -> SafeString:
    """The land and ornament of a theme; a plain one for a theme nobody has drawn."""
    drawn = select_template([f"board/ground_{theme}.html", "board/ground_plain.html"])
    return drawn.render(context.flatten())
