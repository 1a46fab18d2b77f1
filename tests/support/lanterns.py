"""A made-up bonus, written as a new one would be: a module and three templates.

There are lanterns at some places of the board, in random colours. A player who claims a route to
one may take it, and every lantern scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.board import Board, Place, Route
from games.rules.bonuses.base import (
    Bonus,
    BonusLine,
    Memory,
    Parameter,
    Reason,
    SetUp,
    Shuffle,
    Tally,
    Way,
)
from games.rules.events import GameStarted, RouteClaimed
from games.rules.reading import Node
from games.rules.state import State
from games.rules.text import Text, text
from games.rules.violations import Code, RuleViolation


@dataclass(frozen=True, slots=True)
class LanternMemory(Memory):
    standing: SetUp
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Lanterns(Bonus):
    kind = "lanterns"
    name = "Lanterns"
    fields = ("places", "points")
    asks = "light"
    sets_up = "lanterns"
    measured_in = "lanterns"
    editable = (Parameter("points", "number", "Points for a lantern", 1, 50, fresh=3),)
    ways = (Way("drawn", "lit by lot", "lanterns lit by lot"),)
    setup_request = "Light the lanterns."

    places: tuple[str, ...]
    points: int

    @classmethod
    def read(cls, node: Node) -> Lanterns:
        return cls(node["places"].texts(), node["points"].integer(1, 50))

    def parameters(self) -> dict[str, object]:
        return {"places": list(self.places), "points": self.points}

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        return [
            (f"places[{i}]", text("There is no place {id}.", id=id))
            for i, id in enumerate(self.places)
            if id not in board.place
        ]

    def explained(self) -> Sequence[Text]:
        return (text("A lantern scores {points}.", points=self.points), text("Decided: all burn."))

    def slots(self, place: Place) -> int:
        return 1 if place.id in self.places else 0

    def lying(self, memory: Memory) -> SetUp:
        assert isinstance(memory, LanternMemory)
        return memory.standing

    def setup_colors(self) -> tuple[str, ...]:
        return ("red", "green")

    def draw_setup(self, board: Board, shuffle: Shuffle) -> SetUp:
        colors = [("red", "green")[i % 2] for i in range(len(self.places))]
        shuffle(colors)
        return {place: (color,) for place, color in zip(self.places, colors, strict=True)}

    def start(self, board: Board, started: GameStarted) -> LanternMemory:
        return LanternMemory(started.setup.get("lanterns", {}), (0,) * len(started.players))

    @classmethod
    def read_answer(cls, node: Node) -> bool:
        return node.flag()

    @classmethod
    def posted_answer(cls, route: Route, form: Mapping[str, str]) -> bool:
        return form.get("light") == "1"

    def _lit(self, memory: Memory, route: Route) -> str | None:
        assert isinstance(memory, LanternMemory)
        return next((end for end in route.ends if memory.standing.get(end)), None)

    def question(self, state: State, memory: Memory, seat: int, route: Route) -> str | None:
        lit = self._lit(memory, route)
        return state.board.place[lit].name if lit else None

    def suggestion(self, state: State, memory: Memory, seat: int, route: Route) -> bool:
        return self._lit(memory, route) is not None

    def check(self, state: State, memory: Memory, route: Route, claim: RouteClaimed) -> None:
        if claim.answers.get("light") and self._lit(memory, route) is None:
            raise RuleViolation(Code.MALFORMED, "No lantern stands there.")

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> Memory:
        assert isinstance(memory, LanternMemory)
        lit = self._lit(memory, route)
        if lit is None or not claim.answers.get("light"):
            return memory
        taken = tuple(n + (seat == claim.seat) for seat, n in enumerate(memory.taken))
        return replace(memory, standing={**memory.standing, lit: ()}, taken=taken)

    def describe_claim(self, sentence: Text, route: Route, claim: RouteClaimed) -> Text:
        return (
            text("{claim} A lantern is taken.", claim=sentence)
            if claim.answers.get("light")
            else sentence
        )

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        assert isinstance(memory, LanternMemory)
        return tuple(
            BonusLine(self.kind, (Reason(self.points * taken, text("{n} lanterns", n=taken)),))
            for taken in memory.taken
        )

    def measure(self, state: State, memory: Memory, seat: int) -> int:
        assert isinstance(memory, LanternMemory)
        return memory.taken[seat]

    def summary(self, memory: Memory, seat: int) -> Mapping[str, object]:
        assert isinstance(memory, LanternMemory)
        return {"lanterns": memory.taken[seat]}

    def shown(self, state: State, memory: Memory) -> Sequence[int]:
        assert isinstance(memory, LanternMemory)
        return memory.taken
