"""A short notation for tests: start a game, let players act, check refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import pytest

from games.rules import engine
from games.rules.actions import (
    Action,
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    EndGame,
    Player,
    StartGame,
    TicketSource,
)
from games.rules.board import Board
from games.rules.events import Event, RouteClaimed
from games.rules.log import Entry, Fact, fold, in_force
from games.rules.scoring import ScoreRow, ScoreSheet, score
from games.rules.state import Phase, State
from games.rules.violations import RuleViolation
from tests.support.boards import board as board_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
DEALT, PAPER, RECORD = TicketSource.DEALT, TicketSource.PAPER, TicketSource.RECORD


class Table:
    """A game in progress: its log, and the state folded along with it."""

    def __init__(self, board: Board, start: StartGame) -> None:
        self.board = board
        self.started, offers = engine.begin(board, start)
        self.entries = [Entry(1, self.started)]
        self.state = engine.start(board, self.started)
        self._append(offers)

    def _append(self, events: Iterable[Event]) -> None:
        for event in events:
            self.entries.append(Entry(len(self.entries) + 1, event))
            self.state = engine.evolve(self.state, event)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for _number, event in in_force(self.entries))

    def do(self, *actions: Action) -> Table:
        for action in actions:
            self._append(engine.decide(self.state, action))
        return self

    def note(self, fact: Fact) -> Table:
        """Append an undo or a correction."""
        self.entries.append(Entry(len(self.entries) + 1, fact))
        self.state = fold(self.board, self.entries)
        return self

    def refusal(self, action: Action) -> RuleViolation:
        """The refusal of an action; also checks that nothing else has happened."""
        before = fingerprint(self.state)
        with pytest.raises(RuleViolation) as refused:
            engine.decide(self.state, action)
        assert fingerprint(self.state) == before
        return refused.value

    def code(self, action: Action) -> str:
        return self.refusal(action).code

    # -- the player to move ----------------------------------------------------------------------

    @property
    def mover(self) -> int:
        return self.state.to_move

    def claim(
        self,
        route: str,
        cards: Mapping[str, int] | None = None,
        keep_card: bool = False,
        passengers: Mapping[str, str] | None = None,
    ) -> Table:
        answers = {"keep_card": keep_card, "passengers": passengers}
        return self.do(ClaimRoute(self.mover, route, cards, answers))

    def pass_turns(self, count: int = 1) -> Table:
        """Draw cards, the turn that changes nothing on the board."""
        for _turn in range(count):
            self.do(DrawCards(self.mover))
        return self

    def pass_to(self, seat: int) -> Table:
        while self.mover != seat:
            self.pass_turns()
        return self

    def build(self, seat: int, *routes: str) -> Table:
        """One seat claims routes; everybody else draws cards in between."""
        for route in routes:
            self.pass_to(seat).claim(route)
        return self

    def tickets(self, kept: Sequence[str], returned: Sequence[str] | None = None) -> Table:
        back = None if returned is None else tuple(returned)
        return self.do(DrawTickets(self.mover, tuple(kept), back))

    def end(self) -> Table:
        return self.do(EndGame())

    # -- the count -------------------------------------------------------------------------------

    @property
    def sheet(self) -> ScoreSheet:
        return score(self.state)

    def row(self, seat: int) -> ScoreRow:
        return self.sheet.rows[seat]


def fingerprint(state: State) -> str:
    """Everything in a state except its board, to compare states."""
    return repr(replace(state, board=None, sheet=None))  # type: ignore[arg-type]


def people(board: Board, seats: int, at_reveal: Sequence[int] = ()) -> tuple[Player, ...]:
    return tuple(
        Player(NAMES[seat], board.player_colors[seat], at_reveal=seat in at_reveal)
        for seat in range(seats)
    )


def table(
    where: str | Board,
    seats: int = 2,
    source: TicketSource = RECORD,
    *,
    opening: Sequence[Sequence[str]] | None = None,
    opened: bool = True,
    at_reveal: Sequence[int] = (),
    final_round_at: int | None = None,
    passengers: Mapping[str, tuple[str, ...]] | None = None,
    decks: tuple[tuple[str, ...], ...] = (),
) -> Table:
    """A table before its first turn. `opening`: the tickets each seat keeps; by default the first
    of the sheet, nobody's twice. With `opened=False` the opening choice is still to be made."""
    board = board_of(where) if isinstance(where, str) else where
    if source is DEALT and not decks:
        decks = tuple(board.deck_tickets[deck.id] for deck in board.decks)
    start = StartGame(
        players=people(board, seats, at_reveal),
        final_round_at=board.final_round_at if final_round_at is None else final_round_at,
        tickets=source,
        decks=decks,
        setup={} if passengers is None else {"passengers": passengers},
    )
    new = Table(board, start)
    if not opened:
        return new
    if source is DEALT:
        raise ValueError("dealt tickets are chosen from what was dealt: play the opening yourself")
    keep = board.opening.keep
    ids = [ticket.id for ticket in board.tickets]
    for seat in new.state.waiting_for():
        kept = opening[seat] if opening else ids[seat * keep : (seat + 1) * keep]
        new.do(ChooseOpening(seat, tuple(kept)))
    return new


def position(
    where: str | Board, routes: Sequence[Sequence[str]], tickets: Sequence[Sequence[str]] = ()
) -> State:
    """A finished game in which each seat has these routes and holds these tickets."""
    prepared = table(where, len(routes))
    state = prepared.state
    for seat, owned in enumerate(routes):
        for route in owned:
            state = engine.evolve(replace(state, to_move=seat), RouteClaimed(seat, route))
    hands = tuple(
        replace(hand, tickets=tuple(tickets[seat]) if tickets else ())
        for seat, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, phase=Phase.OVER)
