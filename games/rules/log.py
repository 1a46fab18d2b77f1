"""The log of a table, which is the only truth. Undo and correction append; the fold skips what
was withdrawn.

Entries are numbered from 1 without gaps; number 1 is the start of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules import engine, tickets
from games.rules.board import Board
from games.rules.events import (
    CardsDrawn,
    Event,
    GameStarted,
    SheetCompared,
    TicketsDrawn,
    TicketsOffered,
    undecide,
)
from games.rules.sheet_facts import ItemConfirmed
from games.rules.state import State
from games.rules.text import Text, _, text
from games.rules.violations import Code, RuleViolation


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The latest entry in force is withdrawn.

    `set_aside`: it was a look at tickets, which stay set aside for that player. Logs written
    before that was so do not say it, and in them the tickets just lie in their decks again.

    `first`: turns were filled in with that entry, from this number on; they are withdrawn, too.
    """

    wire: ClassVar[str] = "entry.undone"
    entry: int
    set_aside: bool = False
    first: int | None = None

    @property
    def withdrawn(self) -> range:
        """The numbers of all entries that it withdraws."""
        return range(self.entry if self.first is None else self.first, self.entry + 1)


@dataclass(frozen=True, slots=True)
class EntryCorrected:
    """An earlier entry is replaced; everything after it has been checked to fit still."""

    wire: ClassVar[str] = "entry.corrected"
    entry: int
    event: Event


@dataclass(frozen=True, slots=True)
class Noted:
    """A note for everybody at the table that changes nothing in the game."""

    wire: ClassVar[str] = "table.noted"
    note: str
    seat: int | None = None


Fact = GameStarted | Event | EntryUndone | EntryCorrected | Noted


@dataclass(frozen=True, slots=True)
class Entry:
    number: int
    fact: Fact


def in_force(entries: Iterable[Entry]) -> list[tuple[int, Event]]:
    """The events that count, each with the number of the entry it stands for, in order."""
    return [(number, event) for number, event, counts in _steps(entries) if counts]


def undoable(event: Event) -> bool:
    """Whether an undo withdraws this event.

    A confirmation is no move and is taken back where it was given; what was compared before the
    start belongs to the start.
    """
    if isinstance(event, SheetCompared):
        return event.version > 0
    return not isinstance(event, ItemConfirmed)


def latest(entries: Iterable[Entry]) -> tuple[int, Event] | None:
    """The latest event in force that an undo withdraws, and the entry it stands for."""
    return next(
        (numbered for numbered in reversed(in_force(entries)) if undoable(numbered[1])), None
    )


def _steps(entries: Iterable[Entry]) -> list[tuple[int, Event, bool]]:
    """What a state is folded from, in order: events that count, and looks at tickets that no
    longer count, whose tickets are set aside.

    An undo withdraws the latest entry, so a look keeps its place: whatever follows it in force was
    decided after it was undone.
    """
    steps: dict[int, tuple[Event, bool]] = {}
    for entry in entries:
        match entry.fact:
            case GameStarted() | Noted():
                pass
            case EntryUndone(number, set_aside) as undone:
                withdrawn = steps.pop(number, None)
                if set_aside and withdrawn is not None:
                    steps[number] = (withdrawn[0], False)
                for filled in undone.withdrawn[:-1]:
                    steps.pop(filled, None)
            case EntryCorrected(number, event):
                steps[number] = (event, True)
            case event:
                steps[entry.number] = (event, True)
    return [(number, *step) for number, step in sorted(steps.items())]


def started(entries: Sequence[Entry]) -> GameStarted:
    first = entries[0].fact
    if not isinstance(first, GameStarted):
        raise ValueError("a log begins with the start of the game")
    return first


def fold(board: Board, entries: Sequence[Entry], before: int | None = None) -> State:
    """The state after all entries, or the one on which entry number `before` was decided. Trusts
    them: they were decided when they were written."""
    state = engine.start(board, started(entries))
    for number, event, counts in _steps(entries):
        if before is not None and number >= before:
            break
        state = _evolved(state, event, counts)
    return state


def replayed(board: Board, entries: Sequence[Entry]) -> Iterator[tuple[int, Event, State, State]]:
    """Every event that counts: its number, the event, and the states before and after it."""
    state = engine.start(board, started(entries))
    for number, event, counts in _steps(entries):
        after = _evolved(state, event, counts)
        if counts:
            yield number, event, state, after
        state = after


def _evolved(state: State, event: Event, counts: bool) -> State:
    if counts:
        return engine.evolve(state, event)
    return tickets.set_aside(state, event) if isinstance(event, TicketsOffered) else state


def undo_refusal(
    latest: Event | None, *, author: bool, host: bool, paper: bool = False
) -> Text | None:
    """Why the latest event in force cannot be undone by its author, a host, or somebody else.

    None if it can: its author may undo it, and a host; dealt tickets that were looked at only a
    host. Paper tickets lie on the table whatever the phone says.
    """
    if latest is None:
        return text(_("There’s nothing to undo."))
    if host:
        return None
    if not author:
        return text(_("Only the person who logged it, or a host, can undo the last entry."))
    if isinstance(latest, TicketsOffered | TicketsDrawn) and not paper:
        return text(_("Once tickets have been seen, only a host can undo that."))
    return None


def decide_undo(entries: Sequence[Entry]) -> EntryUndone:
    """Withdraw the latest entry in force, with the turns that were filled in for it; tickets that
    were looked at are set aside."""
    events = [numbered for numbered in in_force(entries) if undoable(numbered[1])]
    if not events:
        raise RuleViolation(Code.GAME_OVER, _("There’s nothing to undo."))
    number, event = events[-1]
    first = number
    for earlier, filled in reversed(events[:-1]):
        if not filled_with(earlier, filled, number):
            break
        first = earlier
    return EntryUndone(
        number,
        set_aside=isinstance(event, TicketsOffered),
        first=None if first == number else first,
    )


def filled_with(number: int, fact: object, last: int) -> bool:
    """Whether an entry is a turn that was filled in for entry number `last`."""
    return isinstance(fact, CardsDrawn) and fact.filled > 1 and number + fact.filled - 1 == last


def decide_correction(
    board: Board, entries: Sequence[Entry], number: int, replacement: Event
) -> EntryCorrected:
    """Replace an entry and decide the rest of the game again on top of it.

    Raises RuleViolation: a refusal of the replacement, or `entry_no_longer_fits` for a later
    entry.
    """
    corrected = dict(in_force(entries)).get(number)
    if corrected is None:
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS,
            _("Entry {number} was undone or replaced, so it can’t be fixed."),
            number=number,
        )
    if isinstance(corrected, TicketsOffered):
        # Nothing else in its place makes them unseen; an undo sets them aside.
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS, _("Tickets were seen here, so this can only be undone.")
        )
    state = fold(board, entries, before=number)
    for step, event, counts in _steps(entries):
        if step < number:
            continue
        if step == number:
            state = _decided_again(state, replacement)
        elif not counts:
            state = _evolved(state, event, counts)
        else:
            try:
                state = _decided_again(state, event)
            except RuleViolation as violation:
                raise RuleViolation(
                    Code.ENTRY_NO_LONGER_FITS,
                    _("Entry {number} would no longer fit: {reason}"),
                    number=step,
                    reason=violation.text,
                ) from violation
    return EntryCorrected(number, replacement)


def _decided_again(state: State, event: Event) -> State:
    if engine.decide(state, undecide(event)) != (event,):
        # Only dealt tickets can differ: others would lie on top of the deck now.
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS, _("different tickets would have been dealt.")
        )
    return engine.evolve(state, event)
