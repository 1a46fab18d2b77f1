"""Closes idle tables with notice, frees their codes, and deletes games that were never finished.

Idle time is counted (`expiry.py`), because clocks can be wrong, and deleting takes two runs a day
apart. Safe to run at any time and by several processes at once: every table is read again under its
own lock before anything is done to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games.access.audience import DAYS
from games.archive import player_names, uploads
from games.archive.replays import REVEALED
from games.models import Seat, Table
from games.rules.state import Phase
from games.table import index
from games.table.expiry import (
    NONE,
    closes_after,
    idle,
    idle_at,
    idle_limit,
    is_counted,
    notice_period,
)
from games.table.moves import keep_in_history
from games.table.revision import raise_revision
from games.table.snapshot import Game, reload
from games.table.writing import changing


@dataclass(slots=True)
class Tidied:
    """What was done, or would be: the codes of the tables."""

    warned: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    shut: list[str] = field(
        default_factory=list
    )  # closed ones whose cookies no longer open anything
    doomed: list[str] = field(default_factory=list)  # deleted by a run that is a day later
    deleted: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.revealed, self.closed, self.shut, self.doomed, self.deleted))

    def lines(self) -> list[str]:
        """One line for each kind of thing that was done, for the person who runs the server."""
        codes_by_deed = {
            "Kept among the finished games, though nobody watched the reveal": self.revealed,
            "Closed, nobody came back": self.closed,
            "Closed soon, their pages say so": self.warned,
            "Old cookies no longer open anything": self.shut,
            "Deleted from tomorrow on, never finished": self.doomed,
            "Deleted, never finished": self.deleted,
        }
        return [f"{what}: {', '.join(codes)}" for what, codes in codes_by_deed.items() if codes]


# -- Counting -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Idle:
    """A table, and for how long nobody has done anything there."""

    table: Table
    idle: timedelta

    @property
    def closed(self) -> bool:
        return self.table.stage == Table.Stage.CLOSED

    @property
    def finished(self) -> bool:
        """Whether its game is among the finished ones."""
        return hasattr(self.table, "play")

    @property
    def empty(self) -> bool:
        """Whether it is a lobby in which nobody sits."""
        return self.table.stage == Table.Stage.LOBBY and not self.table.seats.exists()


def _watched(now: datetime, served: timedelta | None) -> list[Idle]:
    """Every table that something may be done about."""
    secret = Seat.objects.filter(table=OuterRef("pk")).exclude(digest="")
    closed = Q(stage=Table.Stage.CLOSED)
    tables = Table.objects.filter(~closed | Q(play=None) | Exists(secret) | ~Q(screen_digest=""))
    return [
        Idle(table, idle(table) if served is None else idle_at(table, now, served))
        for table in tables.order_by("pk").select_related("play")
    ]


def _save_idle_times(watched: list[Idle], now: datetime) -> None:
    """Write down what was counted, of tables nobody has changed meanwhile."""
    for one in watched:
        table = one.table
        if not is_counted(table):
            table.doomed_at = None  # it has been changed since
        table.idle_seconds, table.idle_at = int(one.idle.total_seconds()), now
        table.idle_revision = table.revision
        Table.objects.filter(pk=table.pk, revision=table.revision).update(
            idle_seconds=table.idle_seconds,
            idle_at=now,
            idle_revision=table.revision,
            doomed_at=table.doomed_at,
        )


# -- Tidying --------------------------------------------------------------------------------------


def tidy(*, now: datetime, served: timedelta | None = NONE, dry_run: bool = False) -> Tidied:
    """Count how long tables have been idle, then do what is due.

    `served` is how long the caller has been running since it last called. With None nothing is
    counted: a server that has just started cannot know yet whether its clock is right.
    """
    done = Tidied()
    unseen = list(_finished_unseen())
    for table in unseen:
        done.revealed.append(table.code)
        if not dry_run:
            _reveal(table)
    watched = [one for one in _watched(now, served) if not dry_run or one.table not in unseen]
    if served is not None and not dry_run:
        _save_idle_times(watched, now)
    for table in _untouched(watched):
        done.closed.append(table.code)
        if _over(table) is not None:
            done.revealed.append(table.code)
        if not dry_run:
            _close(table)
    for table in _warned(watched):
        done.warned.append(table.code)
        if not dry_run:
            _rebuild_pages(table)
    for table in _not_yet_revoked(watched):
        done.shut.append(table.code)
        if not dry_run:
            _revoke(table)
    for table in _never_finished(watched):
        if not _is_marked(table, now):
            done.doomed.append(table.code)
            if not dry_run:
                _mark_for_deletion(table, now)
        else:
            done.deleted.append(table.code)
            if not dry_run:
                _delete(table)
    if not dry_run:
        index.delete_unused_players()
    if not dry_run and served is not None:
        uploads.forget_old()
        import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return done


def _started(table: Table) -> Game | None:
    try:
        return reload(table).started_game
    except LookupError:
        return None


def _over(table: Table) -> Game | None:
    """Its game, if it is over and not among the finished ones: nobody watched it to the end."""
    if table.stage == Table.Stage.LOBBY or hasattr(table, "play"):
        return None
    game = _started(table)
    return game if game is not None and game.state.phase is Phase.OVER else None


def _untouched(watched: list[Idle]) -> Iterator[Table]:
    """Open tables nobody has done anything at for so long; empty lobbies sooner."""
    for one in watched:
        if one.closed or one.idle < closes_after(empty=True):
            continue
        if one.idle >= idle_limit() or one.empty:
            yield one.table


def _close(table: Table) -> None:
    with transaction.atomic():
        row = Table.objects.select_for_update().get(pk=table.pk)
        if row.revision != table.revision:
            return  # somebody came back meanwhile
        with changing(row) as row:
            game = _over(row)
            if game is not None:
                row.reveal_step = REVEALED
                keep_in_history(row, game)
            elif not hasattr(row, "play"):
                row.screen_digest = ""
                row.seats.update(digest="")
            row.stage = Table.Stage.CLOSED


def _finished_unseen() -> Iterator[Table]:
    """Index games that were closed before their reveal was over: everything is known, so nothing is
    lost."""
    started = Table.objects.filter(stage=Table.Stage.CLOSED, play=None, entries__number=1)
    tables = started.select_related("sheet").order_by("pk")
    return (table for table in tables if _over(table) is not None)


def _reveal(table: Table) -> None:
    with changing(table, closed_too=True) as row:
        game = _over(row)
        if game is not None:
            row.reveal_step = REVEALED
            keep_in_history(row, game)


def _warned(watched: list[Idle]) -> Iterator[Table]:
    """Unfinished tables that will be closed soon: their pages say so."""
    for one in watched:
        near = idle_limit() - notice_period() <= one.idle < idle_limit()
        if near and not (one.closed or one.finished or one.empty):
            yield one.table


def _rebuild_pages(table: Table) -> None:
    """Have open pages rebuilt. That is no activity, so the idle time stays."""
    with transaction.atomic():
        unchanged = Table.objects.filter(pk=table.pk, revision=table.revision)
        raise_revision(unchanged, idle_revision=F("revision") + 1)


def _not_yet_revoked(watched: list[Idle]) -> Iterator[Table]:
    """Closed tables whose cookies still open something.

    Of a finished game they prove who hosted it and who played, as long as browsers keep them.
    """
    for one in watched:
        proof = one.finished and one.idle < timedelta(days=DAYS)
        if one.closed and not proof and _opens_something(one.table):
            yield one.table


def _opens_something(table: Table) -> bool:
    return bool(table.screen_digest) or table.seats.exclude(digest="").exists()


def _revoke(table: Table) -> None:
    """Invalidate the secrets of a closed table; the idle time stays."""
    with transaction.atomic():
        row = Table.objects.select_for_update().get(pk=table.pk)
        Seat.objects.filter(table=row).update(digest="")
        raise_revision(
            Table.objects.filter(pk=row.pk),
            screen_digest="",
            idle_revision=F("idle_revision") + 1,
        )
    table.refresh_from_db(fields=["revision", "idle_revision"])


# -- Forgetting -----------------------------------------------------------------------------------


def _never_finished(watched: list[Idle]) -> Iterator[Table]:
    """Closed tables whose game was never finished, long ago."""
    for one in watched:
        old = one.idle >= timedelta(days=settings.FORGET_DAYS)
        if old and one.closed and not one.finished:
            yield one.table


def _is_marked(table: Table, now: datetime) -> bool:
    """Whether a run at least a day ago found the same: deleted games cannot be brought back."""
    return table.doomed_at is not None and table.doomed_at <= now - timedelta(days=1)


def _mark_for_deletion(table: Table, now: datetime) -> None:
    if table.doomed_at is None or table.doomed_at > now:  # the clock was set back
        Table.objects.filter(pk=table.pk, revision=table.revision).update(doomed_at=now)


def _delete(table: Table) -> None:
    """Unless something has happened to it meanwhile."""
    same = Table.objects.filter(pk=table.pk, revision=table.revision, play=None)
    if same.exists():
        player_names.delete_game(table=table)
