"""When a table is closed that nobody comes back to (`tidying.py` does it), and when to say so."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.models import Table

EMPTY = timedelta(days=1)  # a lobby in which nobody sat down
NOTICE = timedelta(days=3)


def patience() -> timedelta:
    """How long a table may lie untouched."""
    return timedelta(days=settings.TABLE_DAYS)


def closes_at(table: Table, *, empty: bool = False) -> datetime | None:
    """When a table is closed unless somebody does something; None for one that never is."""
    if table.stage == Table.Stage.CLOSED or table.pk is None:
        return None
    return table.changed_at + (min(EMPTY, patience()) if empty else patience())


def notice(table: Table) -> datetime | None:
    """When an unfinished table is closed, if that is near enough to be told."""
    closing = closes_at(table)
    return closing if closing is not None and closing - timezone.now() <= ahead() else None


def ahead() -> timedelta:
    """How long before it is closed a table says so."""
    return min(NOTICE, patience() / 2)
