"""What of a board matters to its drawing, as one hashable value, and the sizes that follow."""

from __future__ import annotations

from math import dist
from typing import NamedTuple

from games.maps.drawing.geometry import Point
from games.rules.board import Board, Place

# The room a board gets on a 1920×1080 screen, and the smallest lettering there.
SCREEN = (1350.0, 1080.0)
SMALLEST = 24.8
# An upright canvas is drawn a little wider: names lie sideways, and screens have the room.
STRETCH = 1.09


class Stop(NamedTuple):
    id: str
    name: str
    x: float
    y: float
    country: bool
    number: int | None  # in its disc, and the colour of the disc; most places have neither
    color: str
    pieces: tuple[str, ...]  # the kinds of bonuses whose pieces can lie here, one per piece


class Way(NamedTuple):
    id: str
    a: str
    b: str
    length: int
    color: str
    via: Point | None
    end: Point | None


class Plan(NamedTuple):
    slug: str
    name: str
    theme: str
    vehicle: str
    width: float
    height: float
    stretch: float  # of the sheet's canvas, sideways; already in all coordinates
    stops: tuple[Stop, ...]
    ways: tuple[Way, ...]


def plan(board: Board) -> Plan:
    width, height = board.canvas
    stretch = STRETCH if height > width else 1.0

    def spot(point: Point | None) -> Point | None:
        return (point[0] * stretch, point[1]) if point else None

    return Plan(
        board.slug,
        board.name,
        board.theme,
        board.vehicle,
        width * stretch,
        height,
        stretch,
        tuple(
            Stop(
                place.id,
                place.name,
                place.x * stretch,
                place.y,
                place.dead_end,
                *_mark(board, place),
                tuple(b.kind for b in board.bonuses for _piece in range(b.slots(place))),
            )
            for place in board.places
        ),
        tuple(
            Way(
                route.id,
                route.a,
                route.b,
                route.length,
                route.color,
                spot(route.via),
                spot(route.country_end),
            )
            for route in board.routes
        ),
    )


def _mark(board: Board, place: Place) -> tuple[int | None, str]:
    """The number and colour that a bonus gives a place."""
    marks = (bonus.mark(place) for bonus in board.bonuses)
    return next((mark for mark in marks if mark), (None, ""))


class Sizes(NamedTuple):
    """All in canvas units. Everything but the lettering follows from the room a space has."""

    unit: float  # about the length of a space
    disc: float  # radius of a place
    dot: float  # in the middle of a disc
    post: float  # half the side of a border post
    width: float  # of a space, its vehicle and its outline included
    gap: float  # between two parallel spaces
    joint: float  # between two spaces of a route, at least
    clear: float  # between a space and a disc
    longest: float  # a space; what is over goes into the joints
    shortest: float
    font: float
    sign: float  # font of a country's sign
    figure: float  # height of a piece


def sizes(plan: Plan) -> Sizes:
    spot = {stop.id: (stop.x, stop.y) for stop in plan.stops}
    rooms = []
    for way in plan.ways:
        a, b = spot[way.a], way.end or spot[way.b]
        room = dist(a, way.via) + dist(way.via, b) if way.via else dist(a, b)
        rooms.append(room / (way.length + 0.8))
    rooms.sort()
    unit = rooms[len(rooms) // 8] if rooms else plan.width / 20
    # Within reason: sixty spaces between two neighbours must not shrink the rest to dust.
    unit = max(min(unit, min(plan.width, plan.height) / 9), min(plan.width, plan.height) / 60)
    on_screen = min(SCREEN[0] / plan.width, SCREEN[1] / plan.height)
    font = max(SMALLEST / on_screen, 0.36 * unit)
    return Sizes(
        unit=unit,
        disc=0.34 * unit,
        dot=0.13 * unit,
        post=0.15 * unit,
        width=0.29 * unit,
        gap=0.06 * unit,
        joint=0.08 * unit,
        clear=0.08 * unit,
        longest=1.12 * unit,
        shortest=0.6 * unit,
        font=round(font * 2) / 2,
        sign=round(font * 2) / 2,
        figure=0.5 * unit,
    )
