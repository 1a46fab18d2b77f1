"""Makes the drawing of a board: tracks first, then names, then the frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.maps.drawing import labels, tracks
from games.maps.drawing.geometry import Bar, Box, Point
from games.maps.drawing.layout import Layout, ends, lay_out, stubs, view
from games.maps.drawing.lettering import setting
from games.maps.drawing.plan import Plan, Sizes, Stop, plan
from games.maps.drawing.shapes import (
    Drawing,
    PlaceDrawing,
    Post,
    RouteDrawing,
    Shape,
    Slot,
    Space,
    TextLine,
    path,
    rough_path,
    short,
)
from games.maps.drawing.spots import LEADING, Item, Spot, slot
from games.maps.drawing.tracks import Track
from games.rules.board import Board

SIGN = 0.7  # a symbol, in widths of a space
SLOT = 0.62  # a free space; the vehicle on it is wider and has a dark outline
BODY = 0.84
FINGER = 0.55  # how far from a route a tap still counts, in units


def draw(board: Board) -> Drawing:
    """The drawing of a board, cached. Boards that look the same share one."""
    return _draw(plan(board))


@lru_cache(maxsize=32)
def _draw(plan: Plan) -> Drawing:
    return drawn(plan, lay_out(plan))


def drawn(plan: Plan, layout: Layout) -> Drawing:
    """The drawing of a board whose layout is known."""
    size = layout.size
    laid = tracks.tracks(plan, size, layout.gives)
    items = labels.items_of(plan, layout.spots)
    places = _places(plan, size, laid, items)
    names = {stop.id: stop.name for stop in plan.stops}
    routes = tuple(_route(track, names, size) for track in laid)
    lengths = sorted({space.length for route in routes for space in route.spaces})
    return Drawing(
        slug=plan.slug,
        name=plan.name,
        theme=plan.theme,
        vehicle=plan.vehicle,
        view=view(plan, size, laid, items),
        canvas=(plan.width, plan.height),
        stretch=plan.stretch,
        rise=plan.rise,
        size=size,
        routes=routes,
        places=places,
        shapes=tuple(_shape(length, plan.vehicle, size) for length in lengths),
        stubs="".join(path(stub) for track in laid for stub in stubs(track, size)),
        sign=short(SIGN * size.width),
        stations=plan.stations,
    )


# -- Routes ---------------------------------------------------------------------------------------


def _route(track: Track, names: Mapping[str, str], size: Sizes) -> RouteDrawing:
    way = track.way
    points, width = _touch(track, size)
    return RouteDrawing(
        id=way.id,
        a=way.a,
        b=way.b,
        name=f"{names[way.a]} – {names[way.b]}",
        color=way.color,
        spaces=tuple(
            Space(
                round(bar.x, 1),
                round(bar.y, 1),
                round(bar.angle, 1),
                round(2 * bar.half_length, 1),
                round(size.width, 1),
                round(SIGN * size.width, 1),
            )
            for bar in track.spaces
        ),
        line=rough_path(_along(track)),  # it's below the spaces, and wider
        hit=rough_path(points),  # a finger isn't that precise
        hit_width=round(width),
        tunnel=way.tunnel,
        wilds=min(way.ferry, way.length),
    )


def _touch(track: Track, size: Sizes) -> tuple[list[Point], float]:
    """The line and width of the touch area. Parallel routes divide the room between them."""
    reach = FINGER * size.unit
    single = len(track.bundle.ways) == 1
    pitch = size.width + size.gap
    width = 2 * reach if single else pitch / 2 + reach if track.side else pitch
    aside = track.side * (reach - pitch / 2) / 2
    line, turns = _line(track), _turns(track)
    return [
        (x - bar.uy * aside, y + bar.ux * aside) for (x, y), bar in zip(line, turns, strict=True)
    ], width


def _line(track: Track) -> list[Point]:
    """Along the middle of the spaces; a straight route has two points."""
    start, end = ends(track)
    if len(_turns(track)) == 2:
        return [start, end]
    return [start, *((bar.x, bar.y) for bar in track.spaces), end]


def _along(track: Track) -> list[Point]:
    """From the first to the last space, through both ends of each."""
    if len(_turns(track)) == 2:
        return list(ends(track))
    return [
        (bar.x + way * bar.ux * bar.half_length, bar.y + way * bar.uy * bar.half_length)
        for bar in track.spaces
        for way in (-1, 1)
    ]


def _turns(track: Track) -> list[Bar]:
    """The space that gives the direction at each point of the line."""
    bars = track.spaces
    straight = len({(round(bar.ux, 3), round(bar.uy, 3)) for bar in bars}) == 1
    return [bars[0], bars[-1]] if straight else [bars[0], *bars, bars[-1]]


def _shape(length: float, vehicle: str, size: Sizes) -> Shape:
    width = size.width
    edge = (1 - BODY) / 2 * width
    slot, body = SLOT * width, BODY * width

    def plate(x: float, y: float, w: float, h: float, r: float) -> str:
        w, h = max(w, 0.1), max(h, 0.1)  # a draft may have nine spaces in the room of one
        r = min(r, w / 2, h / 2)
        corner = short(r)
        across, down = short(w - 2 * r), short(h - 2 * r)
        return (
            f"M{short(x + r)} {short(y)}h{across}a{corner} {corner} 0 0 1 {corner} {corner}"
            f"v{down}a{corner} {corner} 0 0 1-{corner} {corner}h-{across}"
            f"a{corner} {corner} 0 0 1-{corner}-{corner}v-{down}"
            f"a{corner} {corner} 0 0 1 {corner}-{corner}z"
        )

    half = length / 2
    front = half - edge
    room = front - 0.5 * width  # of the windows on each side of the mark
    pane, high = room - 0.16 * width, 0.32 * width
    windows = ""
    if pane > 1:
        for x in (-front + 0.16 * width, front - 0.16 * width - pane):
            windows += f"M{short(x)} {short(-high / 2)}h{short(pane)}v{short(high)}h-{short(pane)}z"
    round_corner = (0.24 if vehicle == "bus" else 0.16) * width
    return Shape(
        id=short(length),
        space=plate(-half + edge, -slot / 2, length - 2 * edge, slot, 0.1 * width),
        vehicle=plate(-front, -body / 2, 2 * front, body, round_corner),
        windows=windows,
    )


# -- Places ---------------------------------------------------------------------------------------


def _places(
    plan: Plan, size: Sizes, laid: tuple[Track, ...], items: list[Item]
) -> tuple[PlaceDrawing, ...]:
    names = {item.stop.id: item.spot for item in items if item.kind != "waiting"}
    waiting = {item.stop.id: item.spot for item in items if item.kind == "waiting"}
    drawings = []
    for stop in plan.stops:
        spot = names[stop.id]
        plate = waiting.get(stop.id)
        box = Box(*(round(edge, 1) for edge in spot.box))
        drawings.append(
            PlaceDrawing(
                id=stop.id,
                name=stop.name,
                x=round(stop.x, 1),
                y=round(stop.y, 1),
                country=stop.country,
                number=stop.number,
                color=stop.color,
                lines=_sign_line(stop, box, spot.font, size)
                if stop.country
                else _lines(stop, box, spot),
                font=round(spot.font, 1),
                label=box,
                leader="" if stop.country else _leader(stop, box, size, _tie(plan, stop, box)),
                slots=_slots(
                    stop, box, plate.box if plate else None, plate and plate.columns, size
                ),
                waiting=Box(*(round(edge, 1) for edge in plate.box)) if plate else None,
                platform_leader=_leader(stop, plate.box, size, 0.3) if plate else "",
                posts=_posts(stop, box, laid),
                sight=stop.sight,
            )
        )
    return tuple(drawings)


def _lines(stop: Stop, box: Box, spot: Spot) -> tuple[TextLine, ...]:
    text, font = spot.text, spot.font
    rooms = [setting(line) for line in text]
    y = box.top + rooms[0].above * font
    lines = []
    for line, room in zip(text, rooms, strict=True):
        width = room.width * font * spot.squeeze
        x = (box.left + box.right) / 2
        if box.left > stop.x:
            x = box.left + width / 2
        elif box.right < stop.x:
            x = box.right - width / 2
        lines.append(TextLine(line, round(x, 1), round(y, 1), round(width, 1)))
        y += LEADING * font
    return tuple(lines)


def _sign_line(stop: Stop, box: Box, font: float, size: Sizes) -> tuple[TextLine, ...]:
    room = setting(stop.name)
    width = room.width * font
    figures = len(stop.pieces) * 2.1 * size.disc
    x = (box.left + box.right - figures) / 2
    y = (box.top + box.bottom) / 2 + room.above / 2 * font
    return (TextLine(stop.name, round(x, 1), round(y, 1), round(width, 1)),)


def _slots(
    stop: Stop, sign: Box, plate: Box | None, columns: int | None, size: Sizes
) -> tuple[Slot, ...]:
    if plate is not None and columns:
        wide, high = slot(size)
        spots = [
            (plate.left + (i % columns + 0.5) * wide, plate.top + (i // columns + 0.5) * high)
            for i in range(len(stop.pieces))
        ]
        height = 0.94 * high
    elif stop.country:
        middle = (sign.top + sign.bottom) / 2
        right = sign.right - 0.15 * size.disc
        spots = [
            (right - (2.1 * (len(stop.pieces) - i) - 1.05) * size.disc, middle)
            for i in range(len(stop.pieces))
        ]
        height = 1.6 * size.disc
    else:
        spots = [(stop.x, stop.y)] * len(stop.pieces)
        height = 1.5 * size.disc
    return tuple(
        Slot(kind, round(x, 1), round(y, 1), height)
        for kind, (x, y) in zip(stop.pieces, spots, strict=True)
    )


def _tie(plan: Plan, stop: Stop, box: Box) -> float:
    """The distance from its place beyond which a name gets a line to it: 0 if another place is
    nearer."""
    gaps = {other.id: box.gap_to(other.x, other.y) for other in plan.stops if not other.country}
    return 0.7 if min(gaps, key=lambda id: gaps[id]) == stop.id else 0.0


def _leader(stop: Stop, box: Box, size: Sizes, more_than: float) -> str:
    gap = box.gap_to(stop.x, stop.y) - size.disc
    if gap < more_than * size.unit:
        return ""
    x = min(max(stop.x, box.left), box.right)
    y = min(max(stop.y, box.top), box.bottom)
    return path(((stop.x, stop.y), (x, y)))


def _posts(stop: Stop, sign: Box, laid: tuple[Track, ...]) -> tuple[Post, ...]:
    """One per bundle of routes into the country, with a line to its sign."""
    posts: dict[Point, Post] = {}
    for track in laid:
        if track.bundle.post and stop.id in track.bundle.near and stop.country:
            x, y = track.bundle.end
            to = min(max(x, sign.left + 8), sign.right - 8), min(max(y, sign.top), sign.bottom)
            posts.setdefault(
                (x, y), Post(track.way.id, round(x, 1), round(y, 1), path(((x, y), to)))
            )
    return tuple(posts.values())
