"""The facts about a board that its drawing depends on, as one hashable value, and sizes."""

from __future__ import annotations

from math import ceil, dist
from typing import NamedTuple

from games.maps.drawing.geometry import Box, Point
from games.rules.board import Board, Place

# The room for a tall and a wide board on a 1920×1080 screen, and the size of the lettering there.
UPRIGHT = (883.0, 1080.0)
WIDE = (1300.0, 920.0)
LETTERING = 28.0
# The room for names beyond the outermost places, in font sizes: across and down.
BEYOND = (5.0, 3.0)
# A tall canvas is drawn a little wider: names are horizontal, and screens have the room.
STRETCH = 1.09
# A very wide one is drawn a little taller, to fill its room.
RISE, VERY_WIDE = 1.06, 1.4


class Stop(NamedTuple):
    id: str
    name: str
    x: float
    y: float
    country: bool
    number: int | None  # in its disc, and the disc's colour; most places have neither
    color: str
    pieces: tuple[str, ...]  # the kinds of bonuses whose pieces can lie here, one per piece
    sight: bool = False  # drawn as an attraction, because it scores for a bonus


class Way(NamedTuple):
    id: str
    a: str
    b: str
    length: int
    color: str
    via: Point | None
    end: Point | None
    tunnel: bool = False
    ferry: int = 0  # how many spaces show a wild card


class Plan(NamedTuple):
    slug: str
    name: str
    theme: str
    vehicle: str
    width: float
    height: float
    stretch: float  # of the sheet's canvas, across and down; all coordinates include it
    rise: float
    stops: tuple[Stop, ...]
    ways: tuple[Way, ...]
    stations: bool = False  # whether players build stations in cities


def stretched(board: Board) -> tuple[float, float]:
    """How much wider and taller than its sheet a board is drawn."""
    width, height = board.canvas
    return STRETCH if height > width else 1.0, RISE if width > VERY_WIDE * height else 1.0


def plan(board: Board) -> Plan:
    width, height = board.canvas
    stretch, rise = stretched(board)

    def spot(point: Point | None) -> Point | None:
        return (point[0] * stretch, point[1] * rise) if point else None

    return Plan(
        board.slug,
        board.name,
        board.theme,
        board.vehicle,
        width * stretch,
        height * rise,
        stretch,
        rise,
        tuple(
            Stop(
                place.id,
                place.name,
                place.x * stretch,
                place.y * rise,
                place.dead_end,
                *_mark(board, place),
                tuple(b.kind for b in board.bonuses for _piece in range(b.slots(place))),
                any(bonus.is_sight(place) for bonus in board.bonuses),
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
                route.tunnel,
                route.ferry,
            )
            for route in board.routes
        ),
        board.stations_each > 0,
    )


def _mark(board: Board, place: Place) -> tuple[int | None, str]:
    """The number and colour that a bonus gives a place."""
    marks = (bonus.mark(place) for bonus in board.bonuses)
    return next((mark for mark in marks if mark), (None, ""))


class Sizes(NamedTuple):
    """All in canvas units. Everything except the lettering is derived from the length of a
    space."""

    unit: float  # about the length of a space
    disc: float  # radius of a place
    dot: float  # in the middle of a disc
    post: float  # half the side of a border post
    width: float  # of a space with a vehicle and its dark outline
    gap: float  # between two parallel spaces
    joint: float  # between two spaces of a route, at least
    clear: float  # between a space and a disc
    longest: float  # of a space; what's left over goes into the joints
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
    # Limited: sixty spaces between two neighbours mustn't shrink everything else.
    unit = max(min(unit, min(plan.width, plan.height) / 9), min(plan.width, plan.height) / 60)
    font = max(_lettering(plan), 0.36 * unit)
    return Sizes(
        unit=unit,
        disc=0.31 * unit,
        dot=0.13 * unit,
        post=0.15 * unit,
        width=0.37 * unit,
        gap=0.03 * unit,
        joint=0.08 * unit,
        clear=0.08 * unit,
        longest=1.5 * unit,
        shortest=0.6 * unit,
        font=round(font * 2) / 2,
        sign=round(font * 2) / 2,
        figure=0.5 * unit,
    )


def _lettering(plan: Plan) -> float:
    """The font size at which names are large enough on a screen that shows the whole board."""
    points = [(stop.x, stop.y) for stop in plan.stops]
    points += [point for way in plan.ways for point in (way.via, way.end) if point]
    room = screen(plan)
    sizes = []
    for axis in (0, 1):
        along = [point[axis] for point in points]
        extent = max(along) - min(along) if along else 0.0
        sizes.append(LETTERING * extent / (room[axis] - BEYOND[axis] * LETTERING))
    return max(sizes)


def screen(plan: Plan) -> tuple[float, float]:
    """The room for a board on a 1920×1080 screen."""
    return UPRIGHT if plan.height > plan.width else WIDE


def enlarged(plan: Plan, size: Sizes, view: Box) -> Sizes:
    """The same sizes, with lettering that's large enough on a screen with this view."""
    left, top, right, bottom = view
    across, down = screen(plan)
    scale = min(across / (right - left), down / (bottom - top))
    if size.font * scale >= LETTERING:
        return size
    # Larger names widen the view a little more.
    font = ceil(2 * 1.02 * LETTERING / scale) / 2
    return size._replace(font=font, sign=font)
