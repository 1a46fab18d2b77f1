"""The registry of bonuses. A new one needs a module in this package and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.bonuses.attractions import Attractions
from games.rules.bonuses.base import Bonus, PlaceField, SetUp, Shuffle
from games.rules.bonuses.districts import Districts
from games.rules.bonuses.flags import Flags
from games.rules.bonuses.globetrotter import Globetrotter
from games.rules.bonuses.longest_path import LongestPath
from games.rules.bonuses.passengers import Passengers
from games.rules.bonuses.unused_stations import UnusedStations

if TYPE_CHECKING:
    from games.rules.board import Board

KINDS: dict[str, type[Bonus]] = {
    bonus.kind: bonus
    for bonus in (
        Flags,
        Districts,
        Globetrotter,
        Passengers,
        LongestPath,
        UnusedStations,
        Attractions,
    )
}


def asking() -> dict[str, type[Bonus]]:
    """The fields that a claim may have, each with the bonus that reads it."""
    return {bonus.asks: bonus for bonus in KINDS.values() if bonus.asks}


def setting_up() -> dict[str, type[Bonus]]:
    """The fields that the start of a game may have, each with the bonus it sets up."""
    return {bonus.sets_up: bonus for bonus in KINDS.values() if bonus.sets_up}


def place_fields() -> dict[str, PlaceField]:
    """The fields of places that belong to bonuses, by name."""
    fields = (bonus.place_field for bonus in KINDS.values())
    return {field.name: field for field in fields if field is not None}


def drawn_setup(board: Board, shuffle: Shuffle) -> dict[str, SetUp]:
    """The random set-ups of a board's bonuses, by field."""
    return {
        bonus.sets_up: bonus.draw_setup(board, shuffle) for bonus in board.bonuses if bonus.sets_up
    }
