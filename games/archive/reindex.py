"""The index of finished games rebuilt from the logs: after an update, or if it went wrong."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Max, Min, QuerySet

from games.models import Play, Table
from games.rules.reveal import reveal_view
from games.rules.state import Phase
from games.table import index, ratings
from games.table.snapshot import reload


def behind() -> bool:
    """Whether games were finished before there was an index."""
    return not Play.objects.exists() and _revealed().exists()


def _revealed() -> QuerySet[Table]:
    """Tables whose reveal has begun."""
    return Table.objects.filter(reveal_step__gt=0)


def reindex(*, missing: bool = False) -> Iterator[bool]:
    """Go through every table; yields whether its game is a finished one.

    Players and their mergings stay, and so do the times of games that were imported. With
    `missing`, games that are in the index already are left as they are.
    """
    tables = _revealed().order_by("pk")
    for demo in (False, True):
        ratings.invalidate(demo=demo)
    if missing:
        tables = tables.filter(play=None)
    else:
        Play.objects.exclude(table__in=_revealed()).delete()
    for pk in list(tables.values_list("pk", flat=True)):
        with transaction.atomic():
            row = Table.objects.select_for_update().filter(pk=pk).first()
            finished = row is not None and _index(row)
        yield finished
    index.sweep()
    keep_up_ratings()


def keep_up_ratings() -> None:
    """Now rather than while somebody waits for a page."""
    for demo in (False, True):
        ratings.keep_up(demo=demo)


def _index(table: Table) -> bool:
    earlier = Play.objects.filter(table=table).first()
    state = reload(table).started_game.state if table.entries.exists() else None
    over = state is not None and state.phase is Phase.OVER
    if state is None or not over or not reveal_view(state, table.reveal_step).done:
        index.forget(table)
        return False
    times = table.entries.aggregate(first=Min("at"), last=Max("at"))
    index.keep(
        table=table,
        state=state,
        started_at=earlier.started_at if earlier else times["first"],
        finished_at=earlier.finished_at if earlier else times["last"],
    )
    return True
