"""The bonus for passengers (docs/rules.md, “Germany: passengers”).

They are taken with each claim; most of a colour scores 20, second most 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.rules.bonuses.base import (
    Bonus,
    BonusLine,
    Memory,
    Parameter,
    PlaceField,
    Reason,
    SetUp,
    Shuffle,
    Tally,
    Way,
)
from games.rules.text import COLORS, Text, _, color_word, text
from games.rules.violations import Code, RuleViolation

if TYPE_CHECKING:
    from games.rules.board import Board, Place, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class PassengerMemory(Memory):
    """`waiting` per place; None where the set-up is not tracked. `taken` per seat and colour."""

    waiting: Mapping[str, tuple[str, ...]] | None
    taken: tuple[Mapping[str, int], ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A seat in the race for one colour: how many, and the place: 1, 2, or 0 for no points."""

    color: str
    count: int
    place: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Every colour as one seat has it, in the order of the bag."""

    lanes: tuple[Lane, ...]

    @property
    def taken(self) -> dict[str, int]:
        return {lane.color: lane.count for lane in self.lanes if lane.count}


@dataclass(frozen=True, slots=True)
class End:
    """Who can get on at one end of a route; where it is known who waits, one is proposed."""

    field: str
    place: Place
    colors: tuple[str, ...]
    tracked: bool


@dataclass(frozen=True)
class Passengers(Bonus):
    kind = "passengers"
    name = _("Passengers")
    fields = ("bag", "first", "second")
    asks = "passengers"
    sets_up = "passengers"
    measured_in = _("passengers")
    tells_most = 3
    place_field = PlaceField(
        "passengers",
        _("Passengers"),
        _("passengers"),
        *(0, 100),
        keys="steps",
        hint=_("+ and − are its passengers."),
        command=_("one passenger more or less"),
    )
    editable = (
        Parameter(
            "bag",
            "counts",
            _("In the bag"),
            help=_(
                "How many of each colour are in the bag; the places of the board hold as many"
                " together."
            ),
            place_field="passengers",
        ),
        Parameter("first", "number", _("Points for most"), 0, 100, fresh=10),
        Parameter("second", "number", _("Points for second most"), 0, 100, fresh=5),
    )
    ways = (
        Way("drawn", _("drawn here, placed as the screen shows"), _("passengers drawn here")),
        Way("typed", _("typed in as they lie"), _("passengers typed in")),
        Way("untracked", _("not tracked, just counted"), _("passengers not tracked")),
    )
    setup_question = _("Which passengers lie where?")
    setup_request = _("Put the passengers on the board as the map shows them.")

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
        on_board = sum(map(self.slots, board.places))
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

    @classmethod
    def place_problem_elsewhere(cls, place: Place) -> Text:
        return text(_("This map has no bonus that counts passengers."))

    def explained(self) -> Sequence[Text]:
        return (
            text(
                _(
                    "After a claim you may take one passenger from each of the two places;"
                    " everybody sees what you have taken. At the end, the most of a colour score"
                    " {first}, the second most {second}. Tied for most: all get {first} and nobody"
                    " is second. Tied for second: all get {second}."
                ),
                first=self.first,
                second=self.second,
            ),
            text(
                _(
                    "Nobody scores for a colour they have none of. The table chooses whether"
                    " Stationmaster draws the passengers, somebody types in what lies where, or"
                    " nobody keeps track of the board."
                )
            ),
        )

    def slots(self, place: Place) -> int:
        return place.facts.get("passengers", 0)

    def lying(self, memory: Memory) -> SetUp | None:
        assert isinstance(memory, PassengerMemory)
        return memory.waiting

    def setup_colors(self) -> tuple[str, ...]:
        return tuple(self.bag)

    def draw_setup(self, board: Board, shuffle: Shuffle) -> SetUp:
        bag = [color for color, count in self.bag.items() for _passenger in range(count)]
        shuffle(bag)
        return {
            place.id: tuple(bag.pop() for _passenger in range(self.slots(place)))
            for place in board.places
            if self.slots(place)
        }

    def setup_problem(self, board: Board, setup: SetUp) -> tuple[str, Text] | None:
        used: Counter[str] = Counter()
        for id, colors in setup.items():
            place = board.place.get(id)
            if place is None:
                return id, text(_("There is no place of this id on the board."))
            if len(colors) > self.slots(place):
                return id, text(
                    _("{place} holds {most} passengers at most."),
                    place=place.name,
                    most=self.slots(place),
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
        return PassengerMemory(started.setup.get(self.sets_up), ({},) * len(started.players))

    @classmethod
    def elsewhere(cls) -> RuleViolation:
        return RuleViolation(Code.PASSENGER_NOT_THERE, _("There are no passengers on this map."))

    @classmethod
    def read_answer(cls, node: Node) -> dict[str, str]:
        return {place: color.text() for place, color in node.entries()}

    @classmethod
    def posted_answer(cls, route: Route, form: Mapping[str, str]) -> dict[str, str]:
        picked = ((place, form.get(name, "")[:30].strip()) for name, place in _ends(route))
        return {place: color for place, color in picked if color}

    def question(self, state: State, memory: Memory, seat: int, route: Route) -> tuple[End, ...]:
        tracked = self.tracked(memory)
        return tuple(
            End(name, state.board.place[place], self.choices(memory, place), tracked)
            for name, place in _ends(route)
        )

    def suggestion(self, state: State, memory: Memory, seat: int, route: Route) -> dict[str, str]:
        """At each end the colour this seat has most of."""
        mine = self.taken_by(memory, seat)
        return {
            place: max(choices, key=lambda color: mine.get(color, 0))
            for place in route.ends
            if (choices := self.choices(memory, place))
        }

    def told(self, said: Text, route: Route, claim: RouteClaimed) -> Text:
        taken = [color_word(color) for color in self._taken(claim).values()]
        match taken:
            case []:
                return said
            case [first]:
                return text(_("{claim} A {first} passenger gets on."), claim=said, first=first)
        return text(
            _("{claim} A {first} and a {second} passenger get on."),
            claim=said,
            first=taken[0],
            second=taken[1],
        )

    def _taken(self, claim: RouteClaimed) -> Mapping[str, str]:
        taken: Mapping[str, str] = claim.answers.get(self.asks, {})
        return taken

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
        for id, color in self._taken(claim).items():
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
        for color in self._taken(claim).values():
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
        taken = self._taken(claim)
        if not taken:
            return memory
        mine = dict(memory.taken[claim.seat])
        waiting = dict(memory.waiting) if memory.waiting is not None else None
        for place, color in taken.items():
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

    def summary(self, memory: Memory, seat: int) -> Mapping[str, object]:
        return {"passengers": self.taken_by(memory, seat)}

    def shown(self, state: State, memory: Memory) -> Sequence[Shown]:
        assert isinstance(memory, PassengerMemory)
        lanes = []
        for color in self.bag:
            counts = [taken.get(color, 0) for taken in memory.taken]
            places = zip(counts, placed(counts), strict=True)
            lanes.append([Lane(color, count, place) for count, place in places])
        return [Shown(mine) for mine in zip(*lanes, strict=True)]

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
        ranking = ", ".join(
            f"{state.name(seat)} {counts[seat]}"
            for seat in sorted(range(len(counts)), key=lambda seat: -counts[seat])
            if counts[seat]
        )
        prizes = {
            1: (self.first, _("Most {color} passengers ({ranking})")),
            2: (self.second, _("Second most {color} passengers ({ranking})")),
        }
        found: list[Reason | None] = []
        for place in placed(counts):
            if not place:
                found.append(None)
                continue
            prize, template = prizes[place]
            why = text(template, color=color_word(color), ranking=ranking)
            found.append(Reason(prize, why))
        return found


def placed(counts: Sequence[int]) -> list[int]:
    """Who is first and second with so many of a colour: 1, 2, or 0 for no points.

    Tied for most: all are first and nobody is second. Nobody is placed with none.
    """
    most = max(counts, default=0)
    second = max((count for count in counts if count < most), default=0)
    if counts.count(most) > 1:
        second = 0
    return [
        0 if not count else 1 if count == most else 2 if count == second else 0 for count in counts
    ]


def _ends(route: Route) -> tuple[tuple[str, str], ...]:
    """The field of a form for each end of a route."""
    return (("passenger_a", route.a), ("passenger_b", route.b))
