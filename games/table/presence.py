"""Who is at a table: when each seat's phone, and the screen, was last seen."""

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import Manager, QuerySet
from django.utils import timezone

from games.maps.lru import Memory
from games.models import Seat, Table

NOTED = timedelta(seconds=15)  # how often it is written down that somebody is here


def touch_seat(*, table: Table, seat: Seat | None, opener: bool) -> None:
    """Note that somebody was here; at most every few seconds, so that reading stays reading."""
    seats = {seat.pk} if seat and _is_due("seat", seat.pk) else set()
    screens = {table.pk} if opener and _is_due("screen", table.pk) else set()
    if not touch_seats(seats=seats, screens=screens):
        for kind, pks in (("seat", seats), ("screen", screens)):
            for pk in pks:
                _noted.forget((kind, pk))


def touch_seats(*, seats: Collection[int], screens: Collection[int]) -> bool:
    """Note that these seats are here; False if that could not be written at once.

    Reading a page never waits for somebody who writes: then, or on a full disk, it is noted with
    the next sign of life.
    """
    if not seats and not screens:
        return True
    now = timezone.now()
    try:
        with _without_waiting(), transaction.atomic():
            _unlocked(Seat.objects, seats).update(seen_at=now)
            _unlocked(Table.objects, screens).update(screen_seen_at=now)
    except OperationalError:
        return False
    return True


def _unlocked(rows: Manager[Any], pks: Collection[int]) -> QuerySet[Any]:
    """PostgreSQL locks rows: those that somebody is writing just now are left out."""
    free = rows.select_for_update(skip_locked=True, no_key=True).filter(pk__in=pks)
    return rows.filter(pk__in=free.values("pk")) if pks else rows.none()


@contextmanager
def _without_waiting() -> Iterator[None]:
    """SQLite locks everything: it says so at once, instead of asking again for a while."""
    if connection.vendor != "sqlite":
        yield
        return
    usual = connection.settings_dict["OPTIONS"].get("timeout", 5)
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        if connection.connection is not None:  # closed if it broke; a new one waits as usual
            connection.connection.execute(f"PRAGMA busy_timeout = {int(1000 * usual)}")


_noted: Memory[tuple[str, int], float] = Memory(most=5_000)


def _is_due(kind: str, pk: int) -> bool:
    # By a clock that nobody sets back.
    now = time.monotonic()
    noted = _noted.get((kind, pk))
    if noted is not None and now - noted < NOTED.total_seconds():
        return False
    _noted.put((kind, pk), now)
    return True
