"""What the rules say to a correction of the sheet: nothing played, paid or owned may change."""

from __future__ import annotations

from dataclasses import replace

from games.rules import checks
from games.rules.actions import TicketSource
from games.rules.board import Board, Route
from games.rules.corrections import applying
from games.rules.corrections.lessons import pair
from games.rules.limits import LONGEST_NAME, MOST_PLACES, MOST_ROUTES, MOST_TICKETS
from games.rules.names import place_called
from games.rules.reading import ID, SLUG
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
)
from games.rules.state import Phase, State
from games.rules.text import Text, _, plural
from games.rules.violations import Code, RuleViolation

KINDS = ("places", "routes", "tickets")
MOST_PARALLELS = 4


def decide(state: State, fact: SheetFact) -> SheetFact:
    """The fact as it is written down. Raises RuleViolation."""
    if isinstance(fact, ItemConfirmed):
        return _confirmed(state, fact)
    on_file = state.source is TicketSource.RECORD and isinstance(fact, PlaceAdded | TicketAdded)
    # A game on file names what a ticket needs before the move that shows it, at the end, too.
    if state.phase not in (Phase.OPENING, Phase.TURNS) and not (
        on_file and state.phase is Phase.REVEAL
    ):
        raise RuleViolation(Code.GAME_OVER, _("The game is over."))
    match fact:
        case PlaceAdded():
            return _place_added(state.board, fact)
        case PlaceRenamed():
            return _place_renamed(state.board, fact)
        case PlaceMoved():
            return _place_moved(state.board, fact)
        case RouteAdded():
            return _route_added(state, fact)
        case RouteStruck():
            return _route_struck(state, fact)
        case TicketAdded():
            return _ticket_added(state, fact)
        case TicketStruck():
            return _ticket_struck(state, fact)


def _no(sentence: str | Text, **params: object) -> RuleViolation:
    return RuleViolation(Code.NOT_CORRECTABLE, sentence, **params)


def _require_place(board: Board, id: str) -> None:
    if id not in board.place:
        raise _no(_("There’s no place “{place}” on this map."), place=id)


# -- Places ---------------------------------------------------------------------------------------


def _name(board: Board, name: str, besides: str = "") -> str:
    """A name for a place, that no other place has."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME:
        raise _no(_("A place needs a name of at most {most} letters."), most=LONGEST_NAME)
    other = place_called(board, name)
    if other is not None and other.id != besides:
        raise _no(_("There’s already a place called {name}."), name=other.name)
    return name


def _place_added(board: Board, fact: PlaceAdded) -> PlaceAdded:
    if fact.place in board.place or not SLUG.match(fact.place):
        raise _no(_("There’s already a place called {name}."), name=fact.name)
    if len(board.places) >= MOST_PLACES:
        raise _no(_("No map has that many places."))
    return replace(fact, name=_name(board, fact.name))


def _place_renamed(board: Board, fact: PlaceRenamed) -> PlaceRenamed:
    _require_place(board, fact.place)
    old_name = board.place[fact.place].name
    name = _name(board, fact.name, besides=fact.place)
    if name == old_name:
        raise _no(_("The sheet already says that."))
    return PlaceRenamed(fact.place, name, old_name)


def _place_moved(board: Board, fact: PlaceMoved) -> PlaceMoved:
    _require_place(board, fact.place)
    width, height = board.canvas
    if not (0 <= fact.x <= width and 0 <= fact.y <= height):
        raise _no(_("{place} is outside the canvas."), place=board.place[fact.place].name)
    for place in board.places:
        if place.id != fact.place and (place.x, place.y) == (fact.x, fact.y):
            raise _no(
                _("{place} is on the same spot as {other}."),
                place=board.place[fact.place].name,
                other=place.name,
            )
    return fact


# -- Routes ---------------------------------------------------------------------------------------


def _route_added(state: State, fact: RouteAdded) -> RouteAdded:
    board = state.board
    _require_place(board, fact.a)
    _require_place(board, fact.b)
    if fact.a == fact.b:
        raise _no(_("A route has to connect two different places."))
    if len(board.routes) >= MOST_ROUTES:
        raise _no(_("No map has that many routes."))
    twins = [route for route in board.routes if {route.a, route.b} == {fact.a, fact.b}]
    _check_parallels(state, fact, twins)
    if twins:  # drawn and numbered in the direction of the first
        fact = replace(fact, a=twins[0].a, b=twins[0].b)
    fact = replace(fact, route=fact.route or _route_id(board, fact))
    if fact.route in board.route or not ID.match(fact.route):
        raise _no(_("The id “{id}” appears twice."), id=fact.route)
    route = Route(fact.route, fact.a, fact.b, fact.length, fact.color)
    wrong = checks.route_problem(applying.with_route(board, route), route)
    if wrong is not None:
        raise _no(wrong.text)
    return fact


def _check_parallels(state: State, fact: RouteAdded, twins: list[Route]) -> None:
    names = {"a": state.board.place[fact.a].name, "b": state.board.place[fact.b].name}
    if not 1 <= fact.parallels <= MOST_PARALLELS:
        raise _no(_("No board has that many routes side by side."))
    if len(twins) >= fact.parallels:
        if fact.parallels == 1:
            raise _no(
                _("{a} and {b} are already connected, and only one route is printed."), **names
            )
        raise _no(
            plural(
                "The {count} route between {a} and {b} is already on the map.",
                "All {count} routes between {a} and {b} are already on the map.",
                fact.parallels,
                **names,
            )
        )
    for twin in twins:
        if twin.length != fact.length:
            raise _no(
                plural(
                    "Parallel routes must be the same length: the one beside it has {count} "
                    "space on this map.",
                    "Parallel routes must be the same length: the one beside it has {count} "
                    "spaces on this map.",
                    twin.length,
                )
            )


def _route_id(board: Board, fact: RouteAdded) -> str:
    base = f"{fact.a}--{fact.b}"
    if base not in board.route and f"{base}--1" not in board.route:
        return base
    number = 2
    while f"{base}--{number}" in board.route:
        number += 1
    return f"{base}--{number}"


def _route_struck(state: State, fact: RouteStruck) -> RouteStruck:
    route = state.board.route.get(fact.route)
    if route is None:
        raise RuleViolation(
            Code.UNKNOWN_ROUTE, _("There’s no route “{route}” on this map."), route=fact.route
        )
    if route.id in state.owners:
        raise _no(
            _("{owner} has claimed {route}. Undo the claim first."),
            route=state.board.route_name(route),
            owner=state.name(state.owners[route.id]),
        )
    return RouteStruck(route.id, route.a, route.b, route.color, route.length)


# -- Tickets --------------------------------------------------------------------------------------


def check_new_ticket(state: State, seat: int, new: NewTicket) -> None:
    """A paper ticket that its owner reads from the card: compared with what everybody may know,
    and with the seat's own, never with what others hold."""
    board = state.board
    if state.source is not TicketSource.PAPER:
        raise RuleViolation(
            Code.UNKNOWN_TICKET, _("Only tickets from the box can be missing from the list.")
        )
    for id in (new.a, new.b):
        if id in board.place:
            continue
        name = new.names.get(id, "")
        if not SLUG.match(id) or not name.strip() or len(name) > LONGEST_NAME:
            raise _no(_("A place needs a name of at most {most} letters."), most=LONGEST_NAME)
    _check_ticket(board, new.a, new.b, new.points, new.deck)


def _check_ticket(board: Board, a: str, b: str, points: int, deck: str) -> None:
    if a == b:
        raise _no(_("A ticket has to connect two different places."))
    if not 1 <= points <= 1000:
        raise _no(_("A ticket is worth at least one point."))
    if deck not in board.deck_tickets:
        raise _no(_("There’s no deck “{deck}”."), deck=deck)
    for ticket in board.tickets:
        if pair(ticket.a, ticket.b) == pair(a, b) and ticket.points == points:
            raise _no(
                _("The ticket {ticket} is already in the list."), ticket=board.ticket_name(ticket)
            )


def _ticket_added(state: State, fact: TicketAdded) -> TicketAdded:
    board = state.board
    if state.source is TicketSource.DEALT:
        raise _no(_("This table deals its tickets from the sheet, so you can’t add any now."))
    _require_place(board, fact.a)
    _require_place(board, fact.b)
    _check_ticket(board, fact.a, fact.b, fact.points, fact.deck)
    if fact.ticket in board.ticket or not ID.match(fact.ticket):
        raise _no(_("The id “{id}” appears twice."), id=fact.ticket)
    if len(board.tickets) >= MOST_TICKETS:
        raise _no(_("No box has that many tickets."))
    return fact


def _ticket_struck(state: State, fact: TicketStruck) -> TicketStruck:
    if state.source is TicketSource.DEALT:
        raise _no(_("This table deals its tickets from the sheet, so you can’t remove any."))
    if fact.ticket not in state.board.ticket:
        raise RuleViolation(
            Code.UNKNOWN_TICKET, _("There’s no ticket “{ticket}” on this map."), ticket=fact.ticket
        )
    ticket = state.board.ticket[fact.ticket]
    return TicketStruck(ticket.id, ticket.a, ticket.b, ticket.points)


def _confirmed(state: State, fact: ItemConfirmed) -> ItemConfirmed:
    items = {
        "places": state.board.place,
        "routes": state.board.route,
        "tickets": state.board.ticket,
    }.get(fact.kind, {})
    if fact.item not in items:
        raise _no(_("There’s nothing like that on this map."))
    return fact
