"""What a bonus is to the engine: something it remembers, refuses, adds and explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from games.rules.words import Text

if TYPE_CHECKING:
    from games.rules.board import Board, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.network import Network
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class Memory:
    """What a bonus remembers between claims. Most remember nothing."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a bonus on the score sheet: its points and why."""

    points: int
    why: Text
    routes: tuple[str, ...] = ()  # the claims it comes from, where it comes from claims
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BonusLine:
    kind: str
    reasons: tuple[Reason, ...] = ()

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Tally:
    """What is known of a seat when bonuses are counted."""

    seat: int
    network: Network
    tickets_completed: int


class Bonus:
    """One bonus of a map, with the parameters its sheet gives. Subclasses are frozen dataclasses.

    Every hook has a harmless default, so that a module holds only what its bonus needs.
    """

    kind: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]  # its parameters in the sheet
    counted_at_once: ClassVar[bool] = False  # its points go on the score track during the game
    public: ClassVar[bool] = True  # it depends only on what everybody sees

    @classmethod
    def read(cls, node: Node) -> Bonus:
        raise NotImplementedError

    def parameters(self) -> dict[str, object]:
        """What `read` reads, for writing the sheet."""
        raise NotImplementedError

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        """Errors of the sheet that concern this bonus: the place below it in the file, and why."""
        return ()

    def start(self, board: Board, started: GameStarted) -> Memory:
        return Memory()

    @classmethod
    def refuse_elsewhere(cls, claim: RouteClaimed) -> None:
        """On a map without this bonus: raise RuleViolation if a claim uses it."""

    def check(self, state: State, memory: Memory, route: Route, claim: RouteClaimed) -> None:
        """Raise RuleViolation if the claim asks something of this bonus that is not allowed."""

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> Memory:
        return memory

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        """One line per seat, in seat order."""
        raise NotImplementedError

    def so_far(self, memory: Memory, seat: int) -> int:
        """Points already on the score track, for a bonus counted at once."""
        return 0

    def scored(self, before: Memory, after: Memory, seat: int) -> Text | None:
        """What the public log says where a claim put points of this bonus on the score track."""
        return None

    def measure(self, memory: Memory, seat: int) -> int:
        """The figure a tie-break named after this bonus compares."""
        return 0

    def shown(self, state: State, memory: Memory, seat: int) -> Mapping[str, object]:
        """What everybody may see of a seat's progress during the game."""
        return {}
