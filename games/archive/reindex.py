"""Rebuilds the index of finished games from the logs: after an update, or if it went wrong."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Max, Min, QuerySet

from games.models import Play, Table
from games.rules.reveal import reveal_view
from games.rules.state import Phase
from games.table import index, ratings
from games.table.snapshot import reload


def is_index_missing() -> bool:
    """Whether there are finished games and none of them is in the index."""
    return not Play.objects.exists() and _revealed().exists()


def _revealed() -> QuerySet[Table]:
    """Tables whose reveal has begun."""
    return Table.objects.filter(reveal_step__gt=0)


def reindex(*, missing: bool = False) -> Iterator[bool]:
    """Index every table whose game is finished; yields for each table whether it is.

    Players and their merges stay, and so do the times of imported games. With `missing`, games
    that are in the index already are left alone.
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
    index.delete_unused_players()
    keep_up_ratings()


def keep_up_ratings() -> None:
    """Rebuild stale ratings now rather than while somebody waits for a page."""
    for demo in (False, True):
        ratings.keep_up(demo=demo)


def _index(table: Table) -> bool:
    earlier = Play.objects.filter(table=table).first()
    state = reload(table).started_game.state if table.entries.exists() else None
    over = state is not None and state.phase is Phase.OVER
    if state is None or not over or not reveal_view(state, table.reveal_step).done:
        index.remove_game(table)
        return False
    times = table.entries.aggregate(first=Min("at"), last=Max("at"))
    index.add_game(
        table=table,
        state=state,
        started_at=earlier.started_at if earlier else times["first"],
        finished_at=earlier.finished_at if earlier else times["last"],
    )
    return True
