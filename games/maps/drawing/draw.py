"""From a board to its drawing: tracks first, then names, then everything in one frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import dist

from games.maps.drawing import labels, tracks
from games.maps.drawing.geometry import Box, Point, stick
from games.maps.drawing.lettering import setting
from games.maps.drawing.plan import Plan, Sizes, Stop, plan, sizes
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
    short,
)
from games.maps.drawing.spots import LEADING, Ground, Item, slot
from games.maps.drawing.tracks import Track
from games.rules.board import Board

SIGN = 0.78  # a symbol, in widths of a space
FINGER = 0.55  # how far from a route a finger still means it, in units


def draw(board: Board) -> Drawing:
    """The drawing of a board. Boards that look alike share one, which is made once."""
    return _draw(plan(board))


@lru_cache(maxsize=32)
def _draw(plan: Plan) -> Drawing:
    size = sizes(plan)
    laid = tracks.tracks(plan, size)
    items = labels.place_all(plan, size, _ground(plan, size, laid))
    names = {stop.id: stop.name for stop in plan.stops}
    routes = tuple(_route(track, names, size) for track in laid)
    places = _places(plan, size, laid, items)
    lengths = sorted({space.length for route in routes for space in route.spaces})
    return Drawing(
        slug=plan.slug,
        name=plan.name,
        theme=plan.theme,
        vehicle=plan.vehicle,
        view=_view(size, laid, places),
        canvas=(plan.width, plan.height),
        stretch=plan.stretch,
        size=size,
        routes=routes,
        places=places,
        shapes=tuple(_shape(length, plan.vehicle, size) for length in lengths),
        stubs="".join(path(stub) for track in laid for stub in _stubs(track, size)),
        sign=short(SIGN * size.width),
    )


def _ground(plan: Plan, size: Sizes, laid: tuple[Track, ...]) -> Ground:
    width, height = plan.width, plan.height
    edge = size.unit / 5
    # On an upright board there is room beside it, on a wide one above and below.
    upright = height > width
    return Ground(
        bars=tuple((bar, track.bundle.near) for track in laid for bar in track.spaces),
        discs=tuple(stop for stop in plan.stops if not stop.country),
        stubs=tuple(stick(*stub) for track in laid for stub in _stubs(track, size))
        + tuple(stick(*tether) for tether in _tethers(plan, laid, size)),
        posts=tuple({track.bundle.end: None for track in laid if track.bundle.post}),
        field=Box(-0.08 * width, -0.03 * height, 1.08 * width, 1.03 * height),
        canvas=Box(
            edge - (0.06 * width if upright else 0),
            edge,
            width - edge + (0.04 * width if upright else 0),
            height - edge,
        ),
    )


def _tethers(plan: Plan, laid: tuple[Track, ...], size: Sizes) -> Iterator[tuple[Point, Point]]:
    """Roughly the lines from border posts to the signs, which have no place yet."""
    signs = {stop.id: (stop.x, stop.y) for stop in plan.stops if stop.country}
    for track in laid:
        for country in sorted(track.bundle.near & signs.keys()):
            if dist(track.bundle.end, signs[country]) < 3 * size.unit:
                yield track.bundle.end, signs[country]


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
        hit=path([(round(x), round(y)) for x, y in points]),  # a finger is not that exact
        hit_width=round(width),
    )


def _ends(track: Track) -> tuple[Point, Point]:
    first, last = track.spaces[0], track.spaces[-1]
    return (
        (first.x - first.ux * first.half_length, first.y - first.uy * first.half_length),
        (last.x + last.ux * last.half_length, last.y + last.uy * last.half_length),
    )


def _touch(track: Track, size: Sizes) -> tuple[list[Point], float]:
    """The line and width of the area to touch; parallels share it, each on its own side."""
    reach = FINGER * size.unit
    single = len(track.bundle.ways) == 1
    pitch = size.width + size.gap
    width = 2 * reach if single else pitch / 2 + reach if track.side else pitch
    aside = track.side * (reach - pitch / 2) / 2
    start, end = _ends(track)
    bars = track.spaces
    line = [start, *((bar.x, bar.y) for bar in bars), end]
    turns = [bars[0], *bars, bars[-1]]
    if len({(round(bar.ux, 3), round(bar.uy, 3)) for bar in bars}) == 1:
        line, turns = [start, end], [bars[0], bars[-1]]  # straight
    return [
        (x - bar.uy * aside, y + bar.ux * aside) for (x, y), bar in zip(line, turns, strict=True)
    ], width


def _stubs(track: Track, size: Sizes) -> list[tuple[Point, Point]]:
    """Thin lines from a place to where its route's spaces begin, if that is not right beside it."""
    ends = zip((track.bundle.start, track.bundle.end), _ends(track), strict=True)
    return [(at, here) for at, here in ends if dist(at, here) > size.disc + 2 * size.clear]


def _shape(length: float, vehicle: str, size: Sizes) -> Shape:
    width = size.width
    inset = 0.1 * width
    free = width - 2 * inset

    def plate(x: float, y: float, w: float, h: float, r: float) -> str:
        w, h = max(w, 0.1), max(h, 0.1)  # a draft may squeeze nine spaces into the room of one
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
    room = half - 0.62 * width  # of the windows on either side of the mark
    pane, high = room - 0.22 * width, 0.4 * width
    windows = ""
    if pane > 1:
        for x in (-half + 0.22 * width, half - 0.22 * width - pane):
            windows += f"M{short(x)} {short(-high / 2)}h{short(pane)}v{short(high)}h-{short(pane)}z"
    return Shape(
        id=short(length),
        space=plate(-half + inset / 2, -free / 2, length - inset, free, 0.14 * width),
        vehicle=plate(-half, -width / 2, length, width, (0.3 if vehicle == "bus" else 0.2) * width),
        windows=windows,
    )


# -- Places ---------------------------------------------------------------------------------------


def _places(
    plan: Plan, size: Sizes, laid: tuple[Track, ...], items: list[Item]
) -> tuple[PlaceDrawing, ...]:
    names = {item.stop.id: item.spot for item in items if item.kind != "waiting"}
    waiting = {item.stop.id: item.spot for item in items if item.kind == "waiting"}
    found = []
    for stop in plan.stops:
        spot = names[stop.id]
        plate = waiting.get(stop.id)
        box = Box(*(round(edge, 1) for edge in spot.box))
        found.append(
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
                else _lines(stop, box, spot.text, spot.font),
                font=round(spot.font, 1),
                label=box,
                leader="" if stop.country else _leader(stop, box, size, 0.7),
                slots=_slots(
                    stop, box, plate.box if plate else None, plate and plate.columns, size
                ),
                waiting=Box(*(round(edge, 1) for edge in plate.box)) if plate else None,
                platform_leader=_leader(stop, plate.box, size, 0.3) if plate else "",
                posts=_posts(stop, box, laid),
            )
        )
    return tuple(found)


def _lines(stop: Stop, box: Box, text: tuple[str, ...], font: float) -> tuple[TextLine, ...]:
    rooms = [setting(line) for line in text]
    y = box.top + rooms[0].above * font
    found = []
    for line, room in zip(text, rooms, strict=True):
        width = room.width * font
        x = (box.left + box.right) / 2
        if box.left > stop.x:
            x = box.left + width / 2
        elif box.right < stop.x:
            x = box.right - width / 2
        found.append(TextLine(line, round(x, 1), round(y, 1), round(width, 1)))
        y += LEADING * font
    return tuple(found)


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


def _leader(stop: Stop, box: Box, size: Sizes, more_than: float) -> str:
    gap = box.gap_to(stop.x, stop.y) - size.disc
    if gap < more_than * size.unit:
        return ""
    x = min(max(stop.x, box.left), box.right)
    y = min(max(stop.y, box.top), box.bottom)
    return path(((stop.x, stop.y), (x, y)))


def _posts(stop: Stop, sign: Box, laid: tuple[Track, ...]) -> tuple[Post, ...]:
    """One per bundle of routes into the country, tied to its sign."""
    found: dict[Point, Post] = {}
    for track in laid:
        if track.bundle.post and stop.id in track.bundle.near and stop.country:
            x, y = track.bundle.end
            to = min(max(x, sign.left + 8), sign.right - 8), min(max(y, sign.top), sign.bottom)
            found.setdefault(
                (x, y), Post(track.way.id, round(x, 1), round(y, 1), path(((x, y), to)))
            )
    return tuple(found.values())


def _view(size: Sizes, laid: tuple[Track, ...], places: tuple[PlaceDrawing, ...]) -> Box:
    corners = [corner for track in laid for bar in track.spaces for corner in bar.corners]
    for place in places:
        boxes = [place.label, *([place.waiting] if place.waiting else [])]
        corners += [point for box in boxes for point in (box[:2], box[2:])]
        corners += [(post.x, post.y) for post in place.posts]
        if not place.country:
            corners += [
                (place.x - size.disc, place.y - size.disc),
                (place.x + size.disc, place.y + size.disc),
            ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(*map(round, Box(min(xs), min(ys), max(xs), max(ys)).grown(size.unit * 0.3)))
