"""Corrections of the sheet in words everybody may read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules.adjectives import colored
from games.rules.board import Board, Place, Route, Ticket
from games.rules.sheet_facts import (
    ItemConfirmed,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
)
from games.rules.text import Text, _, plural, text


def naming(board: Board, facts: Iterable[object]) -> Board:
    """The board with what was there at some time, too: lines about it stay in the log."""
    places: dict[str, Place] = {}
    routes: dict[str, Route] = {}
    tickets: dict[str, Ticket] = {}
    for fact in _flat(facts):
        match fact:
            case PlaceAdded(id, name):
                places[id] = Place(id, name, 0, 0)
            case RouteAdded(id, a, b, color, length) | RouteStruck(id, a, b, color, length):
                routes[id] = Route(id, a, b, length, color)
            case TicketAdded(id, a, b, points, deck):
                tickets[id] = Ticket(id, a, b, points, deck)
        for new in getattr(fact, "added", ()):  # named once the table settles whose it is
            tickets[new.id] = Ticket(new.id, new.a, new.b, new.points, new.deck)
            places |= {id: Place(id, name, 0, 0) for id, name in new.names.items()}
    gone = [id for id in routes if id not in board.route]
    if not places and not gone and not tickets:
        return board
    return replace(
        board,
        places=(*board.places, *(p for id, p in places.items() if id not in board.place)),
        routes=(*board.routes, *(routes[id] for id in gone)),
        tickets=(*board.tickets, *(t for id, t in tickets.items() if id not in board.ticket)),
    )


def names_anything(fact: object) -> bool:
    """Whether `naming` has anything to learn from a fact."""
    return any(
        isinstance(inner, PlaceAdded | RouteAdded | RouteStruck | TicketAdded)
        or getattr(inner, "added", ())
        for inner in _flat((fact,))
    )


def _flat(facts: Iterable[object]) -> Iterable[object]:
    """With what is inside a correction of an entry, or of a comparison."""
    for fact in facts:
        inner = getattr(fact, "event", None)
        yield fact if inner is None else inner
        yield from getattr(fact if inner is None else inner, "facts", ())


def sheet_words(board: Board, fact: SheetFact) -> Text:
    match fact:
        case PlaceAdded(_id, name):
            return text(_("{place} is on the printed board: added for this table."), place=name)
        case PlaceRenamed(_id, name, was):
            return text(_("{was} is called {place} on the printed board."), was=was, place=name)
        case PlaceMoved(id):
            return text(_("{place} has moved on the drawing."), place=board.place[id].name)
        case RouteAdded():
            return _added_words(board, fact)
        case RouteStruck(_id, a, b):
            return text(
                _("{a} – {b} isn’t on the printed board: removed for this table."),
                a=_name(board, a),
                b=_name(board, b),
            )
        case TicketAdded(_id, a, b, points):
            return plural(
                "The ticket {a} – {b} is in the box: {count} point.",
                "The ticket {a} – {b} is in the box: {count} points.",
                points,
                a=_name(board, a),
                b=_name(board, b),
            )
        case TicketStruck(_id, a, b):
            return text(
                _("The ticket {a} – {b} isn’t in the box: removed for this table."),
                a=_name(board, a),
                b=_name(board, b),
            )
        case ItemConfirmed():
            return _confirmed_words(board, fact)


def _name(board: Board, place: str) -> str:
    return board.place[place].name if place in board.place else place


def _added_words(board: Board, fact: RouteAdded) -> Text:
    return plural(
        "{a} – {b} is on the printed board: {color}, {count} space; added for this table.",
        "{a} – {b} is on the printed board: {color}, {count} spaces; added for this table.",
        fact.length,
        a=_name(board, fact.a),
        b=_name(board, fact.b),
        color=colored(fact.color, "route is"),
    )


def _confirmed_words(board: Board, fact: ItemConfirmed) -> Text:
    item: object = fact.item
    if fact.kind == "places":
        item = _name(board, fact.item)
    elif fact.kind == "routes" and fact.item in board.route:
        item = board.route_name(board.route[fact.item])
    elif fact.kind == "tickets" and fact.item in board.ticket:
        item = board.ticket_name(board.ticket[fact.item])
    if fact.so:
        return text(_("{item}: matches the printed board."), item=item)
    return text(_("{item}: no longer verified."), item=item)
