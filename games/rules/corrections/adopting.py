"""A newer version of the sheet, for a game that has begun on an older one.

Only what the new version has otherwise is taken over, and of that only what this table has not
found out for itself. Whether it fits what was played is for `deciding.py` to say.

“Older” is the version that was taken over last (`State.base`), so that the next one can be taken
over just as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from games.rules.actions import CompareSheet, CorrectRoute, TicketSource
from games.rules.board import Board, Place, Route, Ticket
from games.rules.corrections.lessons import pair
from games.rules.events import RouteCorrected
from games.rules.sheet_facts import (
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
)
from games.rules.state import State

Step = SheetFact | CorrectRoute
T = TypeVar("T", bound=Place | Route | Ticket)
# What no correction at a table can change.
SETTINGS = (
    "vehicle",
    "vehicles_each",
    "stations_each",
    "cards",
    "points",
    "parallels_closed_up_to",
    "decks",
    "opening",
    "turn",
    "bonuses",
)


def adoption(state: State, wanted: Board, version: int) -> CompareSheet | None:
    """What a table does to play on with another version of its sheet. None where there is nothing
    to do, or more than a table can do."""
    sheet = state.base
    if any(getattr(sheet, name) != getattr(wanted, name) for name in SETTINGS):
        return None
    if any(_kept(sheet, wanted)):
        return None
    steps = (*_places(state, wanted), *_routes(state, wanted), *_tickets(state, wanted))
    return CompareSheet(steps, version) if steps else None


def _kept(sheet: Board, wanted: Board) -> Iterator[bool]:
    """Whether places or routes differ in what only a sheet can say of them."""
    for place in wanted.places:
        was = sheet.place.get(place.id)
        yield (
            (was.kind, was.facts) != (place.kind, place.facts)
            if was
            else bool(place.dead_end or place.facts)
        )
    for route in wanted.routes:
        before = sheet.route.get(route.id)
        if before is None:
            yield route.tunnel or bool(route.ferry)
        else:
            yield (before.a, before.b, before.tunnel, before.ferry) != (
                route.a,
                route.b,
                route.tunnel,
                route.ferry,
            )


def _places(state: State, wanted: Board) -> Iterator[Step]:
    board, sheet = state.board, state.base
    for place in wanted.places:
        now, was = board.place.get(place.id), sheet.place.get(place.id)
        if now is None and was is None:
            yield PlaceAdded(place.id, place.name)
            yield PlaceMoved(place.id, place.x, place.y)
        elif now is not None and was is not None and now.name == was.name != place.name:
            yield PlaceRenamed(place.id, place.name)


def _routes(state: State, wanted: Board) -> Iterator[Step]:
    board, sheet = state.board, state.base
    lengths: dict[str, int] = {}  # of parallels that were mended with the first of them
    for route in sheet.routes:
        now, new = board.route.get(route.id), wanted.route.get(route.id)
        if now is None or _printed(now) != _printed(route):
            continue  # this table knows better
        if new is None:
            yield RouteStruck(route.id)
            continue
        length = lengths.get(pair(*route.ends), route.length)
        if (new.color, new.length) != (route.color, length):
            lengths[pair(*route.ends)] = new.length
            yield CorrectRoute(route.id, new.color, new.length, recount=False)
    own = {route.id: route for route in board.routes if route.id not in wanted.route}
    for route in wanted.routes:
        if route.id not in sheet.route and route.id not in board.route:
            same = next((r for r in own.values() if _same_printed(r, route)), None)
            if same is not None:  # found here, too, under another id: from its other end
                del own[same.id]
                continue
            side_by_side = 1 + len(wanted.parallels[route.id])
            yield RouteAdded(route.id, route.a, route.b, route.color, route.length, side_by_side)


def _printed(route: Route) -> tuple[str, int]:
    return route.color, route.length


def _same_printed(route: Route, other: Route) -> bool:
    return pair(*route.ends) == pair(*other.ends) and _printed(route) == _printed(other)


def _tickets(state: State, wanted: Board) -> Iterator[Step]:
    """Where tickets come from the box; those that were dealt stay as they are."""
    if state.source is TicketSource.DEALT:
        return
    board, sheet = state.board, state.base
    for ticket in sheet.tickets:
        if ticket.id in board.ticket and _value(wanted.ticket.get(ticket.id)) != _value(ticket):
            yield TicketStruck(ticket.id)
    there = {(pair(t.a, t.b), t.points) for t in board.tickets}
    for ticket in wanted.tickets:
        if _value(sheet.ticket.get(ticket.id)) != _value(ticket) and (
            (pair(ticket.a, ticket.b), ticket.points) not in there
        ):
            yield TicketAdded(ticket.id, ticket.a, ticket.b, ticket.points, ticket.deck)


def _value(ticket: Ticket | None) -> tuple[str, int] | None:
    return None if ticket is None else (pair(ticket.a, ticket.b), ticket.points)


# -- Afterwards -----------------------------------------------------------------------------------


def taken_over(
    base: Board, after: State, facts: Iterable[SheetFact | RouteCorrected], version: int
) -> State:
    """The state after a version was taken over, which remembers what that brought (`State.base`).

    Items the version did not touch stay in `base` as they were: where the board has them otherwise,
    this table found that out, and goes on knowing better.
    """
    touched = _touched(after.board, facts)
    made = replace(
        base,
        places=_with_touched(base.places, after.board.places, touched["places"]),
        routes=_with_touched(base.routes, after.board.routes, touched["routes"]),
        tickets=_with_touched(base.tickets, after.board.tickets, touched["tickets"]),
    )
    return replace(after, lessons=replace(after.lessons, version=version, base=made))


def _touched(board: Board, facts: Iterable[SheetFact | RouteCorrected]) -> dict[str, set[str]]:
    """The ids of what facts changed; ends of what is new and parallels of what was mended, too."""
    places: set[str] = set()
    routes: set[str] = set()
    tickets: set[str] = set()
    for fact in facts:
        match fact:
            case PlaceAdded(id) | PlaceRenamed(id) | PlaceMoved(id):
                places.add(id)
            case RouteAdded(id, a, b):
                routes.add(id)
                places |= {a, b}
            case RouteStruck(id):
                routes.add(id)
            case RouteCorrected(id):
                routes |= {id, *board.parallels[id]}
            case TicketAdded(id, a, b):
                tickets.add(id)
                places |= {a, b}
            case TicketStruck(id):
                tickets.add(id)
    return {"places": places, "routes": routes, "tickets": tickets}


def _with_touched(before: tuple[T, ...], after: tuple[T, ...], touched: set[str]) -> tuple[T, ...]:
    """What was before, with the touched items as they are after: changed, new or gone."""
    now = {item.id: item for item in after if item.id in touched}
    there = {item.id for item in before}
    old = (now.get(item.id, item) for item in before if item.id in now or item.id not in touched)
    return (*old, *(item for id, item in now.items() if id not in there))
