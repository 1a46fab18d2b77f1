"""Filters for sentences of the rules in the reader's language."""

from collections.abc import Iterable
from typing import Any

from django import template

from games.language import listed as names_in_a_row
from games.pages.text import (
    card_color,
    color_word,
    deck_of,
    deck_of_one,
    expansions,
    map_name,
    named,
    route_color,
    say,
    sheet_name,
    sheet_title,
    travel_cards,
    vehicle_noun,
    vehicles,
    wild_card,
    wild_cards,
)

register = template.Library()

register.filter(say)
register.filter(color_word)
register.filter(map_name)
register.filter(expansions)
register.filter(named)
register.filter(card_color)
register.filter(route_color)
register.filter(deck_of)
register.filter(deck_of_one)
register.filter(sheet_name)
register.filter(sheet_title)
register.filter(travel_cards)
register.filter(vehicle_noun)
register.filter(vehicles)
register.filter(wild_card)
register.filter(wild_cards)


@register.filter
def listed(items: Iterable[Any], attribute: str = "") -> str:
    """`seats|listed:"name"`: “Ada, Bo and Cy”."""
    values = (getattr(item, attribute) if attribute else item for item in items)
    return names_in_a_row(values)
