"""When an idle table is closed (`cleanup.py` does it), and when people are warned.

Idle time is counted while the server runs instead of being read off the clock: a machine that
starts with a wrong date, or whose clock is corrected during a game, makes no table old.
"""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Table

EMPTY = timedelta(days=1)  # a lobby in which nobody sat down
NOTICE = timedelta(days=3)
# How much a period counts at most in which no server ran. It cannot be told from a clock that
# jumped, so it is less than any limit after which a table is closed.
UNSEEN = timedelta(hours=20)
NONE = timedelta()


def idle_limit() -> timedelta:
    """How long a table may be idle."""
    return timedelta(days=settings.TABLE_DAYS)


# -- Counting -------------------------------------------------------------------------------------


def is_counted(table: Table) -> bool:
    """Whether the idle time was counted for the table as it is now: any change restarts it."""
    return table.idle_at is not None and table.idle_revision == table.revision


def idle(table: Table) -> timedelta:
    """How long a table had been idle when that was last counted."""
    return timedelta(seconds=table.idle_seconds) if is_counted(table) else NONE


def idle_at(table: Table, now: datetime, served: timedelta) -> timedelta:
    """How long a table has been idle now; `served` is how long the server has run since the last
    count.

    Right after a change it is zero. From then on it grows by the time the clock says has passed,
    but by no more than `served` or UNSEEN; a clock that went back adds nothing.
    """
    if table.idle_at is None or not is_counted(table):
        return NONE
    return idle(table) + max(NONE, min(now - table.idle_at, max(served, UNSEEN)))


# -- Closing --------------------------------------------------------------------------------------


def closes_after(*, empty: bool) -> timedelta:
    """How long an open table may be idle; a lobby without players, less."""
    return min(EMPTY, idle_limit()) if empty else idle_limit()


def closes_at(table: Table) -> datetime | None:
    """When a table will be closed unless somebody does something; None if that is not known."""
    if table.stage == Table.Stage.CLOSED or not is_counted(table):
        return None
    assert table.idle_at is not None
    return table.idle_at + idle_limit() - idle(table)


def closing_notice(table: Table) -> datetime | None:
    """When an unfinished table will be closed, if that is near enough to be shown."""
    if idle(table) < idle_limit() - notice_period():
        return None
    return closes_at(table)


def notice_period() -> timedelta:
    """How long before it is closed a table shows the notice."""
    return min(NOTICE, idle_limit() / 2)
