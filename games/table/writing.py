"""The two ways to change a table: under its lock (`changing`), or by entries that are written if
nobody else has written meanwhile (`write`).

Either way the table gets its next revision (`revision.py`), and listeners are told once that is
committed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from threading import RLock

from django.db import OperationalError, connection, transaction

from games import metrics
from games.models import Entry as EntryRow
from games.models import Seat, Table
from games.refusals import Refused, Stale
from games.rules import codec, public_log
from games.rules.events import (
    CardsDrawn,
    RouteClaimed,
    TicketsCounted,
    TicketsDrawn,
    TicketsOffered,
    TurnSkipped,
)
from games.rules.log import Entry, EntryCorrected, EntryUndone, Fact, Noted
from games.rules.text import _
from games.rules.violations import RuleViolation
from games.table import index, series
from games.table.revision import Changed, is_latest, save_revision
from games.table.snapshot import Game, TableSnapshot, Written, keep, load_locked, load_table

TURNS = (CardsDrawn, RouteClaimed, TicketsCounted, TicketsDrawn, TicketsOffered, TurnSkipped)
Decide = Callable[[Game], Sequence[Fact]]
COLUMNS = [field.attname for field in Table._meta.concrete_fields if not field.primary_key]


@contextmanager
def changing(table: Table, *, closed_too: bool = False) -> Iterator[Table]:
    """Lock a table's row; what the caller changes in it is saved as the table's next revision."""
    with _one_writer(), transaction.atomic():
        row = _locked(table)
        if row.stage == Table.Stage.CLOSED and not closed_too:
            raise Refused("closed", _("This table is closed."))
        yield row
        save_revision(row, COLUMNS)


def _locked(table: Table) -> Table:
    rows = Table.objects.select_for_update(of=("self",))
    return rows.select_related("sheet", "claimant").get(pk=table.pk)


# SQLite allows one writer at a time; the others poll, sleeping in between. Within this process they
# wait for a lock instead, which wakes the next one at once.
_queue = RLock()


@contextmanager
def _one_writer() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    # With the timeout of SQLite: if another program holds the database, all writers give up.
    if not _queue.acquire(timeout=connection.settings_dict["OPTIONS"].get("timeout", 5)):
        raise OperationalError("database is locked")
    try:
        yield
    finally:
        _queue.release()


# -- Entries --------------------------------------------------------------------------------------


def write(
    *,
    table: Table,
    decide: Decide,
    by: Seat | None,
    request: str = "",
    seen: int | None = None,
    own: int | None = None,
) -> TableSnapshot:
    """Write entries and return the table after them: once per form, and only if nothing unseen
    matters.

    `seen` is the entry that the form was made from. `own` is a seat whose own turn is written:
    unseen turns of others do no harm then.

    `decide` runs on the snapshot at hand, and its entries are written (or its refusal raised) if
    that is still the latest revision. Otherwise it runs once more on the table as it is under its
    lock.
    """
    snapshot = load_table(table)
    try:
        facts = _facts_to_write(snapshot, decide, request, seen, own)
        if facts is None:
            return snapshot
        with _one_writer(), transaction.atomic():
            return _write(snapshot, facts, by, request)
    except Changed:
        pass
    except (RuleViolation, Refused):
        if is_latest(snapshot.table):
            raise
    with _one_writer(), transaction.atomic():
        snapshot = load_locked(_locked(table))
        facts = _facts_to_write(snapshot, decide, request, seen, own)
        return snapshot if facts is None else _write(snapshot, facts, by, request)


def _facts_to_write(
    snapshot: TableSnapshot, decide: Decide, request: str, seen: int | None, own: int | None
) -> Sequence[Fact] | None:
    """Run `decide` unless the form was handled before (then None) or was made from an old state."""
    game = playing(snapshot)
    # A form that was done before made an entry: what it saw is no longer the latest.
    if seen is None or seen != game.number:
        if request and snapshot.table.entries.filter(request=request).exists():
            return None
        _check_seen(game, seen, own)
    return decide(game)


def playing(snapshot: TableSnapshot) -> Game:
    """The game of a table that is being played. Raises Refused for any other table."""
    if snapshot.table.stage == Table.Stage.CLOSED:
        raise Refused("closed", _("This table is closed."))
    if snapshot.game is None:
        raise Refused("not_started", _("The game hasn’t started yet."))
    return snapshot.game


def _check_seen(game: Game, seen: int | None, own: int | None) -> None:
    if seen is None or (
        own is not None and 0 < seen <= game.last and _only_others(game, seen, own)
    ):
        return
    if seen != game.number:
        last = public_log.lines(game.state.board, game.entries, since=game.last - 1)[-1]
        raise Stale("stale", _("In the meantime: {line} Please take another look."), line=last.text)


def _only_others(game: Game, seen: int, own: int) -> bool:
    """Whether all entries after number `seen` are turns of seats other than `own`."""
    return all(
        isinstance(entry.fact, Noted) or (isinstance(entry.fact, TURNS) and entry.fact.seat != own)
        for entry in game.entries[seen:]
    )


def _write(
    snapshot: TableSnapshot, facts: Sequence[Fact], by: Seat | None, request: str
) -> TableSnapshot:
    """Append the entries and raise the revision. Within a transaction; raises Changed."""
    game = playing(snapshot)
    row = copy(snapshot.table)
    if any(isinstance(fact, EntryUndone | EntryCorrected) for fact in facts):
        _reset_reveal(row)
    save_revision(row, ["reveal_step", "reveal_auto"])
    game = game.extended(*append(table=row, facts=facts, after=game.last, by=by, request=request))
    after = TableSnapshot(row, snapshot.seats, game, snapshot.reports)
    transaction.on_commit(lambda: keep(after))
    return after


def _reset_reveal(row: Table) -> None:
    """Start the reveal again: after an undo or a correction it may come out differently."""
    if row.reveal_step:
        series.announce_standing(row)
    row.reveal_step, row.reveal_auto = 0, False
    index.remove_game(row)


def append(
    *, table: Table, facts: Sequence[Fact], after: int, by: Seat | None = None, request: str = ""
) -> tuple[list[Entry], list[Written]]:
    """Add entries after number `after`. The database refuses a number that exists already."""
    entries = [Entry(number, fact) for number, fact in enumerate(facts, start=after + 1)]
    rows = []
    for entry in entries:
        name, payload = codec.pack(entry.fact)
        rows.append(
            EntryRow(
                table=table,
                number=entry.number,
                wire=name,
                payload=payload,
                by=by,
                request=(request or None) if entry is entries[0] else None,
            )
        )
    EntryRow.objects.bulk_create(rows)
    table.entries_written = range(after + 1, after + 1 + len(entries))
    metrics.ENTRIES.inc(len(rows))
    return entries, [Written(row.at, row.by_id) for row in rows]
