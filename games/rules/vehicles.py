"""What the pieces and the cards of a box are called, by the kind of vehicle its sheet names.

Boxes with wagons have train cards, and locomotives for wild cards; those with buses have
transportation cards and bus cards. Nobody else knows these words: sentences take them as
parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.rules.adjectives import colored
from games.rules.board import WILD
from games.rules.text import Text, _, plural, text


@dataclass(frozen=True, slots=True)
class Kind:
    """The words for one kind. In other languages than English every kind of wild card has the same
    gender, so that sentences can be written around them."""

    several: str
    noun: Callable[[int], Text]  # beside a number that stands by itself
    counted: Callable[[int], Text]
    wild: str
    wilds: str
    counted_wilds: Callable[[int], Text]
    cards: str  # of any colour, wild ones among them
    counted_cards: Callable[[int], Text]


_TRANSPORT = (
    _("transportation cards"),
    lambda n: plural("{count} transportation card", "{count} transportation cards", n),
)

KINDS: Mapping[str, Kind] = {
    "bus": Kind(
        _("buses"),
        lambda n: plural("bus", "buses", n),
        lambda n: plural("{count} bus", "{count} buses", n),
        _("bus card"),
        _("bus cards"),
        lambda n: plural("{count} bus card", "{count} bus cards", n),
        *_TRANSPORT,
    ),
    "taxi": Kind(
        _("taxis"),
        lambda n: plural("taxi", "taxis", n),
        lambda n: plural("{count} taxi", "{count} taxis", n),
        _("taxi card"),
        _("taxi cards"),
        lambda n: plural("{count} taxi card", "{count} taxi cards", n),
        *_TRANSPORT,
    ),
    "wagon": Kind(
        _("wagons"),
        lambda n: plural("wagon", "wagons", n),
        lambda n: plural("{count} wagon", "{count} wagons", n),
        _("locomotive"),
        _("locomotives"),
        lambda n: plural("{count} locomotive", "{count} locomotives", n),
        _("train cards"),
        lambda n: plural("{count} train card", "{count} train cards", n),
    ),
}


def _kind(kind: str) -> Kind:
    return KINDS.get(kind, KINDS["wagon"])  # most boxes of the family have wagons


def vehicles(kind: str, count: int | None = None) -> Text:
    """“buses”, or “3 buses”."""
    return text(_kind(kind).several) if count is None else _kind(kind).counted(count)


def vehicle_noun(kind: str, count: int) -> Text:
    """“bus” or “buses”, where the number is printed apart from it."""
    return _kind(kind).noun(count)


def wild_card(kind: str) -> Text:
    """“bus card”"""
    return text(_kind(kind).wild)


def wild_cards(kind: str, count: int | None = None) -> Text:
    """“bus cards”, or “3 bus cards”."""
    return text(_kind(kind).wilds) if count is None else _kind(kind).counted_wilds(count)


def travel_cards(kind: str, count: int | None = None) -> Text:
    """“transportation cards”, or “2 transportation cards”."""
    return text(_kind(kind).cards) if count is None else _kind(kind).counted_cards(count)


def cards_of(kind: str, color: str, count: int) -> Text:
    """“3 red cards”, “1 bus card”"""
    if color == WILD:
        return wild_cards(kind, count)
    return plural(
        "{count} {color} card",
        "{count} {color} cards",
        count,
        color=colored(color, "card" if count == 1 else "cards"),
    )
