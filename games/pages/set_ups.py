"""The set-up of bonuses, for templates: the pieces that lie on the board before the first turn."""

from collections.abc import Sequence
from typing import Any

from games.models import Seat, Table
from games.rules.board import Board
from games.rules.state import Phase, State
from games.table import setting_up


def setups(table: Table, board: Board) -> list[dict[str, Any]]:
    """The bonuses that put pieces on the board before the first turn, and how this table sets them
    up."""
    return [
        {
            "bonus": bonus,
            "note": next((way.note for way in bonus.ways if way.value == table.setup), ""),
            "typed": table.setup == Table.SetUp.TYPED,
            "placed": sum(map(len, table.placed.values())),
            "missing": sum(
                len(table.placed.get(place.id, ())) < bonus.slots(place) for place in board.places
            ),
            "all": sum(map(bonus.slots, board.places)),
            "places": [
                (place, _slots(table.placed.get(place.id, ()), bonus.slots(place)))
                for place in board.places
                if bonus.slots(place)
            ],
        }
        for bonus in board.bonuses
        if bonus.sets_up
    ]


def _slots(there: Sequence[str], slots: int) -> list[str]:
    """What lies in each slot of a place, empty ones as empty text."""
    return [*there, *[""] * (slots - len(there))]


def setup_requests(state: State) -> list[str]:
    """What players are asked to put on the board before the first turn."""
    if state.phase is not Phase.OPENING:
        return []
    return [
        bonus.setup_request
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
        if bonus.setup_request and bonus.lying(memory)
    ]


def still_laid(state: State) -> bool:
    """Whether players may still be laying pieces on the board: they're choosing tickets, which is
    quicker, or nothing has been claimed yet."""
    asked = any(
        bonus.setup_request and bonus.lying(memory)
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
    )
    return asked and (
        state.phase is Phase.OPENING or (state.phase is Phase.TURNS and not state.owners)
    )


def setup_share(
    state: State, seats: Sequence[Seat], seat: Seat
) -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """One player's share of the set-up, to be laid before the first claim: per bonus, colours by
    place."""
    if not still_laid(state):
        return []
    requests = []
    for bonus, memory in zip(state.board.bonuses, state.memories, strict=True):
        lying = bonus.lying(memory)
        if bonus.setup_request and lying:
            mine = setting_up.shares(lying, state.board, seats).get(seat.pk, [])
            places = [(state.board.place[id].name, lying[id]) for id in mine]
            requests.append((bonus.share_request or bonus.setup_request, places))
    return requests
