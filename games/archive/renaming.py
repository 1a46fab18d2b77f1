"""Rewrites players' names wherever they are stored: seats, the first entry of each log, and
reports of mistakes.

Changing a name in a log is the only exception to “entries are only ever added”. `Table.rewritten`
grows with it, so that no process keeps using an old copy in memory.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain, count, islice

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from games.models import Entry, Report, Score, Seat, Table
from games.rules.events import GameStarted
from games.table import index
from games.table.lobby import NAME_MOST
from games.table.revision import raise_revision

AT_ONCE = 200  # seats rewritten in one go


def neutral_name(number: int, taken: Collection[str]) -> str:
    """A neutral name that is not taken, such as “Player 12”."""
    base = gettext("Player {number}").format(number=number)[: NAME_MOST - 4]
    others = (f"{base}.{attempt}" for attempt in count(2))
    return next(name for name in chain([base], others) if name not in taken)


def names_at(tables: Iterable[int]) -> dict[int, set[str]]:
    """The names of everyone at each of these tables."""
    names: dict[int, set[str]] = {}
    for chunk in _chunks(sorted(set(tables))):
        rows = Seat.objects.filter(table_id__in=chunk).values_list("table_id", "name")
        for table, name in rows:
            names.setdefault(table, set()).add(name)
    return names


def make_nameless(seats: Iterable[Seat]) -> None:
    """Give each of these seats a neutral name of its own."""
    seats = list(seats)
    taken = names_at(seat.table_id for seat in seats)
    rewrite_names({seat.pk: neutral_name(seat.pk, taken[seat.table_id]) for seat in seats})


def seats_of(scores: QuerySet[Score]) -> list[Seat]:
    """The seats of these scores."""
    wanted = set(scores.values_list("play__table_id", "seat"))
    tables = {table for table, _number in wanted}
    seats: list[Seat] = []
    for chunk in _chunks(sorted(tables)):
        rows = Seat.objects.filter(table_id__in=chunk)
        seats.extend(row for row in rows if (row.table_id, row.number) in wanted)
    return seats


def seats_of_unfinished_games(spellings: set[str]) -> list[Seat]:
    """Seats with these names at closed tables whose game was never finished."""
    rows = Seat.objects.filter(table__stage=Table.Stage.CLOSED, table__play=None)
    seats = rows.annotate(demo=F("table__demo")).iterator()
    return [row for row in seats if index.spelling_key(row.name, demo=row.demo) in spellings]


def name_is_taken_at(seats: Iterable[Seat], spelled: str) -> bool:
    """Whether somebody at one of these tables has this name."""
    tables = {seat.table_id for seat in seats}
    names = Seat.objects.filter(table_id__in=tables).values_list("name", flat=True)
    return any(index.spelling_key(name) == spelled for name in names)


def rewrite_names(names: Mapping[int, str]) -> None:
    """Give seats other names: the seats themselves, the logs of their tables, reports by them."""
    for chunk in _chunks(sorted(names)):
        seats = list(Seat.objects.filter(pk__in=chunk))
        tables = sorted({seat.table_id for seat in seats})
        # Locked meanwhile: anyone who writes to one of these tables reads it again afterwards.
        list(Table.objects.select_for_update().filter(pk__in=tables).order_by("pk"))
        _rewrite_logs(seats, names)
        for report in Report.objects.filter(table__in=tables):
            mine = [s for s in seats if s.table_id == report.table_id and s.name == report.by]
            if mine:
                report.by = names[mine[0].pk]
                report.save(update_fields=["by"])
        for seat in seats:
            seat.name = names[seat.pk]
            seat.request = f"seat-{seat.pk}"  # whatever made the form may have put a name into it
        Seat.objects.bulk_update(seats, ["name", "request"])
        raise_revision(Table.objects.filter(pk__in=tables), rewritten=F("rewritten") + 1)


def _rewrite_logs(seats: Iterable[Seat], names: Mapping[int, str]) -> None:
    seats = list(seats)
    firsts = Entry.objects.filter(
        table__in={seat.table_id for seat in seats}, number=1, wire=GameStarted.wire
    )
    entries = {entry.table_id: entry for entry in firsts}
    for seat in seats:
        entry = entries.get(seat.table_id)
        if entry is not None and seat.number is not None:
            entry.payload["players"][seat.number]["name"] = names[seat.pk]
    Entry.objects.bulk_update(entries.values(), ["payload"])


def _chunks(items: Iterable[int]) -> Iterable[list[int]]:
    left = iter(items)
    while chunk := list(islice(left, AT_ONCE)):
        yield chunk
