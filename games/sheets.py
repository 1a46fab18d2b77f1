"""Map sheets between files, rows and boards. The only door from sheet rows to rules objects."""

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

from games.models import MapSheet, Place, Route, Ticket
from games.rules import checks, sheet
from games.rules.board import Board
from games.rules.reading import load_json

BUNDLED = settings.BASE_DIR / "fixtures"

# Kept in columns of their own; everything else of a sheet's head is in `MapSheet.settings`.
COLUMNS = ("slug", "name", "year", "verified", "notes", "theme")


class UnsoundSheet(Exception):
    """A sheet that cannot be used: everything that is wrong with it."""

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


# -- Writing --------------------------------------------------------------------------------------


def checksum(board: Board) -> str:
    return hashlib.sha256(json.dumps(sheet.write(board)).encode()).hexdigest()


@transaction.atomic
def load(board: Board) -> Loaded:
    """Publish a board as the newest version of its map; the same content changes nothing."""
    newest = MapSheet.objects.filter(slug=board.slug).order_by("-version").first()
    if newest and newest.state == MapSheet.State.PUBLISHED and newest.checksum == checksum(board):
        return Loaded(newest, new=False)
    return Loaded(_store(board, (newest.version if newest else 0) + 1), new=True)


def _store(board: Board, version: int) -> MapSheet:
    head = {
        key: value
        for key, value in sheet.write(board).items()
        if key not in (*COLUMNS, "places", "routes", "tickets")
    }
    stored = MapSheet.objects.create(
        slug=board.slug,
        version=version,
        state=MapSheet.State.PUBLISHED,
        name=board.name,
        year=board.year,
        verified=board.verified,
        notes=board.notes,
        theme=board.theme,
        players_min=board.players[0],
        players_max=board.players[1],
        settings=json.dumps(head, ensure_ascii=False),
        checksum=checksum(board),
    )
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
            district=place.district,
            passengers=place.passengers,
            verified=place.verified,
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
            verified=route.verified,
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
        )
        for i, ticket in enumerate(board.tickets)
    )
    return stored


# -- Reading --------------------------------------------------------------------------------------


def published() -> list[MapSheet]:
    """The newest published version of each map, by name."""
    rows = MapSheet.objects.filter(state=MapSheet.State.PUBLISHED).order_by("version")
    newest = {row.slug: row for row in rows}
    return sorted(newest.values(), key=lambda row: row.name)


def versions(slug: str) -> QuerySet[MapSheet]:
    return MapSheet.objects.filter(slug=slug).order_by("-version")


def board_of(stored: MapSheet) -> Board:
    """The board of a sheet as stored. Raises UnsoundSheet if somebody stored nonsense."""
    return _board(stored.pk, stored.checksum)


@lru_cache(maxsize=64)
def _board(pk: int, checksum: str) -> Board:
    # A published sheet never changes; the checksum in the key lets a draft change all the same.
    board, problems = checks.read_and_check(_as_sheet(MapSheet.objects.get(pk=pk)))
    if board is None:
        raise UnsoundSheet(problems)
    return board


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
        district=place.district,
        passengers=place.passengers,
        verified=place.verified,
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
        verified=route.verified,
    )


def _ticket(ticket: Ticket) -> dict[str, object]:
    return _filled(
        id=ticket.key,
        a=ticket.a.key,
        b=ticket.b.key,
        points=ticket.points,
        deck=ticket.deck,
        verified=ticket.verified,
    )


def in_force(slug: str) -> Board | None:
    """The board a new game of this map would be played on.

    Without a database (nobody ran `setup` yet) that is the sheet that comes with the project.
    Nothing is written: an SQLite file that is not there is not made by asking it.
    """
    stored = _newest_published(slug)
    if stored is not None:
        return board_of(stored)
    for path in bundled_files():
        if path.stem == slug:
            return checks.read_and_check(load_json(path.read_bytes()))[0]
    return None


def _newest_published(slug: str) -> MapSheet | None:
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return None
    try:
        return versions(slug).filter(state=MapSheet.State.PUBLISHED).first()
    except DatabaseError:  # no tables yet, or nobody answers
        return None
