"""The bonus for stations not built (docs/rules.md, “Stations”).

Stations themselves belong to the board: building one is a turn, and `games/rules/stations.py` finds
the routes they borrow for tickets. This only scores those that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.bonuses.base import Bonus, BonusLine, Memory, Parameter, Reason, Tally
from games.rules.text import Text, _, plural, text

if TYPE_CHECKING:
    from games.rules.board import Board
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True)
class UnusedStations(Bonus):
    kind = "stations"
    name = _("Stations")
    offered_as = _("Points for stations left over")
    fields = ("points",)
    editable = (
        Parameter("points", "number", _("Points for each station not built"), 1, 100, fresh=4),
    )
    measured_in = _("stations not built")
    breaks_tie = _("Still tied: fewer stations built.")

    points: int

    @classmethod
    def read(cls, node: Node) -> UnusedStations:
        return cls(node["points"].integer(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"points": self.points}

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        if board.stations_each:
            return ()
        return (("kind", text(_("This bonus needs stations: set how many each player has."))),)

    def explained(self) -> Sequence[Text]:
        return (
            plural(
                "Each station you haven’t built: {count} point.",
                "Each station you haven’t built: {count} points.",
                self.points,
            ),
            text(_("If totals and completed tickets are level, stations decide first.")),
        )

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        return tuple(BonusLine(self.kind, self._reasons(state, tally.seat)) for tally in tallies)

    def _reasons(self, state: State, seat: int) -> tuple[Reason, ...]:
        left = state.stations_left(seat)
        if not left:
            return ()
        why = plural("{count} station not built", "{count} stations not built", left)
        return (Reason(self.points * left, why),)

    def measure(self, state: State, memory: Memory, seat: int) -> int:
        """The stations not built: fewer built is better."""
        return state.stations_left(seat)
