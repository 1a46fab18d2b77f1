"""Corrections of the sheet, applied. They were judged when they were written; this trusts them.

What was confirmed may be gone since, where an addition was undone: then nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules.board import Board, Place, Route, Ticket
from games.rules.corrections import layout, spots
from games.rules.corrections.lessons import Lessons, pair
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
from games.rules.state import State


def evolve(state: State, fact: SheetFact) -> State:
    lessons = state.lessons
    if isinstance(fact, ItemConfirmed):
        mark = (fact.kind, fact.item)
        marks = lessons.confirmed | {mark} if fact.so else lessons.confirmed - {mark}
        return replace(state, lessons=replace(lessons, confirmed=marks))
    return replace(state, board=_board(state.board, lessons, fact), lessons=_lessons(lessons, fact))


def _board(board: Board, lessons: Lessons, fact: SheetFact) -> Board:
    match fact:
        case PlaceAdded(id, name):
            place = Place(id, name, *spots.free_spot(board, name), verified=False)
            return replace(board, places=(*board.places, place))
        case PlaceRenamed(id, name) if id in board.place:
            place = board.place[id]
            former = tuple(dict.fromkeys((*place.former, place.name, *place.names.values())))
            return _with_place(board, id, name=name, names={}, former=former)
        case PlaceMoved(id, x, y):
            return _with_place(board, id, x=x, y=y)
        case RouteAdded(id, a, b, color, length):
            board = with_route(board, Route(id, a, b, length, color, verified=False))
            return _settled(board, lessons, (a, b))
        case RouteStruck(id, a, b):
            routes = tuple(route for route in board.routes if route.id != id)
            return _settled(replace(board, routes=routes), lessons, (a, b))
        case TicketAdded(id, a, b, points, deck):
            ticket = Ticket(id, a, b, points, deck, verified=False)
            return replace(board, tickets=(*board.tickets, ticket))
        case TicketStruck(id):
            return replace(board, tickets=tuple(t for t in board.tickets if t.id != id))
    return board


def _lessons(lessons: Lessons, fact: SheetFact) -> Lessons:
    match fact:
        case PlaceAdded(id):
            return replace(lessons, loose=lessons.loose | {id})
        case PlaceMoved(id):
            return replace(lessons, loose=lessons.loose - {id})
        case RouteAdded(_id, a, b, _color, _length, parallels):
            return replace(lessons, printed={**lessons.printed, pair(a, b): parallels})
    return lessons


def with_route(board: Board, route: Route) -> Board:
    """The board with one more route, beside its parallels."""
    ends = {route.a, route.b}
    last = max((i for i, r in enumerate(board.routes) if {r.a, r.b} == ends), default=None)
    at = len(board.routes) if last is None else last + 1
    return replace(board, routes=(*board.routes[:at], route, *board.routes[at:]))


def _with_place(board: Board, id: str, **changes: object) -> Board:
    return replace(
        board,
        places=tuple(
            replace(place, **changes) if place.id == id else place  # type: ignore[arg-type]
            for place in board.places
        ),
    )


def _settled(board: Board, lessons: Lessons, ends: Iterable[str]) -> Board:
    """With new places between their neighbours, until somebody puts them where they belong; a board
    that is drawn at the table lays itself out as a whole."""
    if board.learnt and lessons.loose:
        spots_of = layout.laid_out(board, lessons.loose)
        return replace(
            board,
            places=tuple(
                replace(place, x=spots_of[place.id][0], y=spots_of[place.id][1])
                if place.id in spots_of
                else place
                for place in board.places
            ),
        )
    for id in ends:
        if id in lessons.loose and id in board.place:
            x, y = spots.between_neighbours(board, id)
            board = _with_place(board, id, x=x, y=y)
    return board
