"""Split-flap letters: one cell per character, and the plain text for whoever does not see them."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

register = template.Library()

CELLS_MOST = 12  # a longer text stands on one plate: its cells would be too small to read


@register.simple_tag
def flaps(
    text: object, cells: int = 0, *, id: str = "", key: object = "", right: bool = False
) -> SafeString:
    """`{% flaps card.name 8 id="name" key=0 %}`: at least so many cells, blank ones at the end.

    With `right`, blank ones come first, as in front of a number. The id must be stable: the
    letters of an element that is still there turn over when they change.
    """
    shown = str(text)
    id = f"{id}-{key}" if key != "" else id
    named = format_html(' id="{}"', id) if id else ""
    if len(shown) > CELLS_MOST:
        return format_html('<span class="plate"{}>{}</span>', named, shown)
    capitals = shown.upper()  # may be longer: ß
    padded = capitals.rjust(cells) if right else capitals.ljust(cells)
    # Made here and not by a template: every row of the screen has a dozen of these.
    letters = "".join(f'<i aria-hidden="true" data-c="{escape(letter)}"></i>' for letter in padded)
    return format_html(
        '<span class="flaps n{}"{} data-text="{}"><span class="unseen">{}</span>{}</span>',
        len(padded),
        named,
        padded,
        shown,
        SafeString(letters),
    )


@register.filter
def at(items: Sequence[Any], number: int) -> Any:
    """`lane.counts|at:card.number`"""
    return items[number]
