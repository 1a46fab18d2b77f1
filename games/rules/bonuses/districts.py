"""The bonus for districts (docs/rules.md, “London: districts”).

Connect all places of one number: score the number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.bonuses.base import (
    Announcement,
    Bonus,
    BonusLine,
    Chapter,
    Memory,
    Parameter,
    PlaceField,
    Reason,
    Tally,
)
from games.rules.network import Network
from games.rules.text import COLORS, Text, _, color_word, listed, plural, text

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
    """A district for one seat: at most `best` of its `places` are connected."""

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


@dataclass(frozen=True, slots=True)
class Joined:
    """One district at the reveal, with the names of its places."""

    district: District
    places: tuple[str, ...]


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
        hint=_("1–9 sets its district, 0 clears it."),
        command=_("district of the place, 0 for none"),
    )
    editable = (
        Parameter(
            "districts",
            "rows",
            _("Districts"),
            help=_("Connecting all the places in a district scores its points."),
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
        districts: list[District] = []
        for item in node["districts"].items(most=30):
            item.only(("number", "color", "points"))
            number = item["number"].integer(1, 99)
            if any(district.number == number for district in districts):
                item["number"].fail(_("District {number} appears here twice."), number=number)
            districts.append(
                District(
                    number, item["color"].one_of(sorted(COLORS)), item["points"].integer(0, 100)
                )
            )
        if not districts:
            node["districts"].fail(_("At least one district is needed."))
        return cls(tuple(districts))

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
        problems = []
        for i, district in enumerate(self.districts):
            places = self.places(board, district)
            if len(places) < 2:
                sentence = (
                    text(_("District {number} has only one place."), number=district.number)
                    if places
                    else text(_("District {number} has no place."), number=district.number)
                )
                problems.append((f"districts[{i}]", sentence))
        return problems

    def place_problem(self, place: Place) -> Text | None:
        number = place.facts["district"]
        if any(district.number == number for district in self.districts):
            return None
        return self.place_problem_elsewhere(place)

    @classmethod
    def place_problem_elsewhere(cls, place: Place) -> Text:
        return text(
            _("The bonuses don’t include district {number}."), number=place.facts["district"]
        )

    def explained(self) -> Sequence[Text]:
        worth = listed(
            plural(
                "{number} ({color}) {count} point",
                "{number} ({color}) {count} points",
                district.points,
                number=district.number,
                color=color_word(district.color),
            )
            for district in self.districts
        )
        return (
            text(
                _("A district scores if your routes connect all its places, by any path: {list}."),
                list=worth,
            ),
        )

    def mark(self, place: Place) -> tuple[int, str] | None:
        number = place.facts.get("district")
        return next(((d.number, d.color) for d in self.districts if d.number == number), None)

    def joined(self, board: Board, network: Network, district: District) -> bool:
        places = self.places(board, district)
        # A dead end doesn't join the places on either side of it, so every pair is checked, not
        # just neighbours.
        return all(network.joins(a, b) for i, a in enumerate(places) for b in places[i + 1 :])

    def announced(
        self, before: tuple[State, Memory], after: tuple[State, Memory], seat: int
    ) -> Announcement | None:
        state, routes = after[0], after[0].hands[seat].routes
        if routes is before[0].hands[seat].routes:
            return None
        was = Network(before[0].board, before[0].hands[seat].routes)
        now = Network(state.board, routes)
        joined = [
            district
            for district in self.districts
            if self.joined(state.board, now, district)
            and not self.joined(before[0].board, was, district)
        ]
        if not joined:
            return None
        title = plural(
            "{player} completes district {numbers}",
            "{player} completes districts {numbers}",
            len(joined),
            player=state.name(seat),
            numbers=listed(str(district.number) for district in joined),
        )
        points = sum(district.points for district in joined)
        return Announcement(title, text(_("+{points} at the end"), points=points), seat)

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

    def chapters(
        self,
        state: State,
        memory: Memory,
        tallies: Sequence[Tally],
        lines: tuple[BonusLine, ...],
    ) -> tuple[Chapter, ...]:
        """District by district, those that somebody joined."""
        chapters = []
        for district in self.districts:
            reason = self._reason(state.board, district)
            rows = tuple(
                BonusLine(self.kind, (reason,) if reason in line.reasons else ()) for line in lines
            )
            if any(row.reasons for row in rows):
                names = tuple(state.board.place[id].name for id in reason.places)
                chapters.append(Chapter(rows, Joined(district, names)))
        return tuple(chapters) or (Chapter(lines),)

    def _reason(self, board: Board, district: District) -> Reason:
        places = self.places(board, district)
        why = text(
            _("District {number}: {places} are connected"),
            number=district.number,
            places=listed(board.place[id].name for id in places),
        )
        return Reason(district.points, why, places=places)


def _best(network: Network, places: Sequence[str]) -> int:
    """The most places of a district that are connected; 0 where none is even touched."""
    best = max(sum(network.joins(a, b) for b in places) for a in places)
    if best > 1:
        return best
    ends = {end for id in network.routes for end in network.board.route[id].ends}
    return 1 if ends & set(places) else 0
