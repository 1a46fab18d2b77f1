"""The comparison of a sheet with the printed board: what to look at next, and the progress so
far."""

from collections.abc import Sequence
from typing import Any

from games.maps import library
from games.maps.findings import KINDS, how_known
from games.models import Table
from games.rules.board import Place, Route, Ticket
from games.rules.state import State
from games.rules.text import Text, _, listed, text
from games.table import learning

Item = Place | Route | Ticket


def _is_done(state: State, kind: str, item: Item) -> bool:
    """Whether an item has been compared: ticked or corrected at this table, or confirmed
    earlier."""
    if (kind, item.id) in state.lessons.confirmed:
        return True
    sheet = state.sheet
    was: dict[str, Any] = {"places": sheet.place, "routes": sheet.route, "tickets": sheet.ticket}
    before = was[kind].get(item.id)
    if before is None or _mended(state, item, before):
        return True
    return bool(before == item) and library.is_verified(sheet, item)


def _mended(state: State, item: Item, before: Item) -> bool:
    """Whether somebody has corrected the sheet here. A route that was only lengthened along with
    its parallel still has to be compared."""
    match item, before:
        case Place(), Place():
            return item.name != before.name
        case Route(), Route():
            alone = not state.board.parallels[item.id]
            return item.color != before.color or (alone and item.length != before.length)
        case Ticket(), Ticket():
            return item.points != before.points
    return False


def how_known_here(state: State, kind: str, item: Item) -> Text:
    """How an item is known: from its sheet, or learned at this table."""
    sheet = state.sheet
    was: dict[str, Any] = {"places": sheet.place, "routes": sheet.route, "tickets": sheet.ticket}
    if (kind, item.id) in state.lessons.confirmed or was[kind].get(item.id) != item:
        return text(_("found at this table"))
    return how_known(sheet, item)


def locked_words(table: Table, state: State, items: Sequence[Item]) -> Text | None:
    """Why some of these items cannot be corrected; None if all of them can."""
    locked = [item for item in items if not learning.may_mend(table, state.sheet, item)]
    if not locked:
        return None
    return text(
        _("Verified against the printed board, so it can’t change here: {names}."),
        names=listed(_name(state, item) for item in locked),
    )


def _name(state: State, item: Item) -> str | Text:
    match item:
        case Place():
            return item.name
        case Route():
            return state.board.route_name(item)
        case Ticket():
            return state.board.ticket_name(item)


def mending(table: Table, state: State, now: dict[str, Any] | None) -> dict[str, Any]:
    """What people can correct in the row shown, and why the rest is locked."""
    if now is None:
        return {"mends": False, "renames": [], "locked": None}
    item = now.get("route") or now.get("ticket") or now["place"]
    items = [item, *now.get("ends", ())]
    mendable = [one for one in items if learning.may_mend(table, state.sheet, one)]
    return {
        "mends": item in mendable,
        "renames": [one for one in mendable if isinstance(one, Place)],
        "locked": locked_words(table, state, items),
    }


def progress(state: State) -> dict[str, Any]:
    """How many places, routes and tickets are confirmed, and how many there are."""
    items = [(kind, item) for kind in KINDS for item in getattr(state.board, kind)]
    done = sum(_is_done(state, kind, item) for kind, item in items)
    return {"done": done, "every": len(items), "percent": 100 * done // (len(items) or 1)}


def _chosen(rows: Sequence[dict[str, Any]], kind: str, at: str, n: int) -> dict[str, Any]:
    """The requested row, or the next one from `n` on that hasn't been compared.

    `kind` is the key under which a row holds its item.
    """
    ids = [row[kind].id for row in rows]
    opened = [i for i, row in enumerate(rows) if not row["done"]]
    if at in ids:
        index = ids.index(at)
    elif opened:
        index = next((i for i in opened if i >= n), opened[0])
    else:
        return {"rows": rows, "now": None}
    return {
        "rows": rows,
        "now": rows[index],
        "n": index,
        "previous": ids[index - 1] if index else "",
        "next": ids[index + 1] if index + 1 < len(ids) else "",
    }


def by_route(state: State, at: str, n: int) -> dict[str, Any]:
    """One route, large."""
    board = state.board
    rows: list[dict[str, Any]] = [
        {
            "route": route,
            "name": board.route_name(route),
            "done": _is_done(state, "routes", route),
            "known": how_known_here(state, "routes", route),
            "owner": state.name(state.owners[route.id]) if route.id in state.owners else "",
            "ends": [board.place[route.a], board.place[route.b]],
        }
        for route in board.routes
    ]
    return _chosen(rows, "route", at, n)


def by_place(state: State, at: str, n: int) -> dict[str, Any]:
    """One place with all its routes."""
    board = state.board
    rows: list[dict[str, Any]] = []
    for place in board.places:
        routes = [
            {
                "route": route,
                "other": board.place[route.other(place.id)].name,
                "done": _is_done(state, "routes", route),
            }
            for route in board.neighbours[place.id]
        ]
        done = _is_done(state, "places", place) and all(row["done"] for row in routes)
        rows.append(
            {
                "place": place,
                "routes": routes,
                "done": done,
                "known": how_known_here(state, "places", place),
            }
        )
    return _chosen(rows, "place", at, n)


def by_ticket(state: State, at: str, n: int) -> dict[str, Any]:
    """One ticket of the box."""
    board = state.board
    rows: list[dict[str, Any]] = [
        {
            "ticket": ticket,
            "a": board.place[ticket.a].name,
            "b": board.place[ticket.b].name,
            "name": board.ticket_name(ticket),
            "done": _is_done(state, "tickets", ticket),
            "known": how_known_here(state, "tickets", ticket),
        }
        for ticket in board.tickets
    ]
    return _chosen(rows, "ticket", at, n)
