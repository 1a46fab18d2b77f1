"""The bonus for passengers (docs/rules.md, “Germany: passengers”).

They are taken with each claim; most of a colour scores 20, second most 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games.rules.bonuses.base import (
    Bonus,
    BonusLine,
    Chapter,
    Memory,
    Parameter,
    PlaceField,
    Reason,
    SetUp,
    Shuffle,
    Tally,
    Way,
)
from games.rules.bonuses.passenger_words import counted, passenger, passengers
from games.rules.text import COLORS, Text, _, commas, plural, text
from games.rules.violations import RuleViolation

if TYPE_CHECKING:
    from games.rules.board import Board, Place, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class PassengerMemory(Memory):
    """`waiting` per place; None where the set-up is not tracked. `taken` per seat and colour.

    `gone` is how many have left each place, if the set-up isn't tracked.
    """

    waiting: Mapping[str, tuple[str, ...]] | None
    taken: tuple[Mapping[str, int], ...]
    gone: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lane:
    """A seat in the race for one colour: its number of passengers, and its rank: 1, 2, or 0 for no
    points."""

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
class Race:
    """One colour in the reveal: how many each seat has, the ranks, and how many were left."""

    color: str
    counts: tuple[int, ...]
    places: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Rider:
    """A colour that can be taken: how many the claiming seat has, and the most that any seat
    has."""

    color: str
    mine: int
    best: int


@dataclass(frozen=True, slots=True)
class End:
    """The passengers that can be taken at one end of a route. `proposed`: the only colour there."""

    field: str
    place: Place
    riders: tuple[Rider, ...]
    proposed: str


@dataclass(frozen=True)
class Passengers(Bonus):
    kind = "passengers"
    name = _("Passengers")
    fields = ("bag", "first", "second")
    asks = "passengers"
    code = "passenger_not_there"
    asks_all_alike = True
    another_answer = _("Same route, different passengers")
    sets_up = "passengers"
    measured_in = _("passengers")
    tells_most = 3
    place_field = PlaceField(
        "passengers",
        _("Passengers"),
        _("passengers"),
        *(0, 100),
        keys="steps",
        hint=_("+ and − change its passengers."),
        command=_("one passenger more or less"),
    )
    editable = (
        Parameter(
            "bag",
            "counts",
            _("In the bag"),
            help=_(
                "How many of each colour are in the bag. The places on the board hold the "
                "same number in total."
            ),
            place_field="passengers",
        ),
        Parameter("first", "number", _("Points for most"), 0, 100, fresh=10),
        Parameter("second", "number", _("Points for second most"), 0, 100, fresh=5),
    )
    ways = (
        Way("drawn", _("drawn here and placed as the screen shows"), _("passengers drawn here")),
        Way("typed", _("entered by hand to match the board"), _("passengers entered by hand")),
        Way("untracked", _("not tracked, just counted"), _("passengers not tracked")),
    )
    setup_question = _("Which passengers are where?")
    setup_request = _("Place the passengers on the board as the map shows.")
    share_request = _("Place these passengers on the board.")

    bag: Mapping[str, int]
    first: int
    second: int

    @classmethod
    def read(cls, node: Node) -> Passengers:
        bag = {}
        for color, count in node["bag"].entries():
            if color not in COLORS:
                count.fail(_("“{color}” isn’t a colour."), color=color)
            bag[color] = count.integer(1, 1000)
        if not bag:
            node["bag"].fail(_("The bag is empty."))
        return cls(bag, node["first"].integer(0, 100), node["second"].integer(0, 100))

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
                plural(
                    "The bag holds {count} passenger, but the places on the board hold {board}.",
                    "The bag holds {count} passengers, but the places on the board hold {board}.",
                    in_bag,
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
                    "After a claim, you may take one passenger from each of the two places; "
                    "everyone can see what you’ve taken. At the end, the most of a colour score "
                    "{first}, the second most {second}. Tied for most: everyone tied gets "
                    "{first} and nobody comes second. Tied for second: everyone tied gets "
                    "{second}."
                ),
                first=self.first,
                second=self.second,
            ),
            text(
                _(
                    "You only score for colours you have. The table chooses whether "
                    "Stationmaster draws the passengers, someone enters them by hand, or nobody "
                    "keeps track of them."
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

    def setup_left(self, setup: SetUp) -> Mapping[str, int]:
        left = Counter(self.bag)
        for colors in setup.values():
            left.subtract(colors)
        return {color: left[color] for color in self.bag}

    def setup_problem(self, board: Board, setup: SetUp) -> tuple[str, Text] | None:
        used: Counter[str] = Counter()
        for id, colors in setup.items():
            place = board.place.get(id)
            if place is None:
                return id, text(_("There’s no place with this id on the board."))
            if len(colors) > self.slots(place):
                return id, plural(
                    "{place} can hold at most {count} passenger.",
                    "{place} can hold at most {count} passengers.",
                    self.slots(place),
                    place=place.name,
                )
            for color in colors:
                used[color] += 1
                if color not in self.bag:
                    return id, text(_("There are no {color} passengers."), color=passengers(color))
                if used[color] > self.bag[color]:
                    return id, text(
                        _("The bag holds only {passengers}."),
                        passengers=counted(color, self.bag[color]),
                    )
        return None

    def start(self, board: Board, started: GameStarted) -> PassengerMemory:
        return PassengerMemory(started.setup.get(self.sets_up), ({},) * len(started.players))

    @classmethod
    def elsewhere(cls) -> RuleViolation:
        return RuleViolation(cls.code, _("This map has no passengers."))

    @classmethod
    def read_answer(cls, node: Node) -> dict[str, str]:
        return {place: color.text() for place, color in node.entries()}

    @classmethod
    def posted_answer(cls, route: Route, form: Mapping[str, str]) -> dict[str, str]:
        picked = ((place, form.get(name, "")[:30].strip()) for name, place in _ends(route))
        return {place: color for place, color in picked if color}

    def question(self, state: State, memory: Memory, seat: int, route: Route) -> tuple[End, ...]:
        return tuple(
            self._end(memory, seat, name, state.board.place[place]) for name, place in _ends(route)
        )

    def _end(self, memory: Memory, seat: int, name: str, place: Place) -> End:
        assert isinstance(memory, PassengerMemory)
        emptied = self.slots(place) <= memory.gone.get(place.id, 0)
        colors = () if emptied else self.choices(memory, place.id)
        riders = tuple(
            Rider(
                color,
                memory.taken[seat].get(color, 0),
                max(taken.get(color, 0) for taken in memory.taken),
            )
            for color in colors
        )
        alone = self.tracked(memory) and len(colors) == 1
        return End(name, place, riders, colors[0] if alone else "")

    def suggestion(self, state: State, memory: Memory, seat: int, route: Route) -> dict[str, str]:
        """At each end the colour this seat has most of."""
        mine = self.taken_by(memory, seat)
        return {
            place: max(choices, key=lambda color: mine.get(color, 0))
            for place in route.ends
            if (choices := self.choices(memory, place))
        }

    def describe_claim(self, sentence: Text, route: Route, claim: RouteClaimed) -> Text:
        match [*self._taken(claim).values()]:
            case []:
                return sentence
            case [color]:
                boards = text(_("A {color} passenger boards."), color=passenger(color))
            case [color, other] if color == other:
                boards = text(_("Two {color} passengers board."), color=passengers(color))
            case [color, other, *_more]:
                boards = text(
                    _("A {color} and a {other} passenger board."),
                    color=passenger(color),
                    other=passenger(other),
                )
        return text("{claim} {boards}", claim=sentence, boards=boards)

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
        """Whether the set-up is tracked."""
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
                    self.code,
                    _("{route} doesn’t touch {place}, so you can’t take a passenger there."),
                    route=state.board.route_name(route),
                    place=place.name if place else id,
                )
            assert place is not None
            if memory.waiting is not None and color not in memory.waiting.get(id, ()):
                raise RuleViolation(
                    self.code,
                    _("No {color} passenger is waiting at {place}."),
                    color=passenger(color),
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
                    self.code,
                    plural(
                        "The only {color} passenger is already taken.",
                        "All {count} {colored} passengers are already taken.",
                        self.bag.get(color, 0),
                        color=passenger(color),
                        colored=passengers(color),
                    ),
                )

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> PassengerMemory:
        assert isinstance(memory, PassengerMemory)
        taken = self._taken(claim)
        if not taken:
            return memory
        mine = dict(memory.taken[claim.seat])
        waiting = dict(memory.waiting) if memory.waiting is not None else None
        gone = dict(memory.gone)
        for place, color in taken.items():
            mine[color] = mine.get(color, 0) + 1
            if waiting is None:
                gone[place] = gone.get(place, 0) + 1
            else:
                there = list(waiting[place])
                there.remove(color)
                waiting[place] = tuple(there)
        seat = claim.seat
        return replace(
            memory,
            waiting=waiting,
            gone=gone,
            taken=(*memory.taken[:seat], mine, *memory.taken[seat + 1 :]),
        )

    def measure(self, state: State, memory: Memory, seat: int) -> int:
        assert isinstance(memory, PassengerMemory)
        return sum(memory.taken[seat].values())

    def summary(self, memory: Memory, seat: int) -> Mapping[str, object]:
        return {"passengers": self.taken_by(memory, seat)}

    def shown(self, state: State, memory: Memory) -> Sequence[Shown]:
        assert isinstance(memory, PassengerMemory)
        lanes = []
        for color in self.bag:
            counts = _counts(memory, color)
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
            for seat, reason in enumerate(self._ranking(state, color, _counts(memory, color))):
                if reason:
                    reasons[seat].append(reason)
        return tuple(BonusLine(self.kind, tuple(of_seat)) for of_seat in reasons)

    def chapters(
        self,
        state: State,
        memory: Memory,
        tallies: Sequence[Tally],
        lines: tuple[BonusLine, ...],
    ) -> tuple[Chapter, ...]:
        """Colour by colour, those that somebody has."""
        assert isinstance(memory, PassengerMemory)
        chapters = []
        for color in self.bag:
            counts = _counts(memory, color)
            if any(counts):
                race = Race(color, counts, tuple(placed(counts)), self.bag[color] - sum(counts))
                rows = (
                    BonusLine(self.kind, (reason,) if reason else ())
                    for reason in self._ranking(state, color, counts)
                )
                chapters.append(Chapter(tuple(rows), race))
        return tuple(chapters) or (Chapter(lines),)

    def _ranking(self, state: State, color: str, counts: Sequence[int]) -> list[Reason | None]:
        ranking = commas(
            [
                f"{state.name(seat)} {counts[seat]}"
                for seat in sorted(range(len(counts)), key=lambda seat: -counts[seat])
                if counts[seat]
            ]
        )
        prizes = {
            1: (self.first, _("Most {color} passengers ({ranking})")),
            2: (self.second, _("Second most {color} passengers ({ranking})")),
        }
        reasons: list[Reason | None] = []
        for place in placed(counts):
            if not place:
                reasons.append(None)
                continue
            prize, template = prizes[place]
            why = text(template, color=passengers(color), ranking=ranking)
            reasons.append(Reason(prize, why))
        return reasons


def _counts(memory: PassengerMemory, color: str) -> tuple[int, ...]:
    """How many of a colour each seat has taken."""
    return tuple(taken.get(color, 0) for taken in memory.taken)


def placed(counts: Sequence[int]) -> list[int]:
    """The ranks for these numbers of one colour: 1, 2, or 0 for no points.

    If several tie for most, all are first and nobody is second. A seat with none has no rank.
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
