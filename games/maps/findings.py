"""What tables found out about a board, merged item by item into the next version of its sheet.

A finding is what one table says about a place, route or ticket: what is printed, or that it is not
printed at all. If two tables agree, the item is checked; if they contradict one another, the person
who decides is shown both versions.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction

from games.maps import library
from games.maps.alignment import Facts, Key, align
from games.models import Finding, MapSheet, Table
from games.rules import checks
from games.rules.board import Board, Place, Route, Ticket
from games.rules.corrections.lessons import pair
from games.rules.network import shortest_on
from games.rules.state import State
from games.rules.text import Text, _, plural, text

KINDS = ("places", "routes", "tickets")
SPOTS = "spots"  # where a place is drawn: no fact of the game, so the latest word counts
CHECKED_AT = 2  # tables that agree


# -- From a game ----------------------------------------------------------------------------------


def findings_of(state: State) -> dict[Key, Facts]:
    """The findings of a game: what was added, corrected, struck out and confirmed on its board, and
    every paper ticket somebody held.

    What the table took over from a newer version is not its own finding. `new` marks what its sheet
    did not have: such an id was made up by the table.
    """
    sheet, board = state.base, state.full_board
    confirmed = state.lessons.confirmed
    held = {id for hand in state.hands for id in hand.tickets} if not state.decks else set()
    findings: dict[Key, Facts] = {}
    for kind in KINDS:
        if kind == "tickets" and sheet.variant:
            continue  # they are of an expansion, not of the box that the sheet lists
        before = {item.id: _facts(item) for item in getattr(sheet, kind)}
        for item in getattr(board, kind):
            facts = _facts(item)
            old = before.get(item.id)
            new = old is None or _printed(old) != _printed(facts)
            if new or (kind, item.id) in confirmed or (kind == "tickets" and item.id in held):
                findings[(kind, item.id)] = facts if old is not None else {**facts, "new": True}
        there = {item.id for item in getattr(board, kind)}
        findings.update({(kind, id): None for id in before if id not in there})
    for place in board.places:
        old_spot = sheet.place.get(place.id)
        if old_spot is not None and (old_spot.x, old_spot.y) != (place.x, place.y):
            findings[(SPOTS, place.id)] = {"x": place.x, "y": place.y}
    return findings


def has_news(state: State) -> bool:
    """Whether a game found out anything that isn't on its sheet and verified there."""
    sheet = state.base
    verified = {
        (kind, item.id): _printed(_facts(item))
        for kind in KINDS
        for item in getattr(sheet, kind)
        if library.is_verified(sheet, item)
    }
    return any(
        facts is None or verified.get(key) != _printed(facts)
        for key, facts in findings_of(state).items()
    )


def _facts(item: Place | Route | Ticket) -> dict[str, Any]:
    match item:
        case Place():
            return {"name": item.name, "x": item.x, "y": item.y}
        case Route():
            return {"a": item.a, "b": item.b, "color": item.color, "length": item.length}
        case Ticket():
            return {"a": item.a, "b": item.b, "points": item.points, "deck": item.deck}


def _printed(facts: Facts) -> str:
    """What is printed, for comparing: without the place on the drawing and the direction of a
    route."""
    if facts is None:
        return "-"
    printed = {k: v for k, v in facts.items() if k not in ("x", "y", "new")}
    if "a" in printed:
        printed["a"], printed["b"] = sorted((printed["a"], printed["b"]))
    return json.dumps(printed, sort_keys=True)


def source_of(table: Table) -> str:
    """An opaque id for the table: its key would open its result.

    A rematch on the same version of the sheet begins with the findings of the game before, so they
    share one id, and later findings replace earlier ones.
    """
    while earlier := Table.objects.filter(rematch=table, sheet=table.sheet_id).first():
        table = earlier
    return hashlib.sha256(f"finding {table.key}".encode()).hexdigest()[:32]


@transaction.atomic
def save_findings(slug: str, source: str, facts_by_item: Mapping[Key, Facts]) -> None:
    """Store the findings of one table; they replace what it had said of the same board."""
    Finding.objects.filter(slug=slug, source=source).delete()
    Finding.objects.bulk_create(
        Finding(slug=slug, source=source, kind=kind, item=item, facts=facts)
        for (kind, item), facts in facts_by_item.items()
    )


def is_kept(table: Table, state: State) -> bool:
    """Whether all that a game learnt was kept before."""
    rows = Finding.objects.filter(slug=table.sheet.slug, source=source_of(table))
    return {(row.kind, row.item): row.facts for row in rows} == findings_of(state)


# -- Merging --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemVersion:
    """One version of an item, and how many tables found it; `fresh`: one of them since the last
    decision."""

    facts: Facts
    tables: int
    fresh: bool = True


@dataclass(frozen=True, slots=True)
class Basis:
    """The sheet into which findings are merged, and the time of its last decision on findings."""

    board: Board
    decided_at: datetime | None = None


def basis(slug: str) -> Basis | None:
    """The version in force."""
    stored = library.newest(slug)
    if stored is None:
        return None
    return Basis(library.board_of(stored), stored.published_at)


def draft_basis(draft: MapSheet | None) -> Basis | None:
    """A draft that somebody works on, if it can be read, so that nothing in it is lost."""
    board = library.sketch_of(draft) if draft is not None else None
    return Basis(board, draft.changed_at) if draft is not None and board is not None else None


@dataclass(frozen=True, slots=True)
class Merged:
    """`contradictions` holds every version of the items that tables disagree about, the one taken
    first; `tables` how many tables agree on an item as it is now; `names` what the places are
    called, also those that no route leads to yet."""

    board: Board
    contradictions: Mapping[Key, Sequence[ItemVersion]]
    tables: Mapping[Key, int]
    left_out: Sequence[Text]  # tickets nobody can complete yet: nothing joins their places
    names: Mapping[str, str]  # by the id of a place


def item_versions(
    into: Basis, also: Mapping[str, Mapping[Key, Facts]] | None = None
) -> dict[Key, list[ItemVersion]]:
    """The versions of each item that tables reported: the most common first, of equals the latest.
    `also` holds findings of further tables, which replace earlier ones of the same tables."""
    also = also or {}
    tables: dict[str, dict[Key, Facts]] = {}
    old: set[str] = set()
    for row in Finding.objects.filter(slug=into.board.slug).order_by("at", "pk"):
        if row.source not in also:
            tables.setdefault(row.source, {})[(row.kind, row.item)] = row.facts
            if into.decided_at is not None and row.at <= into.decided_at:
                old.add(row.source)
    stated = align(into.board, [*tables.items(), *also.items()])
    counted: dict[Key, dict[str, ItemVersion]] = {}
    latest: dict[tuple[Key, str], int] = {}
    for i, (source, by_item) in enumerate(stated.items()):
        for key, facts in by_item.items():
            printed = _printed(facts)
            before = counted.setdefault(key, {}).get(printed, ItemVersion(facts, 0, False))
            fresh = before.fresh or source not in old
            counted[key][printed] = ItemVersion(facts, before.tables + 1, fresh)
            latest[(key, printed)] = i
    return {
        key: sorted(
            versions.values(),
            key=lambda version: (version.tables, latest[(key, _printed(version.facts))]),
            reverse=True,
        )
        for key, versions in counted.items()
    }


def merge(
    board: Board,
    stated: Mapping[Key, Sequence[ItemVersion]],
    choices: Mapping[Key, int] | None = None,
) -> Merged:
    """Merge the findings (`item_versions`) into the sheet; `choices` picks versions of items."""
    chosen: dict[Key, ItemVersion] = {}
    for key, versions in stated.items():
        version = _chosen(board, key, versions, (choices or {}).get(key))
        if version is not None:
            chosen[key] = version
    places = _merged_places(board, chosen)
    routes = _merged_routes(board, chosen, {place.id for place in places})
    reached = {end for route in routes for end in route.ends}
    places = tuple(place for place in places if place.id in reached)
    made = replace(board, places=places, routes=routes, tickets=())
    names = _place_names(board, stated, chosen)
    tickets, left = _merged_tickets(board, made, chosen, names)
    made = replace(made, tickets=tickets)
    every = [item for kind in KINDS for item in getattr(made, kind)]
    checked = bool(every) and all(library.is_verified(made, item) for item in every)
    open_questions = {
        key: versions
        for key, versions in stated.items()
        if len(versions) > 1 and any(version.fresh for version in versions)
    }
    return Merged(
        board=replace(made, verified=board.verified or checked),
        contradictions=open_questions,
        tables={
            key: version.tables
            for key, version in chosen.items()
            if version.facts is not None and key[0] in KINDS
        },
        left_out=left,
        names=names,
    )


def _place_names(
    board: Board,
    stated: Mapping[Key, Sequence[ItemVersion]],
    chosen: Mapping[Key, ItemVersion],
) -> dict[str, str]:
    """What the places are called that are on the sheet or that a table named."""
    names = {place.id: place.name for place in board.places}
    for (kind, id), versions in stated.items():
        taken = [chosen[(kind, id)]] if (kind, id) in chosen else []
        if kind == "places" and (taken or id not in names):
            named = (version.facts for version in (*taken, *versions) if version.facts)
            names.update((id, str(facts["name"])) for facts in islice(named, 1))
    return names


def version_on_sheet(board: Board, key: Key, versions: Sequence[ItemVersion]) -> int | None:
    """Which of the versions that tables found is the one the sheet has; None if it has none of
    them."""
    kind, id = key
    item = next((item for item in getattr(board, kind, ()) if item.id == id), None)
    now = _printed(_facts(item) if item is not None else None)
    same = (i for i, version in enumerate(versions) if _printed(version.facts) == now)
    return next(same, None)


def _chosen(
    board: Board, key: Key, versions: Sequence[ItemVersion], wanted: int | None
) -> ItemVersion | None:
    """The version to take, or None to leave the item as the sheet has it.

    A decision made once is not changed by old findings, only by new ones.
    """
    if wanted is not None and 0 <= wanted < len(versions):
        return versions[wanted]
    kind = key[0]
    if any(version.fresh for version in versions) or _waits(board, kind, versions[0].facts):
        return versions[0]
    if kind == SPOTS:
        return None
    now = version_on_sheet(board, key, versions)
    return None if now is None else versions[now]


def _waits(board: Board, kind: str, facts: Facts) -> bool:
    """Whether it is a ticket to a place that the sheet lacks: it cannot be decided yet."""
    if kind != "tickets" or facts is None:
        return False
    return not {facts["a"], facts["b"]} <= board.place.keys()


def _mark(before: bool | None, version: ItemVersion, same: bool) -> bool | None:
    """Whether an item is now checked: found by two tables, or checked by somebody before."""
    if version.tables >= CHECKED_AT:
        return True
    return before if same else False


def _tables(before: Place | Route | Ticket | None, version: ItemVersion, same: bool) -> int:
    """How many tables found an item as it is now, including those the sheet came with."""
    return max(before.tables, version.tables) if before is not None and same else version.tables


def _merged_places(board: Board, chosen: Mapping[Key, ItemVersion]) -> tuple[Place, ...]:
    places = []
    for place in board.places:
        version = chosen.get(("places", place.id))
        if version is None or version.facts is None:
            places.append(place)
            continue
        same = place.name == version.facts["name"]
        names = place.names if same else {}
        mark = _mark(place.verified, version, same)
        tables = _tables(place, version, same)
        name = version.facts["name"]
        places.append(replace(place, name=name, names=names, verified=mark, tables=tables))
    ids = {place.id for place in places}
    for (kind, id), version in chosen.items():
        if kind == "places" and id not in ids and version.facts is not None:
            facts = version.facts
            spot = (float(facts["x"]), float(facts["y"]))
            mark = _mark(None, version, same=False)
            places.append(Place(id, facts["name"], *spot, verified=mark, tables=version.tables))
    return tuple(_at_its_spot(board, place, chosen.get((SPOTS, place.id))) for place in places)


def _at_its_spot(board: Board, place: Place, version: ItemVersion | None) -> Place:
    """A place where a host put it, unless another place is drawn right there."""
    if version is None or version.facts is None:
        return place
    x, y = float(version.facts["x"]), float(version.facts["y"])
    taken = any((p.x, p.y) == (x, y) for p in board.places if p.id != place.id)
    inside = x <= board.canvas[0] and y <= board.canvas[1]
    return replace(place, x=x, y=y) if inside and not taken else place


def _merged_routes(
    board: Board, chosen: Mapping[Key, ItemVersion], places: set[str]
) -> tuple[Route, ...]:
    routes: list[Route] = []
    for route in board.routes:
        version = chosen.get(("routes", route.id))
        if version is None:
            routes.append(route)
        elif version.facts is not None:
            color, length = version.facts["color"], version.facts["length"]
            same = (route.color, route.length) == (color, length)
            mark = _mark(route.verified, version, same)
            tables = _tables(route, version, same)
            routes.append(replace(route, color=color, length=length, verified=mark, tables=tables))
    ids = {route.id for route in board.routes}
    for (kind, id), version in chosen.items():
        facts = version.facts
        if kind != "routes" or id in ids or facts is None:
            continue
        if facts["a"] in places and facts["b"] in places:
            mark = _mark(None, version, same=False)
            ends = facts["a"], facts["b"]
            route = Route(id, *ends, facts["length"], facts["color"], verified=mark)
            route = replace(route, tables=version.tables)
            last = max(
                (i for i, r in enumerate(routes) if pair(*r.ends) == pair(*route.ends)),
                default=len(routes) - 1,
            )
            routes.insert(last + 1, route)
    return _equally_long(routes, chosen)


def _equally_long(routes: list[Route], chosen: Mapping[Key, ItemVersion]) -> tuple[Route, ...]:
    """Give parallel routes one length: the one that most tables found."""
    best: dict[str, tuple[int, int]] = {}
    for route in routes:
        version = chosen.get(("routes", route.id))
        vote = (version.tables if version else 0, route.length)
        key = pair(*route.ends)
        if key not in best or vote[0] > best[key][0]:
            best[key] = vote
    return tuple(
        route
        if route.length == best[pair(*route.ends)][1]
        else replace(route, length=best[pair(*route.ends)][1])
        for route in routes
    )


def _merged_tickets(
    board: Board, made: Board, chosen: Mapping[Key, ItemVersion], names: Mapping[str, str]
) -> tuple[tuple[Ticket, ...], list[Text]]:
    """The tickets that can be completed on the new board; of one pair of places, the one told."""
    stated: dict[str, Ticket] = {}
    tickets: list[Ticket] = []
    left: list[Text] = []
    decks = {deck.id for deck in board.decks}
    for (kind, id), version in chosen.items():
        facts = version.facts
        if kind == "tickets" and facts is not None and facts["deck"] in decks:
            before = board.ticket.get(id)
            same = before is not None and _printed(_facts(before)) == _printed(facts)
            mark = _mark(before.verified if before else None, version, same)
            stated[id] = Ticket(
                id,
                facts["a"],
                facts["b"],
                facts["points"],
                facts["deck"],
                mark,
                _tables(before, version, same),
            )
    pairs = {pair(t.a, t.b) for t in stated.values()}
    for ticket in board.tickets:
        if ticket.id in stated:
            tickets.append(stated.pop(ticket.id))
        elif ("tickets", ticket.id) not in chosen and pair(ticket.a, ticket.b) not in pairs:
            tickets.append(ticket)
    tickets.extend(stated.values())
    sound = []
    for ticket in tickets:
        way = None
        if ticket.a in made.place and ticket.b in made.place:
            way = shortest_on(made, ticket.a, ticket.b)
        if way is not None and way[0] <= made.vehicles_each:
            sound.append(ticket)
        elif ticket.id not in board.ticket:  # else the differences say that it goes
            left.append(_ticket_words(names, ticket))
    return tuple(sound), left


def _ticket_words(names: Mapping[str, str], ticket: Ticket) -> Text:
    """A ticket whose places may be on no sheet yet."""
    return plural(
        "Ticket {a} – {b}, {count} point",
        "Ticket {a} – {b}, {count} points",
        ticket.points,
        a=names.get(ticket.a, ticket.a),
        b=names.get(ticket.b, ticket.b),
    )


# -- The next version -----------------------------------------------------------------------------


def publish(merged: Merged) -> MapSheet:
    """Publish the merged sheet as the version that new tables use. Raises UnsoundSheet."""
    errors = [problem for problem in checks.check(merged.board) if problem.error]
    if errors:
        raise library.UnsoundSheet(errors)
    return library.load(merged.board).sheet


def how_known(board: Board, item: Place | Route | Ticket) -> Text:
    """In words, how an item of a sheet is known."""
    if item.tables:
        return plural("confirmed at {count} table", "confirmed at {count} tables", item.tables)
    if library.is_verified(board, item):
        return text(_("printed rulebook or board"))
    return text(_("reconstruction"))


def kept_words(board: Board, version: int) -> Text | None:
    """How a sheet is known that was kept from tables; None for one that nobody mended by playing,
    and for one that is verified throughout."""
    every = [item for kind in KINDS for item in getattr(board, kind)]
    if board.verified or not any(item.tables for item in every):
        return None
    done = sum(bool(item.tables) or library.is_verified(board, item) for item in every)
    words = (
        _("drawn by its players, version {version}: {done} of {every} confirmed")
        if board.learnt
        else _("corrected by its players, version {version}: {done} of {every} confirmed")
    )
    return text(words, version=version, done=done, every=len(every))


def counted_by_how_known(board: Board) -> list[tuple[Text, int]]:
    """How many items of a sheet are known in which way, the most frequent first."""
    counts: dict[str, int] = {}
    words_of: dict[str, Text] = {}
    for kind in KINDS:
        for item in getattr(board, kind):
            how = how_known(board, item)
            counts[str(how)] = counts.get(str(how), 0) + 1
            words_of[str(how)] = how
    return [(words_of[how], n) for how, n in sorted(counts.items(), key=lambda pair: -pair[1])]
