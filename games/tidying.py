"""Old tables tidy themselves up: closed after a time with notice, their codes and cookies freed.

Safe to run at any time and by several processes at once: every table is looked at again under its
own lock before anything is done to it. Demo games are left alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games import access, history, imports, people
from games.announcing import announce
from games.closing import EMPTY, ahead, closes_at, patience
from games.films import SHOWN
from games.models import Seat, Table
from games.rules.state import Phase
from games.tables import Game, changing, game_of, keep_in_history


@dataclass(slots=True)
class Tidied:
    """What was done, or would be: the codes of the tables."""

    warned: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    shut: list[str] = field(default_factory=list)  # closed ones whose cookies open nothing any more
    deleted: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.revealed, self.closed, self.shut, self.deleted))

    def lines(self) -> list[str]:
        """For whoever runs the station: a line for each kind of thing."""
        told = {
            "Kept among the finished games, though nobody watched the reveal": self.revealed,
            "Closed, nobody came back": self.closed,
            "Closed soon, their pages say so": self.warned,
            "Old cookies open nothing any more": self.shut,
            "Deleted, never finished": self.deleted,
        }
        return [f"{what}: {', '.join(codes)}" for what, codes in told.items() if codes]


def _due(table: Table, now: datetime, empty: bool) -> bool:
    closing = closes_at(table, empty=empty)
    return closing is not None and closing <= now


# -- Tidying --------------------------------------------------------------------------------------


def tidy(*, now: datetime, dry_run: bool = False) -> Tidied:
    done = Tidied()
    for table in _finished_unseen():
        done.revealed.append(table.code)
        if not dry_run:
            _reveal(table)
    for table in _untouched(now):
        done.closed.append(table.code)
        if _over(table) is not None:
            done.revealed.append(table.code)
        if not dry_run:
            _close(table, now)
    for table in _warned(now):
        done.warned.append(table.code)
        if not dry_run:
            _tell(table)
    for table in _shut(now):
        done.shut.append(table.code)
        if not dry_run:
            _empty(table)
    for table in _forgotten(now):
        done.deleted.append(table.code)
        if not dry_run:
            people.delete_game(table=table)
    if not dry_run:
        history.sweep()
        imports.forget_old()
        import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return done


def _real() -> QuerySet[Table]:
    return Table.objects.select_related("sheet").order_by("pk")


def _started(table: Table) -> Game | None:
    try:
        return game_of(table)
    except LookupError:
        return None


def _over(table: Table) -> Game | None:
    """Its game, if it is over and not among the finished ones: nobody watched it to the end."""
    if table.stage == Table.Stage.LOBBY or hasattr(table, "play"):
        return None
    game = _started(table)
    return game if game is not None and game.state.phase is Phase.OVER else None


def _untouched(now: datetime) -> Iterator[Table]:
    """Open tables nobody has done anything at for so long; empty lobbies sooner."""
    open_ones = _real().exclude(stage=Table.Stage.CLOSED).select_related("sheet", "play")
    yield from open_ones.filter(changed_at__lte=now - patience())
    if patience() > EMPTY:
        empty = open_ones.filter(stage=Table.Stage.LOBBY, seats=None)
        yield from empty.filter(changed_at__lte=now - EMPTY, changed_at__gt=now - patience())


def _close(table: Table, now: datetime) -> None:
    with transaction.atomic():
        row = Table.objects.select_for_update().get(pk=table.pk)
        if not _due(row, now, empty=_is_empty(row)):
            return  # somebody came back meanwhile
        with changing(row) as row:
            game = _over(row)
            if game is not None:
                row.reveal_step = SHOWN
                keep_in_history(row, game)
            elif not hasattr(row, "play"):
                _shut_out(row)
            row.stage = Table.Stage.CLOSED


def _is_empty(table: Table) -> bool:
    return table.stage == Table.Stage.LOBBY and not table.seats.exists()


def _finished_unseen() -> Iterator[Table]:
    """Closed by somebody before the reveal was over: everything is known, so nothing is lost."""
    closed = _real().filter(stage=Table.Stage.CLOSED, play=None, entries__number=1)
    return (table for table in closed if _over(table) is not None)


def _reveal(table: Table) -> None:
    with changing(table, closed_too=True) as row:
        game = _over(row)
        if game is not None:
            row.reveal_step = SHOWN
            keep_in_history(row, game)


def _warned(now: datetime) -> QuerySet[Table]:
    """Unfinished tables whose closing is near: their pages tell it."""
    soon = _real().exclude(stage=Table.Stage.CLOSED).filter(play=None)
    return soon.filter(
        changed_at__gt=now - patience(), changed_at__lte=now - patience() + ahead()
    ).exclude(stage=Table.Stage.LOBBY, seats=None)


def _tell(table: Table) -> None:
    """Have open pages made anew. Nobody did anything, so the table does not count as touched."""
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1)
        announce(Table.objects.get(pk=table.pk))


def _shut(now: datetime) -> QuerySet[Table]:
    """Closed tables whose cookies still open something.

    Of a finished game they prove who hosted it and who played, as long as browsers keep them.
    """
    secret = Seat.objects.filter(table=OuterRef("pk")).exclude(digest="")
    alive = _real().filter(Exists(secret) | ~Q(screen_digest=""), stage=Table.Stage.CLOSED)
    kept = now - timedelta(days=access.DAYS)
    return alive.filter(Q(play=None) | Q(changed_at__lte=kept))


def _empty(table: Table) -> None:
    with transaction.atomic():
        row = Table.objects.select_for_update().get(pk=table.pk)
        _shut_out(row)
        Table.objects.filter(pk=row.pk).update(screen_digest="")


def _shut_out(table: Table) -> None:
    """Make the secrets of a table worth nothing."""
    table.screen_digest = ""
    Seat.objects.filter(table=table).update(digest="")


def _forgotten(now: datetime) -> QuerySet[Table]:
    """Closed tables whose game was never finished, long ago."""
    before = now - timedelta(days=settings.FORGET_DAYS)
    return _real().filter(stage=Table.Stage.CLOSED, play=None, changed_at__lte=before)
