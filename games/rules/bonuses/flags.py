"""The bonus for flags (docs/rules.md, “Paris: flags”).

Keep a blue, a white and a red card in front of you: four points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.rules.adjectives import colored
from games.rules.board import WILD
from games.rules.bonuses.base import (
    Announcement,
    Bonus,
    BonusLine,
    Memory,
    Parameter,
    Reason,
    Tally,
)
from games.rules.text import COLORS, Text, _, color_word, either, listed, plural, text
from games.rules.vehicles import wild_cards
from games.rules.violations import RuleViolation

if TYPE_CHECKING:
    from games.rules.board import Board, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class FlagMemory(Memory):
    """Per seat: the routes whose cards lie in front of the player, by colour, and the flags made of
    three."""

    front: tuple[Mapping[str, str], ...]
    flags: tuple[tuple[tuple[str, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat's flags, and the colours it already has for the next one."""

    front: tuple[str, ...]
    flags: int


@dataclass(frozen=True, slots=True)
class Question:
    """The colour of the card that can be kept, and what it's worth if it completes a flag."""

    color: str
    points: int  # 0: the flag isn't complete yet


@dataclass(frozen=True)
class Flags(Bonus):
    kind = "flags"
    name = _("Flags")
    fields = ("colors", "points")
    counted_at_once = True
    asks = "keep_card"
    code = "keep_not_allowed"
    another_answer = _("Same route, card kept or not")
    tells_most = 1
    counted_already = _(
        "Routes and flags were scored during the game; Stationmaster recounts them."
    )
    editable = (
        Parameter(
            "colors",
            "colors",
            _("Colours"),
            fresh=3,
            help=_("A card of each of these colours, kept from claims, makes a flag."),
        ),
        Parameter("points", "number", _("Points for a flag"), 1, 100, fresh=4),
    )

    colors: tuple[str, ...]
    points: int

    @classmethod
    def read(cls, node: Node) -> Flags:
        colors = tuple(item.one_of(sorted(COLORS)) for item in node["colors"].items(most=6))
        if len(set(colors)) != len(colors) or not colors:
            node["colors"].fail(_("A flag needs different colours."))
        return cls(colors, node["points"].integer(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"colors": list(self.colors), "points": self.points}

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        return [
            (
                f"colors[{i}]",
                text(_("The box has no {color} cards."), color=colored(color, "cards")),
            )
            for i, color in enumerate(self.colors)
            if color not in board.cards
        ]

    def start(self, board: Board, started: GameStarted) -> FlagMemory:
        seats = len(started.players)
        return FlagMemory(({},) * seats, ((),) * seats)

    def explained(self) -> Sequence[Text]:
        return (
            plural(
                "When you claim a {colors} route, you may keep one of the cards you paid "
                "with in front of you, if it’s in the colour of the route and you don’t have "
                "that colour there yet. Once you have all the colours, score {count} point, "
                "discard the cards and start a new flag on a later turn.",
                "When you claim a {colors} route, you may keep one of the cards you paid "
                "with in front of you, if it’s in the colour of the route and you don’t have "
                "that colour there yet. Once you have all the colours, score {count} points, "
                "discard the cards and start a new flag on a later turn.",
                self.points,
                colors=either(colored(color, "route") for color in self.colors),
            ),
            text(_("Stationmaster suggests keeping a card whenever you’re allowed to.")),
        )

    @classmethod
    def elsewhere(cls) -> RuleViolation:
        return RuleViolation(cls.code, _("You can’t keep a card on this map: it has no flags."))

    @classmethod
    def read_answer(cls, node: Node) -> bool:
        return node.flag()

    @classmethod
    def posted_answer(cls, route: Route, form: Mapping[str, str]) -> bool:
        return form.get("keep_card", "") not in ("", "0", "false", "False")

    def question(self, state: State, memory: Memory, seat: int, route: Route) -> Question | None:
        if not self.may_keep(memory, seat, route.color):
            return None
        assert isinstance(memory, FlagMemory)
        completes = len(memory.front[seat]) + 1 == len(self.colors)
        return Question(route.color, self.points if completes else 0)

    def suggestion(self, state: State, memory: Memory, seat: int, route: Route) -> bool:
        return self.may_keep(memory, seat, route.color)

    def describe_claim(self, sentence: Text, route: Route, claim: RouteClaimed) -> Text:
        if "keep_card" not in claim.answers:
            return sentence
        return text(
            _("{claim} A {color} card is kept."), claim=sentence, color=colored(route.color, "card")
        )

    def may_keep(self, memory: Memory, seat: int, color: str) -> bool:
        assert isinstance(memory, FlagMemory)
        return color in self.colors and color not in memory.front[seat]

    def check(self, state: State, memory: Memory, route: Route, claim: RouteClaimed) -> None:
        if "keep_card" not in claim.answers:
            return
        assert isinstance(memory, FlagMemory)
        player = state.name(claim.seat)
        if route.color not in self.colors:
            raise RuleViolation(
                self.code,
                _(
                    "{player} can’t keep a card for {route}: {color} isn’t one of the flag’s "
                    "colours."
                ),
                player=player,
                route=state.board.route_name(route),
                color=color_word(route.color),
            )
        if route.color in memory.front[claim.seat]:
            raise RuleViolation(
                self.code,
                _(
                    "{player} can’t keep a card for {route}: there’s already a {color} card in "
                    "front of them."
                ),
                player=player,
                route=state.board.route_name(route),
                color=colored(route.color, "card"),
            )
        if claim.cards is not None and not any(
            count for color, count in claim.cards.items() if color != WILD
        ):
            raise RuleViolation(
                self.code,
                _("{player} can’t keep a card for {route}: it was paid with {wilds} only."),
                player=player,
                route=state.board.route_name(route),
                wilds=wild_cards(state.board.vehicle),
            )

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> FlagMemory:
        assert isinstance(memory, FlagMemory)
        if "keep_card" not in claim.answers:
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

    def announced(
        self, before: tuple[State, Memory], after: tuple[State, Memory], seat: int
    ) -> Announcement | None:
        (_state, was), (state, now) = before, after
        if self.so_far(now, seat) <= self.so_far(was, seat):
            return None
        worth = plural(
            "+{points}, discard the card",
            "+{points}, discard the {count} cards",
            len(self.colors),
            points=self.points,
        )
        title = text(_("{player} completes a flag"), player=state.name(seat))
        return Announcement(title, worth, seat)

    def shown(self, state: State, memory: Memory) -> Sequence[Shown]:
        assert isinstance(memory, FlagMemory)
        return [
            Shown(tuple(color for color in self.colors if color in front), len(flags))
            for front, flags in zip(memory.front, memory.flags, strict=True)
        ]

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
        why = text(_("A flag from {routes}"), routes=listed(names))
        return Reason(self.points, why, routes=flag)
