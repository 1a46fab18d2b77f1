"""When a table is closed that nobody comes back to (`cleanup.py` does it), and when to say so.

How long a table has lain untouched is counted while somebody serves, and not read off the clock: a
machine that starts with a wrong date, or is set right in mid-game, makes no table old.
"""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Table

EMPTY = timedelta(days=1)  # a lobby in which nobody sat down
NOTICE = timedelta(days=3)
# What a stretch counts for at most in which nobody served. It cannot be told from a clock that
# jumped, so it is less than anything is closed after.
UNSEEN = timedelta(hours=20)
NONE = timedelta()


def patience() -> timedelta:
    """How long a table may lie untouched."""
    return timedelta(days=settings.TABLE_DAYS)


# -- Counting -------------------------------------------------------------------------------------


def is_counted(table: Table) -> bool:
    """Whether what was counted is of the table as it is: any change restarts it."""
    return table.idle_at is not None and table.idle_revision == table.revision


def idle(table: Table) -> timedelta:
    """How long nobody has done anything at a table, when it was last counted."""
    return timedelta(seconds=table.idle_seconds) if is_counted(table) else NONE


def idle_at(table: Table, now: datetime, served: timedelta) -> timedelta:
    """The same at another moment, when somebody has served for so long since they last counted.

    The first time after a change it is nothing: when the change was, only the clock of then knows.
    After that, however far the clock has gone, no more counts than what was served or UNSEEN; a
    clock that went back counts nothing.
    """
    if table.idle_at is None or not is_counted(table):
        return NONE
    return idle(table) + max(NONE, min(now - table.idle_at, max(served, UNSEEN)))


# -- Closing --------------------------------------------------------------------------------------


def closes_after(*, empty: bool) -> timedelta:
    """How long an open table may lie untouched; a lobby in which nobody sits, less."""
    return min(EMPTY, patience()) if empty else patience()


def closes_at(table: Table) -> datetime | None:
    """When a table is closed unless somebody does something; None if that is not known."""
    if table.stage == Table.Stage.CLOSED or not is_counted(table):
        return None
    assert table.idle_at is not None
    return table.idle_at + patience() - idle(table)


def notice(table: Table) -> datetime | None:
    """When an unfinished table is closed, if that is near enough to be told."""
    if idle(table) < patience() - ahead():
        return None
    return closes_at(table)


def ahead() -> timedelta:
    """How long before it is closed a table says so."""
    return min(NOTICE, patience() / 2)
