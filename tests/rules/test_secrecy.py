"""docs/rules.md, “What is secret”: one player's tickets change nothing in what others may see.

Each test plays a random game twice, in two worlds that differ only in which tickets one player was
dealt or says to hold (other tickets of the same decks, as many as before), and compares what
everybody else gets to see, read, or be told.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import engine, log, public_log
from games.rules.actions import Action, ChooseOpening, DrawTickets, TicketSource
from games.rules.announcements import announcements
from games.rules.events import (
    Event,
    GameStarted,
    OpeningChosen,
    TicketsDrawn,
    TicketsOffered,
    undecide,
)
from games.rules.log import Entry
from games.rules.state import Phase, State
from games.rules.views import host_view, screen_view, seat_view
from games.rules.violations import RuleViolation
from tests.support.play import DEALT, PAPER, RECORD, Table
from tests.support.random_play import games

TICKET_EVENTS = (TicketsOffered, OpeningChosen, TicketsDrawn)
BEFORE_THE_REVEAL = (Phase.OPENING, Phase.TURNS)
Relabel = Callable[[Iterable[str]], tuple[str, ...]]


@dataclass(frozen=True)
class Worlds:
    """The same moments of one game; only the tickets of `seat` differ."""

    table: Table
    seat: int
    logs: tuple[list[Entry], list[Entry]]

    @property
    def others(self) -> list[int]:
        return [i for i in range(len(self.table.state.players)) if i != self.seat]

    def states(self) -> tuple[State, State]:
        one, two = (log.fold(self.table.board, entries) for entries in self.logs)
        return one, two


@st.composite
def worlds(draw: st.DrawFn, sources: tuple[TicketSource, ...] = (DEALT, PAPER, RECORD)) -> Worlds:
    """A game before its reveal and the same with one player's tickets changed for others."""
    t = draw(games(sources))
    rng = draw(st.randoms(use_true_random=True))
    entries = before_the_reveal(t)
    holders = [e.fact.seat for e in entries if isinstance(e.fact, TICKET_EVENTS)]
    assume(holders)
    seat = rng.choice(holders)
    relabel = relabelling(rng, t, seat, entries)
    changed = [Entry(e.number, _changed(e.fact, seat, relabel)) for e in entries]  # type: ignore[arg-type]
    assume(changed != entries)
    return Worlds(t, seat, (entries, changed))


def before_the_reveal(t: Table) -> list[Entry]:
    state, entries = engine.start(t.board, t.started), t.entries[:1]
    for entry in t.entries[1:]:
        state = engine.evolve(state, entry.fact)  # type: ignore[arg-type]
        if state.phase not in BEFORE_THE_REVEAL:
            break
        entries.append(entry)
    return entries


def relabelling(rng: Random, t: Table, seat: int, entries: list[Entry]) -> Relabel:
    """Other tickets of the same decks for those that only this seat has ever looked at.

    On paper all tickets will do, also those that others hold: nobody compares them.
    """
    seen_by_others = {
        ticket
        for entry in entries
        if isinstance(entry.fact, TICKET_EVENTS) and entry.fact.seat != seat
        for ticket in _named(entry.fact)
    }
    if t.state.source is PAPER:
        seen_by_others = set()
    mapping: dict[str, str] = {}
    for deck in t.board.decks:
        free = [id for id in t.board.deck_tickets[deck.id] if id not in seen_by_others]
        mapping |= dict(zip(free, rng.sample(free, len(free)), strict=True))
    return lambda tickets: tuple(mapping.get(ticket, ticket) for ticket in tickets)


def _named(event: Event) -> tuple[str, ...]:
    match event:
        case TicketsOffered(_seat, _mix, tickets):
            return tickets
        case OpeningChosen(_seat, kept, returned) | TicketsDrawn(_seat, kept, returned):
            return (*kept, *(returned or ()))
    return ()


def _changed(fact: GameStarted | Event, seat: int, relabel: Relabel) -> GameStarted | Event:
    match fact:
        case GameStarted():
            return replace(fact, decks=tuple(relabel(deck) for deck in fact.decks))
        case TicketsOffered() if fact.seat == seat:
            return replace(fact, tickets=relabel(fact.tickets))
        case OpeningChosen() | TicketsDrawn() if fact.seat == seat:
            back = None if fact.returned is None else relabel(fact.returned)
            return replace(fact, kept=relabel(fact.kept), returned=back)
    return fact


@given(worlds())
def test_both_worlds_are_legal_games(w: Worlds) -> None:
    for entries in w.logs:
        state = engine.start(w.table.board, log.started(entries))
        for entry in entries[1:]:
            event = entry.fact
            assert engine.decide(state, undecide(event)) == (event,)  # type: ignore[arg-type]
            state = engine.evolve(state, event)  # type: ignore[arg-type]


@given(worlds())
def test_the_player_concerned_does_see_a_difference(w: Worlds) -> None:
    """Otherwise the other tests would compare a game with itself."""
    one, two = (state.hands[w.seat] for state in w.states())
    assume((one.tickets, one.offer) != (two.tickets, two.offer))
    views = [seat_view(state, w.seat) for state in w.states()]
    assert views[0] != views[1]
    assert views[0].screen == views[1].screen


@given(worlds(), st.randoms(use_true_random=True))
def test_nobody_else_sees_a_difference_at_any_moment(w: Worlds, rng: Random) -> None:
    board = w.table.board
    every = range(1, len(w.logs[0]) + 1)
    for length in {*rng.sample(every, min(4, len(every))), len(every)}:
        one, two = (log.fold(board, entries[:length]) for entries in w.logs)
        assert screen_view(one) == screen_view(two)
        assert host_view(one) == host_view(two)
        for other in w.others:
            assert seat_view(one, other) == seat_view(two, other)


@given(worlds())
def test_what_is_announced_is_the_same(w: Worlds) -> None:
    board, length = w.table.board, len(w.logs[0])
    for last in range(max(2, length - 8), length + 1):
        announced = [
            announcements(log.fold(board, entries[: last - 1]), log.fold(board, entries[:last]))
            for entries in w.logs
        ]
        assert announced[0] == announced[1]


@given(worlds())
def test_the_public_log_reads_the_same(w: Worlds) -> None:
    one, two = (public_log.lines(w.table.board, entries) for entries in w.logs)
    assert one == two
    assert [str(line.text) for line in one] == [str(line.text) for line in two]


@given(worlds())
def test_the_undo_of_an_entry_reads_the_same(w: Worlds) -> None:
    sentences = []
    for entries in w.logs:
        undone = Entry(len(entries) + 1, log.decide_undo(entries))
        sentences.append(public_log.lines(w.table.board, [*entries, undone]))
    assert sentences[0] == sentences[1]


def answer(state: State, action: Action) -> str:
    try:
        return repr(engine.decide(state, action))
    except RuleViolation as refused:
        return f"{refused.code}: {refused.message}"


@given(worlds((DEALT, PAPER)), st.randoms(use_true_random=True))
def test_nobody_can_probe_what_another_holds(w: Worlds, rng: Random) -> None:
    """The trap of logged tickets: whatever others try to keep, the answer tells nothing."""
    one, two = w.states()
    for other in w.others:
        for ticket in w.table.board.tickets:
            opening = ChooseOpening(other, (ticket.id,), shuffle=(0.5,) * 4)
            tries: list[Action] = [opening, DrawTickets(other, (ticket.id,))]
            back = rng.choice(w.table.board.tickets).id
            tries.append(DrawTickets(other, (ticket.id,), (back,)))
            for action in tries:
                assert answer(one, action) == answer(two, action)


@given(worlds((DEALT, PAPER)), st.randoms(use_true_random=True))
def test_nobody_can_probe_by_correcting_their_own_entries(w: Worlds, rng: Random) -> None:
    board = w.table.board
    for entry in w.logs[0]:
        event = entry.fact
        if not isinstance(event, (OpeningChosen, TicketsDrawn)) or event.seat == w.seat:
            continue
        drawn = _named(event)
        if w.table.state.source is PAPER:
            drawn = (*drawn, rng.choice(board.tickets).id)
        chosen = tuple(rng.sample(drawn, len(event.kept)))
        rest = tuple(ticket for ticket in drawn if ticket not in chosen)
        other = replace(event, kept=chosen, returned=None if event.returned is None else rest)
        outcomes = [_corrected(w, entries, entry.number, other) for entries in w.logs]
        assert outcomes[0] == outcomes[1]


def _corrected(w: Worlds, entries: list[Entry], number: int, event: Event) -> str:
    try:
        return repr(log.decide_correction(w.table.board, entries, number, event))
    except RuleViolation as refused:
        return f"{refused.code}: {refused.message}"
    except ValueError as unlucky:  # more tickets go back than luck was recorded for
        return repr(unlucky)
