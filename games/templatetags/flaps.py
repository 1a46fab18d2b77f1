"""Split-flap letters: one cell per character, and the plain text for whoever does not see them."""

from collections.abc import Sequence
from typing import Any

from django import template

register = template.Library()

CELLS_MOST = 12  # a longer text stands on one plate: its cells would be too small to read


@register.inclusion_tag("flaps.html")
def flaps(
    text: object, cells: int = 0, *, id: str = "", key: object = "", right: bool = False
) -> dict[str, Any]:
    """`{% flaps card.name 8 id="name" key=0 %}`: at least so many cells, blank ones at the end.

    With `right`, blank ones come first, as in front of a number. The id must be stable: the
    letters of an element that is still there turn over when they change.
    """
    shown = str(text)
    id = f"{id}-{key}" if key != "" else id
    if len(shown) > CELLS_MOST:
        return {"text": shown, "plate": True, "id": id}
    capitals = shown.upper()  # may be longer: ß
    padded = capitals.rjust(cells) if right else capitals.ljust(cells)
    return {"text": shown, "cells": padded, "id": id}


@register.filter
def at(items: Sequence[Any], number: int) -> Any:
    """`lane.counts|at:card.number`"""
    return items[number]


@register.filter
def slots(count: int, taken: Sequence[str] | None) -> list[str]:
    """`place.passengers|slots:there`: what lies in each slot, empty ones as empty text."""
    there = list(taken or ())
    return [*there, *[""] * (count - len(there))]
