"""The log of a table: the only truth. Undo and correction append; the fold skips the withdrawn.

Entries are numbered from 1 without gaps; number 1 is the start of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules import engine
from games.rules.board import Board
from games.rules.events import Event, GameStarted, undecide
from games.rules.state import State
from games.rules.violations import Code, RuleViolation
from games.rules.words import _


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The latest entry in force is withdrawn."""

    wire: ClassVar[str] = "entry.undone"
    entry: int


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
    found: dict[int, Event] = {}
    for entry in entries:
        match entry.fact:
            case GameStarted() | Noted():
                pass
            case EntryUndone(number):
                found.pop(number, None)
            case EntryCorrected(number, event):
                found[number] = event
            case event:
                found[entry.number] = event
    return sorted(found.items())


def started(entries: Sequence[Entry]) -> GameStarted:
    first = entries[0].fact
    if not isinstance(first, GameStarted):
        raise ValueError("a log begins with the start of the game")
    return first


def fold(board: Board, entries: Sequence[Entry]) -> State:
    """The state after all entries. Trusts them: they were decided when they were written."""
    state = engine.start(board, started(entries))
    return engine.evolve_all(state, (event for _number, event in in_force(entries)))


def decide_undo(entries: Sequence[Entry]) -> EntryUndone:
    """Withdraw the latest entry in force."""
    events = in_force(entries)
    if not events:
        raise RuleViolation(Code.GAME_OVER, _("There is nothing to undo."))
    return EntryUndone(events[-1][0])


def decide_correction(
    board: Board, entries: Sequence[Entry], number: int, replacement: Event
) -> EntryCorrected:
    """Replace an entry and decide the rest of the game again on top of it.

    Raises RuleViolation: its own for the replacement, `entry_no_longer_fits` for a later entry.
    """
    events = in_force(entries)
    if number not in (found for found, _event in events):
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS,
            _("Entry {number} is not in force and cannot be corrected."),
            number=number,
        )
    state = engine.start(board, started(entries))
    for found, event in events:
        if found < number:
            state = engine.evolve(state, event)
        elif found == number:
            state = _decided_again(state, replacement)
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
