"""A table at one revision: its row, its seats and its game, loaded together.

A request loads one snapshot, decides on it and is answered from the one that follows; a push is
rendered from one. Entries never change, so a newer snapshot reads only what was added to the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection

from games.maps import library
from games.maps.lru import Memory
from games.models import Seat, Table
from games.rules import codec, engine, log, public_log
from games.rules.board import Board
from games.rules.corrections.words import names_anything, naming
from games.rules.events import Event
from games.rules.log import Entry, EntryCorrected, EntryUndone, Noted
from games.rules.sheet_facts import ItemConfirmed
from games.rules.state import State
from games.table import codes


@dataclass(frozen=True, slots=True)
class Written:
    """When an entry was written, and from which seat's phone."""

    at: datetime
    by: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A table's log and the state folded from it; `written` has one item per entry.

    `in_force` is the latest event that counts, with the number of its entry, and `withdrawn` the
    numbers of entries that do not count. `naming` is the board with everything that was ever on it,
    because lines of the log mention it. These are carried on from entry to entry, so that a log of
    a thousand lines costs no more than one of ten.

    `before` is the state before the entries that were added last, to tell what they completed; None
    if they were just read from the database.
    """

    entries: tuple[Entry, ...]
    written: tuple[Written, ...]
    state: State
    in_force: tuple[int, Event] | None
    withdrawn: frozenset[int]
    naming: Board
    before: State | None = None

    @classmethod
    def fold(cls, board: Board, entries: Sequence[Entry], written: Sequence[Written]) -> Game:
        state = log.fold(board, entries)
        return cls(
            tuple(entries),
            tuple(written),
            state,
            log.latest(entries),
            public_log.withdrawn(entries),
            naming(state.board, (entry.fact for entry in entries)),
        )

    @property
    def number(self) -> int:
        """The number of the latest entry that matters to the game: what forms name as seen."""
        quiet = Noted | ItemConfirmed
        return next(e.number for e in reversed(self.entries) if not isinstance(e.fact, quiet))

    @property
    def last(self) -> int:
        return self.entries[-1].number

    def extended(self, entries: Sequence[Entry], written: Sequence[Written]) -> Game:
        """The game with further entries; folded again only if one withdraws an earlier one."""
        all_entries, all_written = (*self.entries, *entries), (*self.written, *written)
        if any(isinstance(entry.fact, EntryUndone | EntryCorrected) for entry in entries):
            folded = Game.fold(self.state.sheet, all_entries, all_written)
            return replace(folded, before=self.state)
        events = [(e.number, e.fact) for e in entries if isinstance(e.fact, Event)]
        state = engine.evolve_all(self.state, (event for _number, event in events))
        undoable = [numbered for numbered in events if log.undoable(numbered[1])]
        in_force = undoable[-1] if undoable else self.in_force
        named = self.naming
        if state.board is not self.state.board or any(names_anything(e.fact) for e in entries):
            named = naming(state.board, (entry.fact for entry in all_entries))
        return Game(all_entries, all_written, state, in_force, self.withdrawn, named, self.state)


def at_entry(game: Game, number: int) -> Game:
    """The game as it was after an entry of its log."""
    return Game.fold(game.state.sheet, game.entries[:number], game.written[:number])


@dataclass(frozen=True, slots=True)
class Reported:
    """A mistake on the sheet that somebody at the table has reported."""

    route: str
    by: str  # the name of the seat
    color: str
    length: int


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table, its seats and its game (None before the start), all at one revision."""

    table: Table
    seats: tuple[Seat, ...]
    game: Game | None
    reports: tuple[Reported, ...] = ()  # the open ones

    @property
    def started_game(self) -> Game:
        """The game. Raises LookupError at a table that has not started."""
        if self.game is None:
            raise LookupError("the game has not started")
        return self.game


# The one thing a process remembers of tables. A snapshot is right as long as its revision is the
# table's own; anyone who uses one says how new it must be.
snapshots: Memory[str, TableSnapshot] = Memory(most=500)


def _key(table: Table) -> str:
    """The key of a table's snapshot; a new one once its log was rewritten (`renaming.py`)."""
    return f"{table.key}.{table.rewritten}"


# Every request at a table asks this. In SQL, because the ORM takes fifteen times as long to write
# it as the database to answer; the condition is that of the index on open tables.
OPEN_TABLE = """
    SELECT id, key, rewritten, revision FROM games_table WHERE code = %s AND NOT (stage = %s)
"""


def load(code: str) -> TableSnapshot | None:
    """The open table with this code. Where its snapshot is current, that costs one short query."""
    with connection.cursor() as cursor:
        cursor.execute(OPEN_TABLE, [codes.tidy(code), Table.Stage.CLOSED])
        row = cursor.fetchone()
    if row is None:
        return None
    pk, key, rewritten, revision = row
    return load_table(Table(pk=pk, key=key, rewritten=rewritten, revision=revision))


def load_table(table: Table) -> TableSnapshot:
    """The table as committed, at least as new as this row."""
    snapshot = snapshots.get(_key(table))
    while snapshot is None or snapshot.table.revision < table.revision:
        table = _row(table)
        earlier = snapshots.get(_key(table))
        snapshot = TableSnapshot(table, _seats(table), _game(table, earlier), _reports(table))
        # All of it was read at one revision, or it is read again.
        if Table.objects.filter(pk=table.pk, revision=table.revision).exists():
            keep(snapshot)
            return snapshot
    return snapshot


def reload(table: Table) -> TableSnapshot:
    """The table as committed now, whatever this process remembers. Raises Table.DoesNotExist."""
    return load_table(_row(table))


def load_locked(row: Table) -> TableSnapshot:
    """The table whose row is locked: the remembered snapshot, brought up to date."""
    snapshot = snapshots.get(_key(row))
    if snapshot is not None and snapshot.table.revision == row.revision:
        return TableSnapshot(row, snapshot.seats, snapshot.game, snapshot.reports)
    return TableSnapshot(row, _seats(row), _game(row, snapshot), _reports(row))


def remembered(table: Table) -> TableSnapshot | None:
    """The snapshot that this process remembers, without asking the database."""
    return snapshots.get(_key(table))


def keep(snapshot: TableSnapshot) -> None:
    snapshots.put(_key(snapshot.table), snapshot)


def _row(table: Table) -> Table:
    """The row as it is now."""
    return Table.objects.select_related("sheet", "claimant").get(pk=table.pk)


def _seats(table: Table) -> tuple[Seat, ...]:
    return tuple(table.seats.order_by("position"))


def _reports(table: Table) -> tuple[Reported, ...]:
    rows = table.reports.filter(done_at=None).order_by("pk")
    return tuple(Reported(row.route, row.by, row.color, row.length) for row in rows)


def _game(table: Table, earlier: TableSnapshot | None) -> Game | None:
    if table.stage == Table.Stage.LOBBY:
        return None
    game = earlier.game if earlier else None
    rows = table.entries.filter(number__gt=game.last if game else 0).order_by("number")
    entries, written = [], []
    for row in rows:
        entries.append(Entry(row.number, codec.unpack(row.wire, row.payload)))
        written.append(Written(row.at, row.by_id))
    if game is not None:
        return game.extended(entries, written) if entries else game
    return Game.fold(library.board_of(table.sheet), entries, written) if entries else None
