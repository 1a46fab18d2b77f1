"""The library of map sheets: files, rows and boards. Only this module makes boards of rows."""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.utils import DatabaseError
from django.utils import timezone

from games.models import Finding, MapSheet, Place, Report, Route, Ticket
from games.rules import checks, sheet
from games.rules.board import Board
from games.rules.board import Place as BoardPlace
from games.rules.board import Route as BoardRoute
from games.rules.board import Ticket as BoardTicket
from games.rules.bonuses import place_fields
from games.rules.reading import load_json

BUNDLED = settings.BASE_DIR / "fixtures"

# Kept in columns of their own; everything else of a sheet's head is in `MapSheet.settings`.
COLUMNS = ("slug", "name", "year", "verified", "notes", "theme")


class UnsoundSheet(Exception):
    """A sheet that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: list[checks.Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))


@dataclass(frozen=True, slots=True)
class Loaded:
    sheet: MapSheet
    new: bool


# -- Files ----------------------------------------------------------------------------------------


def bundled_files() -> list[Path]:
    return sorted(BUNDLED.glob("*.json"))


def bundled_slugs() -> list[str]:
    return [path.stem for path in bundled_files()]


# -- Writing --------------------------------------------------------------------------------------


def checksum(board: Board) -> str:
    return hashlib.sha256(json.dumps(sheet.write(board)).encode()).hexdigest()


@transaction.atomic
def load(board: Board, *, bundled: bool = False) -> Loaded:
    """Publish a board as the newest version of its map; the same content changes nothing.

    A bundled sheet is offered at every start: it never comes back once it was replaced or retired,
    and never replaces a sheet that somebody published here, or kept from what tables found out.
    """
    all_versions = versions(board.slug)
    newest = all_versions.exclude(state__in=MapSheet.OPEN).first()
    if newest:
        same = newest.checksum == checksum(board)
        if same and (bundled or newest.state == MapSheet.State.PUBLISHED):
            return Loaded(newest, new=False)
        if bundled and (
            newest.published_by_id
            or _kept_from_tables(newest)
            or all_versions.filter(checksum=checksum(board)).exists()
        ):
            return Loaded(newest, new=False)
    stored = MapSheet(slug=board.slug, version=next_version(board.slug))
    fill(stored, board)
    put_in_force(stored, board)
    return Loaded(stored, new=True)


def _kept_from_tables(stored: MapSheet) -> bool:
    """Whether a version holds what tables here found out."""
    if not Finding.objects.filter(slug=stored.slug).exists():
        return False
    return any(
        items.filter(tables__gt=0).exists()
        for items in (stored.places, stored.routes, stored.tickets)
    )


def next_version(slug: str) -> int:
    newest = versions(slug).first()
    return newest.version + 1 if newest else 1


def fill(stored: MapSheet, board: Board) -> None:
    """Set the columns of a sheet."""
    stored.name = board.name
    stored.year = board.year
    stored.verified = board.verified
    stored.notes = board.notes
    stored.theme = board.theme
    stored.players_min, stored.players_max = board.players
    stored.settings = json.dumps(
        {
            key: value
            for key, value in sheet.write(board).items()
            if key not in (*COLUMNS, "places", "routes", "tickets")
        },
        ensure_ascii=False,
    )
    stored.checksum = checksum(board)


def put_in_force(stored: MapSheet, board: Board) -> None:
    """Make it the version that new tables use; the one before is retired and kept for its games."""
    earlier = versions(stored.slug).filter(state=MapSheet.State.PUBLISHED).exclude(pk=stored.pk)
    earlier.update(state=MapSheet.State.RETIRED)
    stored.state = MapSheet.State.PUBLISHED
    stored.published_at = timezone.now()
    stored.draft = ""
    stored.save()
    write_rows(stored, board)
    _close_settled_reports(stored, board)


def _close_settled_reports(stored: MapSheet, board: Board) -> None:
    """Close reports of mistakes that the version in force no longer has."""
    for report in Report.objects.filter(sheet__slug=stored.slug, done_at=None):
        route = board.route.get(report.route)
        if route and (route.color, route.length) == (report.color, report.length):
            report.done_at, report.done_by = stored.published_at, stored.published_by
            report.save(update_fields=["done_at", "done_by"])


def write_rows(stored: MapSheet, board: Board | None) -> None:
    """Write a row for each place, route and ticket; none if the board is not sound."""
    for kind in (Ticket, Route, Place):
        kind._default_manager.filter(sheet=stored).delete()
    if board is None:
        return
    Place.objects.bulk_create(
        Place(
            sheet=stored,
            position=i,
            key=place.id,
            name=place.name,
            names=dict(place.names),
            aliases=list(place.aliases),
            kind=place.kind,
            x=place.x,
            y=place.y,
            **{field: place.facts[field] for field in place_fields() if field in place.facts},
            verified=place.verified,
            tables=place.tables,
        )
        for i, place in enumerate(board.places)
    )
    places = {place.key: place for place in stored.places.all()}
    Route.objects.bulk_create(
        Route(
            sheet=stored,
            position=i,
            key=route.id,
            a=places[route.a],
            b=places[route.b],
            length=route.length,
            color=route.color,
            via=route.via,
            country_end=route.country_end,
            tunnel=route.tunnel,
            ferry=route.ferry,
            verified=route.verified,
            tables=route.tables,
        )
        for i, route in enumerate(board.routes)
    )
    Ticket.objects.bulk_create(
        Ticket(
            sheet=stored,
            position=i,
            key=ticket.id,
            a=places[ticket.a],
            b=places[ticket.b],
            points=ticket.points,
            deck=ticket.deck,
            verified=ticket.verified,
            tables=ticket.tables,
        )
        for i, ticket in enumerate(board.tickets)
    )


# -- Reading --------------------------------------------------------------------------------------


def published() -> list[MapSheet]:
    """The newest published version of each map, by name."""
    rows = MapSheet.objects.filter(state=MapSheet.State.PUBLISHED).order_by("version")
    newest = {row.slug: row for row in rows}
    return sorted(newest.values(), key=lambda row: row.name)


def latest() -> list[MapSheet]:
    """Of each map one row that says what it is called: the newest published version, else the
    newest of all, also of a draft and of a board that nobody kept."""
    newest = {row.slug: row for row in MapSheet.objects.order_by("version")}
    return list((newest | {row.slug: row for row in published()}).values())


def versions(slug: str) -> QuerySet[MapSheet]:
    return MapSheet.objects.filter(slug=slug).order_by("-version")


def board_of(stored: MapSheet) -> Board:
    """The board of a stored sheet. Raises UnsoundSheet if it cannot be played on."""
    board, problems = _read(stored)
    if board is None or any(problem.error for problem in problems):
        raise UnsoundSheet(list(problems))
    return board


def sketch_of(stored: MapSheet) -> Board | None:
    """As much of a sheet as can be read, sound or not: for looking at, not for playing."""
    return _read(stored)[0]


def problems_of(stored: MapSheet) -> list[checks.Problem]:
    return list(_read(stored)[1])


Reading = tuple[Board | None, tuple[checks.Problem, ...]]


def _read(stored: MapSheet) -> Reading:
    try:
        return _board(stored.pk, stored.checksum)
    except MapSheet.DoesNotExist:  # a draft that was saved again after this row was read
        return _judged(data_of(stored))


@lru_cache(maxsize=128)
def _board(pk: int, checksum: str) -> Reading:
    # A published sheet never changes; the checksum in the key lets a draft change all the same.
    return _judged(data_of(MapSheet.objects.get(pk=pk, checksum=checksum)))


def _judged(data: object) -> Reading:
    board, complaints = sheet.read(data)
    if board is None:
        return None, tuple(
            checks.Problem(complaint.where, complaint.text) for complaint in complaints
        )
    return board, tuple(checks.check(board))


def is_verified(board: Board, item: BoardPlace | BoardRoute | BoardTicket) -> bool:
    """Whether an item was compared with the printed board, by its own mark or the sheet's."""
    return board.verified if item.verified is None else item.verified


def verified_share(board: Board) -> tuple[int, int]:
    """The numbers of verified and of all places, routes and tickets."""
    items: list[BoardPlace | BoardRoute | BoardTicket]
    items = [*board.places, *board.routes, *board.tickets]
    return sum(is_verified(board, item) for item in items), len(items)


def checked_at_tables(board: Board) -> int:
    """At how many tables every item of a checked sheet was confirmed at least; 0: it was compared
    by the person who keeps the sheets."""
    items: list[BoardPlace | BoardRoute | BoardTicket]
    items = [*board.places, *board.routes, *board.tickets]
    return min((item.tables for item in items), default=0) if board.verified else 0


def data_of(stored: MapSheet) -> dict[str, Any]:
    """The sheet as in its file, sound or not."""
    if stored.draft:
        data: dict[str, Any] = json.loads(stored.draft)
        return data
    return _as_sheet(stored)


def _as_sheet(stored: MapSheet) -> dict[str, Any]:
    return {
        **json.loads(stored.settings),
        **{name: getattr(stored, name) for name in COLUMNS},
        "places": [_place(place) for place in stored.places.all()],
        "routes": [_route(route) for route in stored.routes.select_related("a", "b")],
        "tickets": [_ticket(ticket) for ticket in stored.tickets.select_related("a", "b")],
    }


def _filled(**fields: object) -> dict[str, object]:
    return {key: value for key, value in fields.items() if value not in (None, {}, [])}


def _place(place: Place) -> dict[str, object]:
    return _filled(
        id=place.key,
        name=place.name,
        names=place.names,
        aliases=place.aliases,
        kind=place.kind,
        x=place.x,
        y=place.y,
        **{field: getattr(place, field) for field in place_fields()},
        verified=place.verified,
        tables=place.tables or None,
    )


def _route(route: Route) -> dict[str, object]:
    return _filled(
        id=route.key,
        a=route.a.key,
        b=route.b.key,
        length=route.length,
        color=route.color,
        via=route.via,
        country_end=route.country_end,
        tunnel=route.tunnel or None,
        ferry=route.ferry or None,
        verified=route.verified,
        tables=route.tables or None,
    )


def _ticket(ticket: Ticket) -> dict[str, object]:
    return _filled(
        id=ticket.key,
        a=ticket.a.key,
        b=ticket.b.key,
        points=ticket.points,
        deck=ticket.deck,
        verified=ticket.verified,
        tables=ticket.tables or None,
    )


def in_force(slug: str) -> Board | None:
    """The board a new game of this map would be played on.

    Without a database (nobody ran `setup` yet) that is the sheet that comes with the project.
    Nothing is written: an SQLite file that is not there is not made by asking it.
    """
    stored = newest(slug)
    if stored is not None:
        return board_of(stored)
    for path in bundled_files():
        if path.stem == slug:
            return checks.read_and_check(load_json(path.read_bytes()))[0]
    return None


def newest(slug: str) -> MapSheet | None:
    """The newest published version; for a map that was retired altogether, the last one."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return None
    try:
        rows = list(versions(slug).exclude(state__in=MapSheet.OPEN))
    except DatabaseError:  # no tables yet, or nobody answers
        return None
    return next((row for row in rows if row.state == MapSheet.State.PUBLISHED), None) or next(
        iter(rows), None
    )
