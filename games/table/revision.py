"""The revision of a table, and the only place where it grows.

It alone tells processes whether what they remember is current, and pages whether what they show is.
It stays when nothing that is shown changes: who was last seen when, and how long a table has been
idle.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Table
from games.table.notify import announce


class Changed(Exception):
    """Somebody else has changed the table since it was loaded."""


def _latest(row: Table) -> QuerySet[Table]:
    return Table.objects.filter(pk=row.pk, revision=row.revision, rewritten=row.rewritten)


def is_latest(row: Table) -> bool:
    """Whether the table has not been changed since this row was read."""
    return _latest(row).exists()


def save_revision(row: Table, fields: Iterable[str]) -> None:
    """Save these fields of a row as the next revision. Raises Changed if it is not the latest."""
    latest = _latest(row)
    row.revision, row.changed_at = row.revision + 1, timezone.now()
    values = {name: getattr(row, name) for name in (*fields, "revision", "changed_at")}
    if not latest.update(**values):
        raise Changed
    announce(row)


def raise_revision(tables: QuerySet[Table], **also: Any) -> int:
    """Raise the revision of tables after a change beside their rows; how many there were."""
    keys = list(tables.values_list("pk", flat=True))
    changed = tables.filter(pk__in=keys).update(revision=F("revision") + 1, **also)
    for table in Table.objects.filter(pk__in=keys).exclude(stage=Table.Stage.CLOSED):
        announce(table)
    return changed


def announce_deletion(row: Table) -> None:
    """Have open pages of a table that is being deleted ask for it again, and find it gone."""
    row.revision += 1
    announce(row)
