"""The interface of a bonus, through which all other code uses it.

Nothing outside this package names a bonus. The engine, the record and the pages get everything
through these hooks: what a claim may contain, which fields are recorded, what to show. A new bonus
consists of its module, a line in the registry and up to four templates in
`templates/table/bonuses/<kind>/`: `seat.jinja`, `board.jinja`, `claim.jinja` and `reveal.jinja`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from games.rules.text import Text, _, text
from games.rules.violations import Code, RuleViolation

if TYPE_CHECKING:
    from games.rules.board import Board, Place, Route
    from games.rules.events import GameStarted, RouteClaimed
    from games.rules.network import Network
    from games.rules.reading import Node
    from games.rules.state import State

SetUp = Mapping[str, tuple[str, ...]]
"""Which colours lie at which places before the first turn; places left out are empty."""

Shuffle = Callable[[list[str]], None]
"""Luck, handed in from outside: puts a list into another order."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The state that a bonus keeps between claims. Most have none."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a bonus on the score sheet: its points and why."""

    points: int
    why: Text
    routes: tuple[str, ...] = ()  # the claims it comes from, if any
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BonusLine:
    kind: str
    reasons: tuple[Reason, ...] = ()

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One step in which the reveal shows a bonus: what it adds to every seat, in seat order.

    `about` is what its template `reveal.jinja` shows, besides the reasons of the lines.
    """

    lines: tuple[BonusLine, ...]
    about: Any = None
    routes: tuple[str, ...] = ()  # highlighted on the map


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something announced to everybody at the table: what happened, and what it's worth.

    Made from public facts only, never from anybody's tickets.
    """

    title: Text
    worth: Text
    seat: int  # the player it's about


@dataclass(frozen=True, slots=True)
class Tally:
    """The facts about a seat that are known when bonuses are counted."""

    seat: int
    network: Network
    tickets_completed: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a bonus, for the fields in the editors of map sheets.

    `shape` is number, colors (several of them), counts (how many of each colour) or rows (a list
    whose rows have `columns`, the first one a number). `place_field` names the field of places a
    parameter is counted against: the rows' own number, or the sum of all counts.
    """

    name: str
    shape: str
    label: str
    least: int = 0
    most: int = 1000
    fresh: int = 1  # the default number, or number of colours, when the bonus is switched on
    help: str = ""
    another: str = ""  # rows: the label of the button that adds one
    columns: tuple[Parameter, ...] = ()
    place_field: str = ""


@dataclass(frozen=True, slots=True)
class PlaceField:
    """A field of places that belongs to a bonus: how many lie there, or which group it is in."""

    name: str
    label: str  # on its own, as in a form
    word: str  # within a sentence
    least: int
    most: int
    keys: str = ""  # “digits” or “steps” (+ and −): the keys that set it on the drawing board
    hint: str = ""  # what they do, shown while a place is selected
    command: str = ""  # the same in the list of commands


@dataclass(frozen=True, slots=True)
class Way:
    """One way of setting up a table: as an option, and as a lobby shows it."""

    value: str
    label: str
    note: str


class Bonus:
    """One bonus of a map, with the parameters its sheet gives. Subclasses are frozen dataclasses.

    Every hook has a harmless default, so a module contains only what its bonus needs.
    """

    kind: ClassVar[str]
    name: ClassVar[str]  # in English, marked for translation
    offered_as: ClassVar[str] = ""  # its name in the form for an empty board; empty: the same
    fields: ClassVar[tuple[str, ...]]  # its parameters in the sheet
    counted_at_once: ClassVar[bool] = False  # its points go on the score track during the game
    public: ClassVar[bool] = True  # it depends only on what everybody sees
    asks: ClassVar[str] = ""  # the field of a claim with its answer; empty: it asks nothing
    code: ClassVar[str] = Code.MALFORMED  # of its refusals (docs/record.md); it may have its own
    asks_all_alike: ClassVar[bool] = False  # its answers do not depend on who claims
    another_answer: ClassVar[str] = ""  # how a correction offers the same claim with another answer
    sets_up: ClassVar[str] = ""  # the field of the start that sets it up; empty: nothing to set up
    measured_in: ClassVar[str] = ""  # what a tie-break named after it compares; empty: nothing
    # The sentence in the verdict when this figure broke a tie.
    decides: ClassVar[str] = _(
        "{players} are level on {points}; {player} wins with more {measure}."
    )
    breaks_tie: ClassVar[str] = ""  # the same on the rules page; empty: more of `measured_in`
    # The screen has room for one bonus beside each name; the highest number wins.
    tells_most: ClassVar[int] = 0
    # The label of the option that hides who leads until the reveal; empty: there's no such option.
    lead_hides: ClassVar[str] = ""

    # -- The map sheet ----------------------------------------------------------------------------

    editable: ClassVar[tuple[Parameter, ...]] = ()  # empty: it can only be set in the file
    place_field: ClassVar[PlaceField | None] = None

    @classmethod
    def read(cls, node: Node) -> Bonus:
        raise NotImplementedError

    def parameters(self) -> dict[str, object]:
        """The parameters as `read` expects them, for writing the sheet."""
        raise NotImplementedError

    def problems(self, board: Board) -> Sequence[tuple[str, Text]]:
        """Errors in the sheet about this bonus: where in the file, relative to the bonus, and
        why."""
        return ()

    def place_problem(self, place: Place) -> Text | None:
        """The error in the `place_field` of a place, if there is one."""
        return None

    @classmethod
    def place_problem_elsewhere(cls, place: Place) -> Text:
        """The error in the `place_field` of a place on a map without this bonus, if there is
        one."""
        return text(_("No bonus on this map uses this."))

    counted_already: ClassVar[str] = ""  # the rules page's line about points scored at once

    def explained(self) -> Sequence[Text]:
        """Its section of the rules page: the rule, then each decision of ours."""
        return ()

    # -- What it puts on the board ----------------------------------------------------------------

    def slots(self, place: Place) -> int:
        """How many pieces can lie at a place."""
        return 0

    def is_sight(self, place: Place) -> bool:
        """Whether a place is drawn as an attraction, because it scores."""
        return False

    def mark(self, place: Place) -> tuple[int, str] | None:
        """The number and the colour with which a place is drawn; None: like any other."""
        return None

    def lying(self, memory: Memory) -> SetUp | None:
        """The colours that lie at places now; None if that is not tracked, or nothing ever lies
        there."""
        return None

    # -- The start --------------------------------------------------------------------------------

    ways: ClassVar[tuple[Way, ...]] = ()  # the ways to know the set-up, the usual one first
    setup_question: ClassVar[str] = ""  # for the person who enters the set-up
    setup_request: ClassVar[str] = ""  # for the whole table, when the program drew the set-up
    share_request: ClassVar[str] = ""  # for one player, on their phone, about their share of it

    def setup_colors(self) -> tuple[str, ...]:
        """The colours that the set-up can use."""
        return ()

    def draw_setup(self, board: Board, shuffle: Shuffle) -> SetUp:
        """A random set-up."""
        return {}

    def setup_left(self, setup: SetUp) -> Mapping[str, int]:
        """How many pieces of each colour still have to be laid; empty if that isn't limited."""
        return {}

    def setup_problem(self, board: Board, setup: SetUp) -> tuple[str, Text] | None:
        """The error in a set-up that somebody entered: the place, and why."""
        return None

    def start(self, board: Board, started: GameStarted) -> Memory:
        return Memory()

    # -- A claim ----------------------------------------------------------------------------------

    @classmethod
    def elsewhere(cls) -> RuleViolation:
        """Why a map without this bonus refuses a claim or a set-up that uses it."""
        return RuleViolation(cls.code, _("This map doesn’t have this bonus."))

    @classmethod
    def read_answer(cls, node: Node) -> object:
        """The field of a claim in a game record."""
        raise NotImplementedError

    @classmethod
    def posted_answer(cls, route: Route, form: Mapping[str, str]) -> object:
        """The answer in a submitted form; empty fields are no answer."""
        return form.get(cls.asks, "") if cls.asks else None

    def question(self, state: State, memory: Memory, seat: int, route: Route) -> Any:
        """The question on the claim sheet, for `claim.jinja`; None: nothing to ask for this
        route."""
        return None

    def suggestion(self, state: State, memory: Memory, seat: int, route: Route) -> object:
        """The default answer: take everything there is to take."""
        return None

    def check(self, state: State, memory: Memory, route: Route, claim: RouteClaimed) -> None:
        """Raise RuleViolation if the claim's answer to this bonus isn't allowed."""

    def claimed(self, memory: Memory, route: Route, claim: RouteClaimed) -> Memory:
        return memory

    def describe_claim(self, sentence: Text, route: Route, claim: RouteClaimed) -> Text:
        """The public log's sentence for a claim, including this bonus."""
        return sentence

    # -- The count --------------------------------------------------------------------------------

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        """One line per seat, in seat order."""
        raise NotImplementedError

    def chapters(
        self,
        state: State,
        memory: Memory,
        tallies: Sequence[Tally],
        lines: tuple[BonusLine, ...],
    ) -> tuple[Chapter, ...]:
        """The steps of the reveal for this bonus: together they contain every reason of `lines`."""
        return (Chapter(lines),)

    def so_far(self, memory: Memory, seat: int) -> int:
        """Points already on the score track, for a bonus counted at once."""
        return 0

    def scored(self, before: Memory, after: Memory, seat: int) -> Text | None:
        """The addition to the public log when a claim scored points of this bonus at once."""
        return None

    def announced(
        self, before: tuple[State, Memory], after: tuple[State, Memory], seat: int
    ) -> Announcement | None:
        """The announcement when a seat has just completed something, or taken the lead."""
        return None

    def measure(self, state: State, memory: Memory, seat: int) -> int:
        """The figure a tie-break named after this bonus compares."""
        return 0

    def summary(self, memory: Memory, seat: int) -> Mapping[str, object]:
        """The facts about a player in `replay --json`, besides the points."""
        return {}

    # -- What everybody sees ----------------------------------------------------------------------

    def shown(self, state: State, memory: Memory) -> Sequence[Any]:
        """The public progress of each seat, in seat order, for `seat.jinja`.

        Pages compare it to find out whether a seat has changed, so it must be hashable.
        """
        return ()
