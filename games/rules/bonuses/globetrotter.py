"""The bonus for most completed tickets (docs/rules.md, “Germany: globetrotter”).

Tied players all get it; nobody does for zero.
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
    Reason,
    Tally,
)
from games.rules.text import Text, _, plural, text

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
    public = False  # it would give away how many tickets others have completed

    points: int

    @classmethod
    def read(cls, node: Node) -> Globetrotter:
        return cls(node["points"].integer(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"points": self.points}

    def explained(self) -> Sequence[Text]:
        return (
            plural(
                "Most completed tickets: {count} point; in a tie, everyone tied gets it. "
                "Failed tickets don’t count against you.",
                "Most completed tickets: {count} points; in a tie, everyone tied gets them. "
                "Failed tickets don’t count against you.",
                self.points,
            ),
            text(_("Not awarded if nobody completed a ticket.")),
        )

    def announced(
        self, before: tuple[State, Memory], after: tuple[State, Memory], seat: int
    ) -> Announcement | None:
        """The seat that now holds more tickets than any other. The number of tickets held is
        public; how many are completed isn't."""
        (was, _memory), (now, _now) = before, after
        if any(player.at_reveal for player in now.players):
            return None  # with tickets shown at the end only, nothing is counted
        if _most_held(now) != seat or _most_held(was) == seat:
            return None
        count = len(now.hands[seat].tickets)
        title = text(
            _("{player} holds the most tickets: {count}"), player=now.name(seat), count=count
        )
        worth = text(_("Most completed at the end: +{points}"), points=self.points)
        return Announcement(title, worth, seat)

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

    def chapters(
        self,
        state: State,
        memory: Memory,
        tallies: Sequence[Tally],
        lines: tuple[BonusLine, ...],
    ) -> tuple[Chapter, ...]:
        """One, with how many tickets everybody has completed."""
        return (Chapter(lines, tuple(tally.tickets_completed for tally in tallies)),)


def _most_held(state: State) -> int | None:
    """The seat that holds more tickets than every other one; None: there is no such seat."""
    counts = [len(hand.tickets) for hand in state.hands]
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None
