"""The bonus for districts (docs/rules.md, “London: districts”).

Join all places of one number to one another: score the number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.bonuses.base import Bonus, BonusLine, Memory, Reason, Tally
from games.rules.network import Network
from games.rules.words import COLORS, Text, _, text

if TYPE_CHECKING:
    from games.rules.board import Board
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class District:
    number: int
    color: str
    points: int


@dataclass(frozen=True)
class Districts(Bonus):
    kind = "districts"
    fields = ("districts",)

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
        return tuple(place.id for place in board.places if place.district == district.number)

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

    def joined(self, board: Board, network: Network, district: District) -> bool:
        places = self.places(board, district)
        # A dead end joins nothing to anything, so every pair is looked at, not just neighbours.
        return all(network.joins(a, b) for i, a in enumerate(places) for b in places[i + 1 :])

    def shown(self, state: State, memory: Memory, seat: int) -> Mapping[str, object]:
        network = Network(state.board, state.hands[seat].routes)
        return {
            "joined": tuple(
                d.number for d in self.districts if self.joined(state.board, network, d)
            )
        }

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
