"""The bonus for flags (docs/rules.md, “Paris: flags”).

Keep a blue, a white and a red card in front of you: four points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.rules.board import WILD
from games.rules.bonuses.base import Bonus, BonusLine, Memory, Reason, Tally
from games.rules.violations import Code, RuleViolation
from games.rules.words import COLORS, Text, _, color_word, text

if TYPE_CHECKING:
    from games.rules.board import Board, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class FlagMemory(Memory):
    """Per seat: the routes whose cards lie in front by colour, and the flags made of three."""

    front: tuple[Mapping[str, str], ...]
    flags: tuple[tuple[tuple[str, ...], ...], ...]


@dataclass(frozen=True)
class Flags(Bonus):
    kind = "flags"
    fields = ("colors", "points")
    counted_at_once = True

    colors: tuple[str, ...]
    points: int

    @classmethod
    def read(cls, node: Node) -> Flags:
        colors = tuple(item.one_of(sorted(COLORS)) for item in node["colors"].items(most=6))
        if len(set(colors)) != len(colors) or not colors:
            node["colors"].fail(_("A flag needs different colours."))
        return cls(colors, node["points"].whole(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"colors": list(self.colors), "points": self.points}

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        return [
            (f"colors[{i}]", text(_("No card of the box is {color}."), color=color_word(color)))
            for i, color in enumerate(self.colors)
            if color not in board.cards
        ]

    def start(self, board: Board, started: GameStarted) -> FlagMemory:
        seats = len(started.players)
        return FlagMemory(({},) * seats, ((),) * seats)

    @classmethod
    def refuse_elsewhere(cls, claim: RouteClaimed) -> None:
        if claim.keep_card:
            raise RuleViolation(
                Code.KEEP_NOT_ALLOWED, _("No card is kept on this map: it has no flags.")
            )

    def may_keep(self, memory: Memory, seat: int, color: str) -> bool:
        assert isinstance(memory, FlagMemory)
        return color in self.colors and color not in memory.front[seat]

    def check(self, state: State, memory: Memory, route: Route, claim: RouteClaimed) -> None:
        if not claim.keep_card:
            return
        assert isinstance(memory, FlagMemory)
        player = state.name(claim.seat)
        if route.color not in self.colors:
            raise RuleViolation(
                Code.KEEP_NOT_ALLOWED,
                _("{player} cannot keep a card for {route}: {color} is not a colour of the flag."),
                player=player,
                route=state.board.route_name(route),
                color=color_word(route.color),
            )
        if route.color in memory.front[claim.seat]:
            raise RuleViolation(
                Code.KEEP_NOT_ALLOWED,
                _("{player} cannot keep a card for {route}: a {color} card already lies in front."),
                player=player,
                route=state.board.route_name(route),
                color=color_word(route.color),
            )
        if claim.cards is not None and not any(
            count for color, count in claim.cards.items() if color != WILD
        ):
            raise RuleViolation(
                Code.KEEP_NOT_ALLOWED,
                _("{player} cannot keep a card for {route}: it was paid with wild cards only."),
                player=player,
                route=state.board.route_name(route),
            )

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> FlagMemory:
        assert isinstance(memory, FlagMemory)
        if not claim.keep_card:
            return memory
        seat = claim.seat
        front = {**memory.front[seat], route.color: route.id}
        flags = memory.flags[seat]
        if len(front) == len(self.colors):
            flags = (*flags, tuple(front[color] for color in self.colors))
            front = {}
        return replace(
            memory,
            front=(*memory.front[:seat], front, *memory.front[seat + 1 :]),
            flags=(*memory.flags[:seat], flags, *memory.flags[seat + 1 :]),
        )

    def so_far(self, memory: Memory, seat: int) -> int:
        assert isinstance(memory, FlagMemory)
        return self.points * len(memory.flags[seat])

    def scored(self, before: Memory, after: Memory, seat: int) -> Text | None:
        gained = self.so_far(after, seat) - self.so_far(before, seat)
        return text(_("A flag is complete: +{points}."), points=gained) if gained else None

    def shown(self, state: State, memory: Memory, seat: int) -> Mapping[str, object]:
        assert isinstance(memory, FlagMemory)
        return {
            "front": tuple(color for color in self.colors if color in memory.front[seat]),
            "flags": len(memory.flags[seat]),
        }

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        assert isinstance(memory, FlagMemory)
        return tuple(
            BonusLine(self.kind, tuple(self._reason(state, flag) for flag in memory.flags[t.seat]))
            for t in tallies
        )

    def _reason(self, state: State, flag: tuple[str, ...]) -> Reason:
        names = [state.board.route_name(state.board.route[id]) for id in flag]
        why = text(
            _("A flag from {routes}"),
            routes=", ".join(str(name) for name in names),
        )
        return Reason(self.points, why, routes=flag)
