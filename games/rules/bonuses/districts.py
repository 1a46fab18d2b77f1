"""The bonus for districts (docs/rules.md, “London: districts”).

Join all places of one number to one another: score the number.
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
from games.rules.network import Network
from games.rules.text import COLORS, Text, _, color_word, listed, text

if TYPE_CHECKING:
    from games.rules.board import Board, Place
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class District:
    number: int
    color: str
    points: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A district for one seat: at most `best` of its `places` are joined to one another."""

    number: int
    color: str
    best: int
    places: int

    @property
    def joined(self) -> bool:
        return self.best == self.places


@dataclass(frozen=True, slots=True)
class Shown:
    """Every district of the board as one seat has it."""

    districts: tuple[Progress, ...]

    @property
    def joined(self) -> tuple[int, ...]:
        return tuple(district.number for district in self.districts if district.joined)


@dataclass(frozen=True)
class Districts(Bonus):
    kind = "districts"
    name = _("Districts")
    fields = ("districts",)
    tells_most = 2
    place_field = PlaceField(
        "district",
        _("District"),
        _("district"),
        *(1, 99),
        keys="digits",
        hint=_("1–9 is its district, 0 none."),
        command=_("district of the place, 0 for none"),
    )
    editable = (
        Parameter(
            "districts",
            "rows",
            _("Districts"),
            help=_("Joining all places of a district to one another scores its points."),
            another=_("Another district"),
            columns=(
                Parameter("number", "number", _("Number"), 1, 99),
                Parameter("color", "color", _("Colour")),
                Parameter("points", "number", _("Points"), 0, 100),
            ),
            place_field="district",
        ),
    )

    districts: tuple[District, ...]

    @classmethod
    def read(cls, node: Node) -> Districts:
        found: list[District] = []
        for item in node["districts"].items(most=30):
            item.only(("number", "color", "points"))
            number = item["number"].whole(1, 99)
            if any(district.number == number for district in found):
                item["number"].fail(_("District {number} stands here twice."), number=number)
            found.append(
                District(number, item["color"].one_of(sorted(COLORS)), item["points"].whole(0, 100))
            )
        if not found:
            node["districts"].fail(_("At least one district is needed."))
        return cls(tuple(found))

    def parameters(self) -> dict[str, object]:
        return {
            "districts": [
                {"number": d.number, "color": d.color, "points": d.points} for d in self.districts
            ]
        }

    def places(self, board: Board, district: District) -> tuple[str, ...]:
        return tuple(
            place.id for place in board.places if place.facts.get("district") == district.number
        )

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        found = []
        for i, district in enumerate(self.districts):
            places = self.places(board, district)
            if len(places) < 2:
                sentence = (
                    text(_("District {number} has only one place."), number=district.number)
                    if places
                    else text(_("District {number} has no place."), number=district.number)
                )
                found.append((f"districts[{i}]", sentence))
        return found

    def place_problem(self, place: Place) -> Text | None:
        number = place.facts["district"]
        if any(district.number == number for district in self.districts):
            return None
        return self.place_problem_elsewhere(place)

    @classmethod
    def place_problem_elsewhere(cls, place: Place) -> Text:
        return text(
            _("There is no district {number} among the bonuses."), number=place.facts["district"]
        )

    def explained(self) -> Sequence[Text]:
        worth = listed(
            text(
                "{number} ({color}): {points}",
                number=district.number,
                color=color_word(district.color),
                points=district.points,
            )
            for district in self.districts
        )
        return (
            text(
                _(
                    "A district scores if your routes join all of its places to one another, by"
                    " whatever way: {list}."
                ),
                list=worth,
            ),
        )

    def mark(self, place: Place) -> tuple[int, str] | None:
        number = place.facts.get("district")
        return next(((d.number, d.color) for d in self.districts if d.number == number), None)

    def joined(self, board: Board, network: Network, district: District) -> bool:
        places = self.places(board, district)
        # A dead end joins nothing to anything, so every pair is looked at, not just neighbours.
        return all(network.joins(a, b) for i, a in enumerate(places) for b in places[i + 1 :])

    def shown(self, state: State, memory: Memory) -> Sequence[Shown]:
        districts = [(d.number, d.color, self.places(state.board, d)) for d in self.districts]
        networks = [Network(state.board, hand.routes) for hand in state.hands]
        return [
            Shown(
                tuple(
                    Progress(number, color, _best(network, places), len(places))
                    for number, color, places in districts
                )
            )
            for network in networks
        ]

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        return tuple(
            BonusLine(
                self.kind,
                tuple(
                    self._reason(state.board, district)
                    for district in self.districts
                    if self.joined(state.board, tally.network, district)
                ),
            )
            for tally in tallies
        )

    def _reason(self, board: Board, district: District) -> Reason:
        places = self.places(board, district)
        why = text(
            _("District {number}: {places} are joined"),
            number=district.number,
            places=", ".join(board.place[id].name for id in places),
        )
        return Reason(district.points, why, places=places)


def _best(network: Network, places: Sequence[str]) -> int:
    """The most places of a district joined to one another; 0 where none is even touched."""
    best = max(sum(network.joins(a, b) for b in places) for a in places)
    if best > 1:
        return best
    ends = {end for id in network.routes for end in network.board.route[id].ends}
    return 1 if ends & set(places) else 0
