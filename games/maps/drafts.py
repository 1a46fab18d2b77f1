"""The life of a map sheet: draft, checked, published, retired. Services that forms and views call.

A draft may be unfinished, but it can always be read: data with no place, route or number where one
belongs is refused with its position in the file, and nothing is changed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from games.maps import library
from games.models import MapSheet, Verification
from games.refusals import Refused, Stale
from games.rules import sheet as sheet_format
from games.rules.board import Board
from games.rules.checks import Problem
from games.rules.names import new_id
from games.rules.reading import MAX_BYTES, SLUG, Malformed
from games.rules.text import COLORS, _

KINDS = ("places", "routes", "tickets")

# What is compared with the printed board. Where a place is drawn is no fact of the game.
FACTS = {
    "places": ("name", "kind", "facts"),
    "routes": ("a", "b", "length", "color"),
    "tickets": ("a", "b", "points", "deck"),
}


# -- Reading --------------------------------------------------------------------------------------


def sheet_data(sheet: MapSheet) -> dict[str, Any]:
    """The sheet as in its file, even if it is unsound."""
    board = library.sketch_of(sheet)
    return library.data_of(sheet) if board is None else sheet_format.write(board)


def readable(data: object) -> Board:
    """The board of a sheet, sound or not. Raises Malformed for the first unreadable thing."""
    board, complaints = sheet_format.read(data)
    if board is None:
        raise complaints[0]
    if len(_text(board).encode()) > MAX_BYTES:
        raise Malformed(
            "", _("The file is too large: at most {limit} MB are read."), limit=MAX_BYTES // 2**20
        )
    return board


def _text(board: Board) -> str:
    return json.dumps(sheet_format.write(board), ensure_ascii=False)


def open_draft(slug: str) -> MapSheet | None:
    return library.versions(slug).filter(state__in=MapSheet.OPEN).first()


# -- Drafts ---------------------------------------------------------------------------------------


def draft_of(sheet: MapSheet, by: User | None) -> MapSheet:
    """The draft to edit: the sheet itself if it is one, else the map's open draft or a new one."""
    if sheet.is_open:
        return sheet
    draft = open_draft(sheet.slug)
    if draft is not None:
        return draft
    board = library.sketch_of(sheet)
    if board is None:
        raise library.UnsoundSheet(library.problems_of(sheet))
    try:
        return _new_version(board, by, copied=sheet)
    except IntegrityError:  # somebody else has just made one
        draft = open_draft(sheet.slug)
        if draft is None:
            raise
        return draft


def new_draft(*, slug: str, name: str, by: User | None) -> MapSheet:
    """An empty sheet with sensible settings. Refused if there is such a map already; without an id
    it gets a free one after its name."""
    if not slug:
        taken = set(MapSheet.objects.values_list("slug", flat=True))
        slug = new_id(name or "map", taken | set(library.bundled_slugs()))
    if not SLUG.match(slug):
        raise Refused(
            "slug",
            _("“{slug}” isn’t a valid id. Use lower-case letters, digits and hyphens."),
            slug=slug,
        )
    return draft_from(readable(blank(slug, name)), by)


def draft_from(board: Board, by: User | None) -> MapSheet:
    """The first draft of a new map."""
    taken = Refused("slug", _("There’s already a map with the id “{slug}”."), slug=board.slug)
    if library.versions(board.slug).exists():
        raise taken
    try:
        return _new_version(board, by)
    except IntegrityError:
        raise taken from None


def blank(slug: str, name: str) -> dict[str, Any]:
    """The data of a sheet without places: cards, points and draws as in most boxes."""
    colors = ("black", "blue", "green", "red", "white", "yellow")
    draw = {"draw": 2, "keep": 1, "rejected": "bottom"}
    return {
        "format": sheet_format.FORMAT,
        "version": sheet_format.VERSION,
        "slug": slug,
        "name": name,
        "year": timezone.localdate().year,
        "verified": False,
        "notes": "",
        "canvas": [1000, 700],
        "theme": "plain",
        "duration": [15, 30],
        "players": [2, 4],
        "player_colors": ["red", "blue", "green", "yellow", "black"],
        "first_player": "random",
        "vehicles": {"kind": "wagon", "each": 20},
        "cards": {"wild": 8, **dict.fromkeys(colors, 8)},
        "opening_hand": 2,
        "points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15},
        "parallel_routes": {"closed_up_to": 3},
        "final_round": [{"id": "standard", "name": "Standard", "at": 2, "languages": []}],
        "ticket_decks": [{"id": "tickets", "name": "Tickets", "size": 1}],
        "ticket_draws": {"opening": dict(draw), "turn": dict(draw)},
        "bonuses": [],
        "tie_breaks": ["tickets_completed"],
        "places": [],
        "routes": [],
        "tickets": [],
    }


@transaction.atomic
def _new_version(board: Board, by: User | None, copied: MapSheet | None = None) -> MapSheet:
    made = MapSheet(
        slug=board.slug,
        version=library.next_version(board.slug),
        state=MapSheet.State.DRAFT,
        created_by=by,
        draft=_text(board),
    )
    library.fill(made, board)
    made.save()
    _write_rows(made, board)
    if copied is not None:
        _copy_verifications(copied, made)
    else:
        _stamp(made, None, board, by)
    return made


def _write_rows(stored: MapSheet, board: Board) -> None:
    sound = not any(problem.error for problem in library.problems_of(stored))
    library.write_rows(stored, board if sound else None)


def save(
    *, sheet: MapSheet, data: object, seen: str, by: User | None, by_tables: bool = False
) -> list[Problem]:
    """Replace what a draft holds. Returns what can be said against it: a draft may be unfinished.

    `seen` is the checksum the editor had before; Stale if somebody else saved meanwhile. Malformed
    if it cannot be read as a sheet. Either way nothing is changed. `by_tables`: it holds what
    tables found out.
    """
    board = readable(data)
    if board.slug != sheet.slug:
        raise Refused("slug", _("A map’s id can’t change: it’s “{slug}”."), slug=sheet.slug)
    with transaction.atomic():
        row = _locked(sheet)
        if row.checksum != seen:
            raise Stale(
                "stale",
                _("Someone else has saved this draft in the meantime. Your changes weren’t saved."),
            )
        if not by_tables:
            board = _without_changed_counts(library.sketch_of(row), board)
        if row.checksum != library.checksum(board):
            _stamp(row, library.sketch_of(row), board, by)
            library.fill(row, board)
            row.draft = _text(board)
            row.state = MapSheet.State.DRAFT
            row.checked_at, row.checked_by = None, None
            row.save()
            _write_rows(row, board)
    sheet.refresh_from_db()
    return library.problems_of(sheet)


def _without_changed_counts(before: Board | None, after: Board) -> Board:
    """Items that somebody changed no longer count as found by tables."""
    was = _facts(before) if before else {}
    now = _facts(after)
    kinds: dict[str, Any] = {
        kind: tuple(
            item
            if not item.tables or was.get((kind, item.id)) in (None, now[(kind, item.id)])
            else replace(item, tables=0)
            for item in getattr(after, kind)
        )
        for kind in KINDS
    }
    return replace(after, **kinds)


def _locked(sheet: MapSheet) -> MapSheet:
    """The draft as it is now, locked."""
    row = MapSheet.objects.select_for_update().filter(pk=sheet.pk).first()
    if row is None:
        raise Refused("gone", _("This draft has been deleted."))
    if not row.is_open:
        raise Refused(
            "not_a_draft",
            _("Version {version} is published and can’t change. Edit it as a new draft."),
            version=row.version,
        )
    return row


def discard(sheet: MapSheet) -> None:
    """Delete a draft. A version that was ever published is kept for its games."""
    with transaction.atomic():
        row = _locked(sheet)
        try:
            row.delete()
        except ProtectedError:
            raise Refused("in_use", _("A table is using this sheet.")) from None


# -- Checked, published, retired ------------------------------------------------------------------


@transaction.atomic
def mark_checked(sheet: MapSheet, by: User | None) -> MapSheet:
    """Mark that somebody has looked through all of it. Raises UnsoundSheet if it has errors."""
    row = _locked(sheet)
    _refuse_errors(row)
    row.state = MapSheet.State.CHECKED
    row.checked_at, row.checked_by = timezone.now(), by
    row.save()
    sheet.refresh_from_db()
    return sheet


@transaction.atomic
def publish(sheet: MapSheet, by: User | None) -> MapSheet:
    """Make it the version that new tables use. Later changes make another version.

    Raises UnsoundSheet for errors, Refused if nothing differs from the version in force.
    """
    row = _locked(sheet)
    _refuse_errors(row)
    others = library.versions(row.slug).exclude(pk=row.pk)
    force = others.filter(state=MapSheet.State.PUBLISHED).first()
    if force is not None and force.checksum == row.checksum:
        raise Refused("same", _("No differences from version {version}."), version=force.version)
    newest = others.first()
    if newest is not None and newest.version > row.version:
        row.version = newest.version + 1  # another one was loaded while this was a draft
    board = library.board_of(row)
    row.published_by = by
    library.put_in_force(row, board)
    sheet.refresh_from_db()
    return sheet


def _refuse_errors(row: MapSheet) -> None:
    errors = [problem for problem in library.problems_of(row) if problem.error]
    if errors:
        raise library.UnsoundSheet(errors)


@transaction.atomic
def retire(sheet: MapSheet, by: User | None) -> MapSheet:
    """Stop offering it for new tables; its games go on."""
    row = MapSheet.objects.select_for_update().get(pk=sheet.pk)
    if row.state != MapSheet.State.PUBLISHED:
        raise Refused("not_published", _("Only a published sheet can be retired."))
    row.state = MapSheet.State.RETIRED
    row.save()
    sheet.refresh_from_db()
    return sheet


@transaction.atomic
def roll_back(sheet: MapSheet, by: User | None) -> MapSheet:
    """Publish the content of an old version as the newest; the versions between are kept."""
    sheet.refresh_from_db()
    if sheet.is_open:
        raise Refused("draft", _("You can’t roll back to a draft. Publish it instead."))
    if sheet.state == MapSheet.State.PUBLISHED:
        raise Refused(
            "same", _("Version {version} is already the current one."), version=sheet.version
        )
    board = library.board_of(sheet)
    made = MapSheet(
        slug=sheet.slug,
        version=library.next_version(sheet.slug),
        created_by=by,
        published_by=by,
    )
    library.fill(made, board)
    library.put_in_force(made, board)
    _copy_verifications(sheet, made)
    return made


# -- Who verified what ----------------------------------------------------------------------------


def verified_items(board: Board) -> Iterator[tuple[str, str]]:
    """(kind, id) of everything that was compared with the printed board, one by one or as a whole;
    the sheet itself is ("sheet", "")."""
    if board.verified:
        yield Verification.Kind.SHEET, ""
    for kind in KINDS:
        for item in getattr(board, kind):
            if library.is_verified(board, item):
                yield kind, item.id


def _facts(board: Board) -> dict[tuple[str, str], tuple[object, ...]]:
    return {
        (kind, item.id): tuple(getattr(item, name) for name in FACTS[kind])
        for kind in KINDS
        for item in getattr(board, kind)
    }


def _stamp(row: MapSheet, before: Board | None, after: Board, by: User | None) -> None:
    """Record who verified what: new marks, and facts changed under an old mark."""
    old = set(verified_items(before)) if before else set()
    new = set(verified_items(after))
    facts_before: Mapping[tuple[str, str], object] = _facts(before) if before else {}
    facts_now = _facts(after)
    fresh = [
        mark for mark in new if mark not in old or facts_before.get(mark) != facts_now.get(mark)
    ]
    rows = {(mark.kind, mark.key): mark.pk for mark in Verification.objects.filter(sheet=row)}
    gone = [pk for mark, pk in rows.items() if mark not in new or mark in fresh]
    Verification.objects.filter(pk__in=gone).delete()
    at = timezone.now()
    Verification.objects.bulk_create(
        Verification(sheet=row, kind=kind, key=key, by=by, at=at) for kind, key in fresh
    )


def _copy_verifications(source: MapSheet, target: MapSheet) -> None:
    Verification.objects.bulk_create(
        Verification(sheet=target, kind=mark.kind, key=mark.key, by=mark.by, at=mark.at)
        for mark in source.verifications.select_related("by")
    )


# -- Looking at drafts ----------------------------------------------------------------------------


def drawable(board: Board) -> Board | None:
    """As much of a sheet as can be drawn, sound or not; None if there is nothing to draw."""
    places = {place.id: place for place in board.places}
    spots: dict[tuple[float, float], str] = {}
    for place in places.values():
        spots.setdefault((place.x, place.y), place.id)
    drawn = {id: places[id] for id in spots.values()}
    routes = {
        route.id: route
        for route in board.routes
        if route.a in drawn and route.b in drawn and route.a != route.b and route.color in COLORS
    }
    if not drawn:
        return None
    return replace(board, places=tuple(drawn.values()), routes=tuple(routes.values()))
