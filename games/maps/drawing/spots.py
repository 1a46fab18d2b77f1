"""Where a name, a country's sign or waiting pieces may stand: beside their place, on nothing.

Each is an item with many possible spots, tried against everything that is already drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple

from games.maps.drawing.geometry import Bar, Box, Point, overlap, span, stick
from games.maps.drawing.lettering import lines, setting
from games.maps.drawing.plan import Sizes, Stop

TIGHT = 0.045  # the least room around a label, in units
AIRY = 0.2  # the room it likes
LEADING = 0.98  # between two baselines, in sizes of the font
REACH = 1.5  # how far from its place a label may stand, in units
ROWS = 7  # tried per unit
KEPT = 90  # spots kept per item
SHRINKS = (1.0, 0.94, 0.88, 0.8, 0.7, 0.6)  # of the lettering, where there is no room at all


class Spot(NamedTuple):
    """One way to put an item: its box, how the box is filled, and how good it is (0 is perfect)."""

    box: Box
    text: tuple[str, ...]
    columns: int  # of pieces
    font: float
    cost: float


@dataclass(slots=True)
class Item:
    stop: Stop
    kind: str  # name, sign or waiting
    spots: list[Spot] = field(default_factory=list)
    at: int = 0

    @property
    def spot(self) -> Spot:
        return self.spots[self.at]


@dataclass(frozen=True, slots=True)
class Ground:
    """What is already drawn, and how far labels may go."""

    bars: tuple[tuple[Bar, frozenset[str]], ...]
    discs: tuple[Stop, ...]
    posts: tuple[Point, ...]
    stubs: tuple[Bar, ...]  # thin lines; a label on one is no drama
    field: Box
    canvas: Box

    def around(self, stop: Stop, wide: float, high: float) -> Ground:
        """Only what is within reach of the labels of a place: nothing else is looked at again."""

        def near(x: float, y: float) -> bool:
            return abs(x - stop.x) < wide and abs(y - stop.y) < high

        return Ground(
            tuple(pair for pair in self.bars if near(pair[0].x, pair[0].y)),
            tuple(disc for disc in self.discs if near(disc.x, disc.y)),
            tuple(post for post in self.posts if near(*post)),
            tuple(stub for stub in self.stubs if near(stub.x, stub.y)),
            self.field,
            self.canvas,
        )


def beside_disc(stop: Stop) -> bool:
    """One piece stands on the disc itself, unless a number is there."""
    pieces = len(stop.pieces)
    return not stop.country and (pieces > 1 or (pieces == 1 and bool(stop.color)))


def slot(size: Sizes) -> tuple[float, float]:
    """Width and height of the room of one piece."""
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


def _shapes(item: Item, size: Sizes, shrink: float) -> Iterator[tuple[float, float, Spot]]:
    """Width, height and filling of the ways an item can look, without a position yet."""
    nowhere = Box(0, 0, 0, 0)
    if item.kind == "name":
        font = size.font * shrink
        for i, text in enumerate(lines(item.stop.name)):
            width, height = text_size(text, font)
            yield width, height, Spot(nowhere, text, 0, font, 0.12 * i)
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
    rooms = [(width, height) for width, height, _ in _shapes(item, size, 1.0)]
    reach = size.disc + (REACH + 1) * size.unit
    wide, high = max(w for w, _ in rooms) + reach, max(h for _, h in rooms) + reach
    return ground.around(item.stop, wide, high)


def find_spots(item: Item, size: Sizes, ground: Ground) -> None:
    near = within_reach(item, size, ground)
    for shrink in SHRINKS:
        spots = []
        for width, height, spot in _shapes(item, size, shrink):
            for x, y in _middles(item, width, height, size, near):
                box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
                cost = cost_of(item, box, size, near)
                if cost is not None:
                    spots.append(spot._replace(box=box, cost=spot.cost + cost))
        if spots:
            item.spots = _varied(spots, size)
            return
    # Nothing is free: a sheet as crowded as this one is drawn all the same.
    width, height, spot = next(_shapes(item, size, SHRINKS[-1]))
    x, y = item.stop.x, item.stop.y + size.disc + height
    box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    item.spots = [spot._replace(box=box, cost=99)]


def _varied(spots: list[Spot], size: Sizes) -> list[Spot]:
    """The best spots, but not all of them in one corner."""
    spots.sort(key=lambda spot: spot.cost)
    seen: Counter[tuple[int, int, tuple[str, ...], int]] = Counter()
    kept = []
    for spot in spots:
        left, top, _, _ = spot.box
        corner = (round(2 * left / size.unit), round(2 * top / size.unit), spot.text, spot.columns)
        seen[corner] += 1
        if seen[corner] <= 2:
            kept.append(spot)
    return kept[:KEPT]


def _middles(
    item: Item, width: float, height: float, size: Sizes, ground: Ground
) -> Iterator[Point]:
    """Middles of free boxes: row by row, exactly what the things drawn there leave over."""
    stop, unit = item.stop, size.unit
    tight = TIGHT * unit * 1.02
    sign = item.kind == "sign"
    reach_x = 1.6 * unit if sign else width / 2 + size.disc + REACH * unit
    reach_y = 1.6 * unit if sign else height / 2 + size.disc + REACH * unit
    shapes = [bar.corners for bar, _ in ground.bars]
    extents = [(min(y for _, y in c), max(y for _, y in c), c) for c in shapes]
    rounds = [(disc.x, disc.y, size.disc + tight) for disc in ground.discs]
    rounds += [(x, y, 1.42 * size.post + tight) for x, y in ground.posts]
    rows = round(reach_y / unit * ROWS)
    for row in range(-rows, rows + 1):
        y = stop.y + row * reach_y / rows
        top, bottom = y - height / 2 - tight, y + height / 2 + tight
        blocked = []
        for least, most, corners in extents:
            if least < bottom and most > top:
                found = span(corners, top, bottom)
                if found:
                    blocked.append((found[0] - tight - width / 2, found[1] + tight + width / 2))
        for cx, cy, radius in rounds:
            away = max(0.0, top + tight - cy, cy - bottom + tight)
            if away < radius:
                half = (radius * radius - away * away) ** 0.5 + width / 2
                blocked.append((cx - half, cx + half))
        for left, right in _free(blocked, stop.x - reach_x, stop.x + reach_x):
            yield from ((x, y) for x in _stations(left, right, stop.x, unit / 3))


def _free(
    blocked: list[tuple[float, float]], left: float, right: float
) -> Iterator[tuple[float, float]]:
    for start, end in sorted(blocked):
        if start > left:
            yield left, min(start, right)
        left = max(left, end)
        if left >= right:
            return
    yield left, right


def _stations(left: float, right: float, wish: float, step: float) -> Iterator[float]:
    """A few points of an interval, denser where it is nearest to the wish."""
    nearest = min(max(wish, left), right)
    yield nearest
    for i in (1, 2, 3, 4):
        for x in (nearest - i * step, nearest + i * step):
            if left <= x <= right:
                yield x
    if right - left < 2 * step:
        yield (left + right) / 2


def cost_of(item: Item, box: Box, size: Sizes, ground: Ground) -> float | None:
    """How bad a box is; None if it lies on something."""
    unit, stop = size.unit, item.stop
    if not ground.field.around(box):
        return None
    tight, airy = TIGHT * unit, AIRY * unit
    room = box.bar
    cost = 0.0
    for bar, _ in ground.bars:
        reach = bar.half_length + airy
        if (
            bar.x + reach < box.left
            or bar.x - reach > box.right
            or bar.y + reach < box.top
            or bar.y - reach > box.bottom
        ):
            continue
        depth = overlap(room, bar, airy)
        if depth > -tight:
            return None
        if depth > -airy:
            cost += 0.25 * ((depth + airy) / airy) ** 2
    for disc in ground.discs:
        gap = box.gap_to(disc.x, disc.y) - size.disc
        mine = disc.id == stop.id
        if gap < tight:
            return None
        if not mine and gap < airy * 2:
            cost += 0.4 * (1 - gap / (2 * airy)) ** 2
        elif mine and gap < airy * 0.7:
            cost += 0.3 * (1 - gap / (0.7 * airy)) ** 2
    for x, y in ground.posts:
        gap = box.gap_to(x, y) - 1.42 * size.post
        if gap < tight:
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
    return cost + _belonging(item, box, size, ground)


def _belonging(item: Item, box: Box, size: Sizes, ground: Ground) -> float:
    """The price of a label that does not clearly belong to its place."""
    unit, stop = size.unit, item.stop
    away = box.gap_to(stop.x, stop.y) - size.disc
    cost = (1.3 if item.kind == "waiting" else 1.0) * away / unit
    for disc in ground.discs:
        if disc.id != stop.id:
            gap = box.gap_to(disc.x, disc.y) - size.disc
            if gap < away:
                cost += 4
            elif gap < 1.6 * away:
                cost += 0.7
    x = min(max(stop.x, box.left), box.right)
    y = min(max(stop.y, box.top), box.bottom)
    string = stick((stop.x, stop.y), (x, y))
    for bar, ends in ground.bars:
        if overlap(string, bar, 0) > 0:
            cost += 0.5 if stop.id in ends else 1.0
    # Reading direction: right of the place first, then left, then above and below.
    middle = (box.left + box.right) / 2 - stop.x
    if box.left < stop.x < box.right:
        cost += 0.1 + 0.15 * abs(middle) / unit
    elif middle < 0:
        cost += 0.06
    return cost
