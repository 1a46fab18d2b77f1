"""Finds possible spots for names, signs of countries and waiting pieces: near their place, covering
nothing.

Each is an item with many possible spots, checked against everything already drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import NamedTuple

from games.maps.drawing.geometry import Bar, Box, Line, Point, overlap, span, stick
from games.maps.drawing.lettering import lines, setting
from games.maps.drawing.plan import Sizes, Stop

TIGHT = 0.045  # the least room around a label, in units
AIRY = 0.2  # the room it prefers
LEADING = 0.98  # between two baselines, in sizes of the font
ROWS = 7  # tried per unit
KEPT = 120  # spots kept per item
# The attempts for a name until it has enough good spots: how narrowly it's set, how far from its
# place it is (in units), and the cost of that.
TRIES = (
    (1.0, 1.5, 0.0),
    (0.9, 1.5, 0.25),
    (0.8, 2.1, 0.7),
    (1.0, 2.1, 0.0),
    (0.74, 2.1, 1.2),
    (0.66, 2.1, 1.9),
)
ENOUGH = (8, 0.9)  # enough: this many spots, this good
FOREIGN = 8.0  # the cost of each place that a name is nearer to than to its own
SHRINKS = (1.0, 0.94, 0.88, 0.8, 0.7, 0.6)  # of the lettering, if there's no room at all


class Spot(NamedTuple):
    """A possible spot for an item: its box, the content of the box, and its cost (0 is perfect)."""

    box: Box
    text: tuple[str, ...]
    columns: int  # of pieces
    font: float
    cost: float
    squeeze: float = 1.0


@dataclass(slots=True)
class Item:
    stop: Stop
    kind: str  # name, sign or waiting
    spots: list[Spot] = field(default_factory=list)
    at: int = 0

    @property
    def spot(self) -> Spot:
        return self.spots[self.at]


class Solid(NamedTuple):
    """A space with the values that are needed again and again."""

    bar: Bar
    ends: frozenset[str]  # the places of its route
    corners: Line
    extent: Box


def solid(bar: Bar, ends: frozenset[str]) -> Solid:
    corners = bar.corners
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Solid(bar, ends, corners, Box(min(xs), min(ys), max(xs), max(ys)))


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything already drawn, and the limits for labels."""

    solids: tuple[Solid, ...]
    between: tuple[Solid, ...]  # those that could get between a place and its label
    discs: tuple[Stop, ...]
    posts: tuple[Point, ...]
    stubs: tuple[Bar, ...]  # thin lines; a label may cross one
    field: Box
    canvas: Box

    def around(self, stop: Stop, wide: float, high: float, string: float) -> Ground:
        """The part within reach of a place's labels, so that nothing else is checked again."""

        def near(x: float, y: float) -> bool:
            return abs(x - stop.x) < wide and abs(y - stop.y) < high

        solids = tuple(solid for solid in self.solids if near(solid.bar.x, solid.bar.y))
        reach = Box(stop.x, stop.y, stop.x, stop.y).grown(string)
        return Ground(
            solids,
            tuple(solid for solid in solids if reach.meets(solid.extent)),
            tuple(disc for disc in self.discs if near(disc.x, disc.y)),
            tuple(post for post in self.posts if near(*post)),
            tuple(stub for stub in self.stubs if near(stub.x, stub.y)),
            self.field,
            self.canvas,
        )

    def level(self, top: float, bottom: float) -> Ground:
        """The part between two heights. Spaces that could get between a place and its label all
        stay."""
        return replace(
            self,
            solids=tuple(
                solid
                for solid in self.solids
                if solid.extent.top < bottom and solid.extent.bottom > top
            ),
            posts=tuple(post for post in self.posts if top < post[1] < bottom),
            stubs=tuple(
                stub
                for stub in self.stubs
                if stub.y - stub.half_length < bottom and stub.y + stub.half_length > top
            ),
        )


def beside_disc(stop: Stop) -> bool:
    """Whether pieces are next to the disc: a single one is on the disc itself, unless there's a
    number."""
    pieces = len(stop.pieces)
    return not stop.country and (pieces > 1 or (pieces == 1 and bool(stop.color)))


def slot(size: Sizes) -> tuple[float, float]:
    """Width and height of the room for one piece."""
    return size.figure * 0.82, size.figure


def sign_size(stop: Stop, font: float, size: Sizes) -> tuple[float, float]:
    room = setting(stop.name)
    figures = len(stop.pieces) * 2.1 * size.disc
    height = max((0.42 + room.above) * font, 2.3 * size.disc)
    return room.width * font + 0.7 * font + figures, height


def text_size(text: Sequence[str], font: float) -> tuple[float, float]:
    rooms = [setting(line) for line in text]
    height = rooms[0].above + rooms[-1].below + (len(rooms) - 1) * LEADING
    return max(room.width for room in rooms) * font, height * font


def _shapes(
    item: Item, size: Sizes, shrink: float = 1.0, squeeze: float = 1.0
) -> Iterator[tuple[float, float, Spot]]:
    """Width, height and content of an item's possible forms, without a position."""
    nowhere = Box(0, 0, 0, 0)
    if item.kind == "name":
        font = size.font * shrink
        for i, text in enumerate(lines(item.stop.name)):
            width, height = text_size(text, font)
            width *= squeeze
            yield width, height, Spot(nowhere, text, 0, font, 0.12 * i, squeeze)
    elif item.kind == "sign":
        font = size.sign * shrink
        width, height = sign_size(item.stop, font, size)
        yield width, height, Spot(nowhere, (item.stop.name,), 0, font, 0)
    else:
        count = len(item.stop.pieces)
        wide, high = slot(size)
        for columns in sorted({count, (count + 1) // 2, 1}, reverse=True):
            rows = -(-count // columns)
            cost = 0.1 * (rows - 1)
            yield columns * wide, rows * high, Spot(nowhere, (), columns, 0, cost)


def within_reach(item: Item, size: Sizes, ground: Ground) -> Ground:
    rooms = [(width, height) for width, height, _ in _shapes(item, size)]
    furthest = TRIES[-1][1] * size.unit
    # A place on the label's far side can be as near to it as its own place.
    reach = size.disc + 2 * furthest
    wide, high = max(w for w, _ in rooms) + reach, max(h for _, h in rooms) + reach
    # The furthest a label may be from its place, nudges included; a sign has no limit.
    return ground.around(item.stop, wide, high, size.disc + furthest + size.unit)


def find_spots(item: Item, size: Sizes, ground: Ground) -> None:
    near = within_reach(item, size, ground)
    many, good = ENOUGH
    rows: dict[tuple[float, float], list[Row]] = {}  # the same for names set narrower
    for shrink in SHRINKS:
        spots: list[Spot] = []
        for squeeze, reach, price in TRIES if item.kind == "name" else TRIES[:1]:
            if sum(spot.cost < good for spot in spots) >= many:
                break
            for width, height, spot in _shapes(item, size, shrink, squeeze):
                if (height, reach) not in rows:
                    rows[height, reach] = list(_rows(item, height, reach, size, near))
                for row in rows[height, reach]:
                    y = row.y
                    for x in _middles(item, row, width, reach, size):
                        box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
                        cost = cost_of(item, box, size, row.ground)
                        if cost is not None:
                            spots.append(spot._replace(box=box, cost=spot.cost + price + cost))
        if spots:
            item.spots = _varied(spots, size)
            return
    # Nothing is free: draw even a sheet as crowded as this.
    width, height, spot = next(_shapes(item, size, SHRINKS[-1], TRIES[-1][0]))
    x, y = item.stop.x, item.stop.y + size.disc + height
    box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    item.spots = [spot._replace(box=box, cost=99)]


def _varied(spots: list[Spot], size: Sizes) -> list[Spot]:
    """The best spots, but not all of them close together."""
    spots.sort(key=lambda spot: spot.cost)
    seen: Counter[tuple[int, int, tuple[str, ...], int]] = Counter()
    varied = []
    for spot in spots:
        left, top, _, _ = spot.box
        corner = (round(2 * left / size.unit), round(2 * top / size.unit), spot.text, spot.columns)
        seen[corner] += 1
        if seen[corner] <= 2:
            varied.append(spot)
    return varied[:KEPT]


class Row(NamedTuple):
    """A horizontal strip for boxes of one height: what's drawn there, and its extent."""

    y: float
    ground: Ground
    taken: list[tuple[float, float]]


def _rows(item: Item, height: float, reach: float, size: Sizes, ground: Ground) -> Iterator[Row]:
    stop, unit = item.stop, size.unit
    tight = TIGHT * unit * 1.02
    airy = AIRY * unit
    reach_y = 1.6 * unit if item.kind == "sign" else height / 2 + size.disc + reach * unit
    rounds = [(disc.x, disc.y, size.disc + tight) for disc in ground.discs]
    rounds += [(x, y, 1.42 * size.post + tight) for x, y in ground.posts]
    rows = round(reach_y / unit * ROWS)
    for row in range(-rows, rows + 1):
        y = stop.y + row * reach_y / rows
        level = ground.level(y - height / 2 - airy, y + height / 2 + airy)
        top, bottom = y - height / 2 - tight, y + height / 2 + tight
        taken = []
        for solid in level.solids:
            covered = span(solid.corners, solid.extent, top, bottom)
            if covered:
                taken.append((covered[0] - tight, covered[1] + tight))
        for cx, cy, radius in rounds:
            away = max(0.0, top + tight - cy, cy - bottom + tight)
            if away < radius:
                half = (radius * radius - away * away) ** 0.5
                taken.append((cx - half, cx + half))
        taken.sort()
        yield Row(y, level, taken)


def _middles(item: Item, row: Row, width: float, reach: float, size: Sizes) -> Iterator[float]:
    """Centres of free boxes in a row: exactly the room left between drawn items."""
    wish, unit = item.stop.x, size.unit
    reach_x = 1.6 * unit if item.kind == "sign" else width / 2 + size.disc + reach * unit
    blocked = [(start - width / 2, end + width / 2) for start, end in row.taken]
    for left, right in _free(blocked, wish - reach_x, wish + reach_x):
        yield from _stations(left, right, wish, unit / 3)


def _free(
    blocked: list[tuple[float, float]], left: float, right: float
) -> Iterator[tuple[float, float]]:
    """The free parts of an interval; the blocked parts must be sorted."""
    for start, end in blocked:
        if start > left:
            yield left, min(start, right)
        left = max(left, end)
        if left >= right:
            return
    yield left, right


def _stations(left: float, right: float, wish: float, step: float) -> Iterator[float]:
    """A few points of an interval, denser near the preferred point."""
    nearest = min(max(wish, left), right)
    yield nearest
    for i in (1, 2, 3, 4):
        for x in (nearest - i * step, nearest + i * step):
            if left <= x <= right:
                yield x
    if right - left < 2 * step:
        yield (left + right) / 2


def cost_of(item: Item, box: Box, size: Sizes, ground: Ground) -> float | None:
    """The cost of a box; None if it covers something."""
    unit, stop = size.unit, item.stop
    if not ground.field.around(box):
        return None
    tight, airy = TIGHT * unit, AIRY * unit
    room = box.bar
    cost = 0.0
    left, top, right, bottom = box.grown(airy)
    for bar, _, _, (x0, y0, x1, y1) in ground.solids:
        if x0 > right or x1 < left or y0 > bottom or y1 < top:
            continue
        depth = overlap(room, bar, airy)
        if depth > -tight:
            return None
        if depth > -airy:
            cost += 0.25 * ((depth + airy) / airy) ** 2
    gaps = [box.gap_to(disc.x, disc.y) - size.disc for disc in ground.discs]
    for disc, gap in zip(ground.discs, gaps, strict=True):
        if gap < tight:
            return None
        if gap >= airy * 2:
            continue
        if disc.id != stop.id:
            cost += 0.4 * (1 - gap / (2 * airy)) ** 2
        elif gap < airy * 0.7:
            cost += 0.3 * (1 - gap / (0.7 * airy)) ** 2
    for x, y in ground.posts:
        if box.gap_to(x, y) - 1.42 * size.post < tight:
            return None
    for stub in ground.stubs:
        if overlap(room, stub, tight) > -tight:
            cost += 0.7
    canvas = ground.canvas
    beside = max(canvas.left - box.left, box.right - canvas.right, 0.0)
    beyond = max(canvas.top - box.top, box.bottom - canvas.bottom, 0.0)
    cost += (0.6 * beside + 1.5 * beyond) / unit
    if item.kind == "sign":
        far = hypot((box.left + box.right) / 2 - stop.x, (box.top + box.bottom) / 2 - stop.y)
        return cost + 0.5 * far / unit
    return cost + _belonging(item, box, size, ground, gaps)


def _belonging(item: Item, box: Box, size: Sizes, ground: Ground, gaps: Sequence[float]) -> float:
    """The cost of a label that doesn't clearly belong to its place."""
    unit, stop = size.unit, item.stop
    away = box.gap_to(stop.x, stop.y) - size.disc
    cost = (1.3 if item.kind == "waiting" else 1.0) * away / unit
    for disc, gap in zip(ground.discs, gaps, strict=True):
        if gap < 1.6 * away and disc.id != stop.id:
            cost += FOREIGN if gap < away else 0.7
    x = min(max(stop.x, box.left), box.right)
    y = min(max(stop.y, box.top), box.bottom)
    string = stick((stop.x, stop.y), (x, y))
    left, right = (stop.x, x) if stop.x < x else (x, stop.x)
    top, bottom = (stop.y, y) if stop.y < y else (y, stop.y)
    for bar, ends, _, (x0, y0, x1, y1) in ground.between:
        if x0 > right or x1 < left or y0 > bottom or y1 < top:
            continue
        if overlap(string, bar, 0) > 0:
            cost += 0.5 if stop.id in ends else 1.0
    # Reading direction: right of the place first, then left, then above and below.
    middle = (box.left + box.right) / 2 - stop.x
    if box.left < stop.x < box.right:
        cost += 0.1 + 0.15 * abs(middle) / unit
    elif middle < 0:
        cost += 0.06
    return cost
