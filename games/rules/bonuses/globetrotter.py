"""The bonus for most completed tickets (docs/rules.md, “Germany: globetrotter”).

Tied players all get it; nobody does for zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.bonuses.base import Bonus, BonusLine, Memory, Parameter, Reason, Tally
from games.rules.text import Text, _, text

if TYPE_CHECKING:
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True)
class Globetrotter(Bonus):
    kind = "globetrotter"
    name = _("Globetrotter")
    fields = ("points",)
    editable = (
        Parameter("points", "number", _("Points for most completed tickets"), 1, 100, fresh=10),
    )
    public = False  # it tells how many tickets others have completed

    points: int

    @classmethod
    def read(cls, node: Node) -> Globetrotter:
        return cls(node["points"].whole(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"points": self.points}

    def explained(self) -> Sequence[Text]:
        return (
            text(
                _(
                    "Most completed tickets: {points} points, tied players all get them. Failed"
                    " tickets don’t count against you."
                ),
                points=self.points,
            ),
            text(_("Nobody gets them for none.")),
        )

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        most = max(tally.tickets_completed for tally in tallies)
        shared = sum(tally.tickets_completed == most for tally in tallies) > 1
        template = (
            _("Most completed tickets, shared: {count}")
            if shared
            else _("Most completed tickets: {count}")
        )
        why = text(template, count=most)
        won = (Reason(self.points, why),)
        return tuple(
            BonusLine(self.kind, won if most and tally.tickets_completed == most else ())
            for tally in tallies
        )
