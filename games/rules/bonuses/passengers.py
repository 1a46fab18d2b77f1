"""The bonus for passengers (docs/rules.md, “Germany: passengers”).

They are taken with each claim; most of a colour scores 20, second most 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.rules.bonuses.base import Bonus, BonusLine, Memory, Reason, Tally
from games.rules.violations import Code, RuleViolation
from games.rules.words import COLORS, Text, _, color_word, text

if TYPE_CHECKING:
    from games.rules.board import Board, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class PassengerMemory(Memory):
    """`waiting` per place; None where the set-up is not tracked. `taken` per seat and colour."""

    waiting: Mapping[str, tuple[str, ...]] | None
    taken: tuple[Mapping[str, int], ...]


@dataclass(frozen=True)
class Passengers(Bonus):
    kind = "passengers"
    fields = ("bag", "first", "second")

    bag: Mapping[str, int]
    first: int
    second: int

    @classmethod
    def read(cls, node: Node) -> Passengers:
        bag = {}
        for color, count in node["bag"].entries():
            if color not in COLORS:
                count.fail(_("“{color}” is not a colour."), color=color)
            bag[color] = count.whole(1, 1000)
        if not bag:
            node["bag"].fail(_("The bag is empty."))
        return cls(bag, node["first"].whole(0, 100), node["second"].whole(0, 100))

    def parameters(self) -> dict[str, object]:
        return {"bag": dict(self.bag), "first": self.first, "second": self.second}

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        on_board = sum(place.passengers for place in board.places)
        in_bag = sum(self.bag.values())
        if on_board == in_bag:
            return ()
        return [
            (
                "bag",
                text(
                    _("The bag holds {bag} passengers, the places of the board {board}."),
                    bag=in_bag,
                    board=on_board,
                ),
            )
        ]

    def setup_problem(
        self, board: Board, passengers: Mapping[str, tuple[str, ...]]
    ) -> tuple[str, Text] | None:
        """What is wrong with passengers as somebody placed them: the place, and why."""
        used: Counter[str] = Counter()
        for id, colors in passengers.items():
            place = board.place.get(id)
            if place is None:
                return id, text(_("There is no place of this id on the board."))
            if len(colors) > place.passengers:
                return id, text(
                    _("{place} holds {most} passengers at most."),
                    place=place.name,
                    most=place.passengers,
                )
            for color in colors:
                used[color] += 1
                if color not in self.bag:
                    return id, text(_("No passenger is {color}."), color=color_word(color))
                if used[color] > self.bag[color]:
                    return id, text(
                        _("The bag holds only {count} {color} passengers."),
                        count=self.bag[color],
                        color=color_word(color),
                    )
        return None

    def start(self, board: Board, started: GameStarted) -> PassengerMemory:
        return PassengerMemory(started.passengers, ({},) * len(started.players))

    @classmethod
    def refuse_elsewhere(cls, claim: RouteClaimed) -> None:
        if claim.passengers:
            raise RuleViolation(Code.PASSENGER_NOT_THERE, _("There are no passengers on this map."))

    def choices(self, memory: Memory, place: str) -> tuple[str, ...]:
        """The colours that can be taken at a place, each once, in the order of the bag."""
        assert isinstance(memory, PassengerMemory)
        if memory.waiting is not None:
            there = memory.waiting.get(place, ())
            return tuple(color for color in self.bag if color in there)
        left = self._left_in_bag(memory)
        return tuple(color for color in self.bag if left[color] > 0)

    def tracked(self, memory: Memory) -> bool:
        """Whether it is known who waits where."""
        assert isinstance(memory, PassengerMemory)
        return memory.waiting is not None

    def _left_in_bag(self, memory: PassengerMemory) -> Counter[str]:
        left = Counter(self.bag)
        for taken in memory.taken:
            left.subtract(taken)
        return left

    def check(self, state: State, memory: Memory, route: Route, claim: RouteClaimed) -> None:
        assert isinstance(memory, PassengerMemory)
        for id, color in claim.passengers.items():
            place = state.board.place.get(id)
            if id not in route.ends:
                raise RuleViolation(
                    Code.PASSENGER_NOT_THERE,
                    _("{route} does not touch {place}: no passenger can be taken there."),
                    route=state.board.route_name(route),
                    place=place.name if place else id,
                )
            assert place is not None
            if memory.waiting is not None and color not in memory.waiting.get(id, ()):
                raise RuleViolation(
                    Code.PASSENGER_NOT_THERE,
                    _("No {color} passenger is waiting at {place}."),
                    color=color_word(color),
                    place=place.name,
                )
        if memory.waiting is None:
            self._check_untracked(memory, claim)

    def _check_untracked(self, memory: PassengerMemory, claim: RouteClaimed) -> None:
        left = self._left_in_bag(memory)
        for color in claim.passengers.values():
            left[color] -= 1
            if left[color] < 0:
                raise RuleViolation(
                    Code.PASSENGER_NOT_THERE,
                    _("All {count} {color} passengers are already taken."),
                    count=self.bag.get(color, 0),
                    color=color_word(color),
                )

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> PassengerMemory:
        assert isinstance(memory, PassengerMemory)
        if not claim.passengers:
            return memory
        mine = dict(memory.taken[claim.seat])
        waiting = dict(memory.waiting) if memory.waiting is not None else None
        for place, color in claim.passengers.items():
            mine[color] = mine.get(color, 0) + 1
            if waiting is not None:
                there = list(waiting[place])
                there.remove(color)
                waiting[place] = tuple(there)
        seat = claim.seat
        return replace(
            memory,
            waiting=waiting,
            taken=(*memory.taken[:seat], mine, *memory.taken[seat + 1 :]),
        )

    def measure(self, memory: Memory, seat: int) -> int:
        assert isinstance(memory, PassengerMemory)
        return sum(memory.taken[seat].values())

    def shown(self, state: State, memory: Memory, seat: int) -> Mapping[str, object]:
        return {"taken": self.taken_by(memory, seat)}

    def taken_by(self, memory: Memory, seat: int) -> dict[str, int]:
        """How many of each colour a seat has, in the order of the bag, without zeros."""
        assert isinstance(memory, PassengerMemory)
        mine = memory.taken[seat]
        return {color: mine[color] for color in self.bag if color in mine}

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        assert isinstance(memory, PassengerMemory)
        reasons: list[list[Reason]] = [[] for _tally in tallies]
        for color in self.bag:
            counts = [memory.taken[tally.seat].get(color, 0) for tally in tallies]
            for seat, reason in enumerate(self._ranking(state, color, counts)):
                if reason:
                    reasons[seat].append(reason)
        return tuple(BonusLine(self.kind, tuple(found)) for found in reasons)

    def _ranking(self, state: State, color: str, counts: Sequence[int]) -> list[Reason | None]:
        """Tied for most: all get the first prize and there is no second."""
        most = max(counts)
        firsts = counts.count(most) if most else 0
        second = max((count for count in counts if 0 < count < most), default=0)
        ranking = ", ".join(
            f"{state.name(seat)} {counts[seat]}"
            for seat in sorted(range(len(counts)), key=lambda seat: -counts[seat])
            if counts[seat]
        )
        found: list[Reason | None] = []
        for count in counts:
            if count and count == most:
                template = _("Most {color} passengers ({ranking})")
                prize = self.first
            elif firsts == 1 and count and count == second:
                template = _("Second most {color} passengers ({ranking})")
                prize = self.second
            else:
                found.append(None)
                continue
            why = text(template, color=color_word(color), ranking=ranking)
            found.append(Reason(prize, why))
        return found
