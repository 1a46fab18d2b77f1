"""The bonus for attractions (docs/rules.md, “Attractions”).

A point for each marked place that one of the player's routes touches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.bonuses.base import (
    Bonus,
    BonusLine,
    Memory,
    Parameter,
    PlaceField,
    Reason,
    Tally,
)
from games.rules.text import Text, _, listed, plural, text

if TYPE_CHECKING:
    from games.rules.board import Board, Place
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class Shown:
    """How many attractions a seat touches, of how many."""

    touched: int
    places: int


@dataclass(frozen=True)
class Attractions(Bonus):
    kind = "attractions"
    name = _("Attractions")
    fields = ("points",)
    editable = (Parameter("points", "number", _("Points for each attraction"), 1, 100, fresh=1),)
    place_field = PlaceField(
        "attraction",
        _("Attraction"),
        _("attraction"),
        *(0, 1),
        keys="steps",
        hint=_("+ makes it an attraction, − undoes that."),
        command=_("the place is an attraction, or not"),
    )
    measured_in = _("attractions")

    points: int

    @classmethod
    def read(cls, node: Node) -> Attractions:
        return cls(node["points"].integer(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"points": self.points}

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        if any(self.is_sight(place) for place in board.places):
            return ()
        return (("kind", text(_("No place is marked as an attraction."))),)

    @classmethod
    def place_problem_elsewhere(cls, place: Place) -> Text:
        return text(_("This map has no bonus for attractions."))

    def explained(self) -> Sequence[Text]:
        return (
            plural(
                "{count} point for each attraction your routes touch.",
                "{count} points for each attraction your routes touch.",
                self.points,
            ),
        )

    def is_sight(self, place: Place) -> bool:
        return bool(place.facts.get("attraction"))

    def touched(self, board: Board, routes: Sequence[str]) -> tuple[str, ...]:
        ends = {end for id in routes for end in board.route[id].ends}
        return tuple(
            place.id for place in board.places if self.is_sight(place) and place.id in ends
        )

    def shown(self, state: State, memory: Memory) -> Sequence[Shown]:
        every = sum(self.is_sight(place) for place in state.board.places)
        return [Shown(len(self.touched(state.board, hand.routes)), every) for hand in state.hands]

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        return tuple(
            BonusLine(self.kind, self._reasons(state.board, state.hands[tally.seat].routes))
            for tally in tallies
        )

    def _reasons(self, board: Board, routes: Sequence[str]) -> tuple[Reason, ...]:
        places = self.touched(board, routes)
        if not places:
            return ()
        why = plural(
            "{count} attraction: {places}",
            "{count} attractions: {places}",
            len(places),
            places=listed(board.place[id].name for id in places),
        )
        return (Reason(self.points * len(places), why, places=places),)

    def measure(self, state: State, memory: Memory, seat: int) -> int:
        return len(self.touched(state.board, state.hands[seat].routes))
