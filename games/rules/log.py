"""The log of a table: the only truth. Undo and correction append; the fold skips the withdrawn.

Entries are numbered from 1 without gaps; number 1 is the start of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules import engine, tickets
from games.rules.board import Board
from games.rules.events import Event, GameStarted, TicketsDrawn, TicketsOffered, undecide
from games.rules.state import State
from games.rules.text import Text, _, text
from games.rules.violations import Code, RuleViolation


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The latest entry in force is withdrawn.

    `set_aside`: it was a look at tickets, which stay set aside for whoever looked. Logs written
    before that was so do not say it, and in them the tickets just lie in their decks again.
    """

    wire: ClassVar[str] = "entry.undone"
    entry: int
    set_aside: bool = False


@dataclass(frozen=True, slots=True)
class EntryCorrected:
    """An earlier entry is replaced; everything after it was checked to fit still."""

    wire: ClassVar[str] = "entry.corrected"
    entry: int
    event: Event


@dataclass(frozen=True, slots=True)
class Noted:
    """Something everybody at the table is told that changes nothing in the game."""

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


def _steps(entries: Iterable[Entry]) -> list[tuple[int, Event, bool]]:
    """What a state is folded from, in order: events that count, and looks at tickets that do not
    count any more, whose tickets are set aside.

    An undo withdraws the latest entry, so a look keeps its place: whatever follows it in force was
    decided after it was undone.
    """
    found: dict[int, tuple[Event, bool]] = {}
    for entry in entries:
        match entry.fact:
            case GameStarted() | Noted():
                pass
            case EntryUndone(number, set_aside):
                withdrawn = found.pop(number, None)
                if set_aside and withdrawn is not None:
                    found[number] = (withdrawn[0], False)
            case EntryCorrected(number, event):
                found[number] = (event, True)
            case event:
                found[entry.number] = (event, True)
    return [(number, *step) for number, step in sorted(found.items())]


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
    """Every event that counts: its number, itself, and the states before and after it."""
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


def undo_refusal(latest: Event | None, *, author: bool, host: bool) -> Text | None:
    """Why the latest event in force cannot be undone by its author, a host, or somebody else.

    None if it can: by who logged it, and by a host; tickets that were looked at by a host only.
    """
    if latest is None:
        return text(_("There is nothing to undo."))
    if host:
        return None
    if not author:
        return text(_("Only who logged the last entry, or a host, can undo it."))
    if isinstance(latest, TicketsOffered | TicketsDrawn):
        return text(_("Tickets that were looked at can be undone by a host only."))
    return None


def decide_undo(entries: Sequence[Entry]) -> EntryUndone:
    """Withdraw the latest entry in force; tickets that were looked at are set aside."""
    events = in_force(entries)
    if not events:
        raise RuleViolation(Code.GAME_OVER, _("There is nothing to undo."))
    number, event = events[-1]
    return EntryUndone(number, set_aside=isinstance(event, TicketsOffered))


def decide_correction(
    board: Board, entries: Sequence[Entry], number: int, replacement: Event
) -> EntryCorrected:
    """Replace an entry and decide the rest of the game again on top of it.

    Raises RuleViolation: its own for the replacement, `entry_no_longer_fits` for a later entry.
    """
    corrected = dict(in_force(entries)).get(number)
    if corrected is None:
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS,
            _("Entry {number} is not in force and cannot be corrected."),
            number=number,
        )
    if isinstance(corrected, TicketsOffered):
        # Nothing else in its place makes them unseen; an undo sets them aside.
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS, _("Tickets were looked at here: that can only be undone.")
        )
    state = fold(board, entries, before=number)
    for found, event, counts in _steps(entries):
        if found < number:
            continue
        if found == number:
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
                    number=found,
                    reason=violation.text,
                ) from violation
    return EntryCorrected(number, replacement)


def _decided_again(state: State, event: Event) -> State:
    if engine.decide(state, undecide(event)) != (event,):
        # Only dealt tickets can differ: others would lie on top of the deck now.
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS, _("other tickets would have been dealt then.")
        )
    return engine.evolve(state, event)
