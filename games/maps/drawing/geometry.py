"""Plane geometry for the map drawing: points, rotated rectangles, curves. It knows nothing of
maps."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

Point = tuple[float, float]
Line = tuple[Point, ...]


class Bar(NamedTuple):
    """A rotated rectangle: its centre, half its length along `u`, and half its width across."""

    x: float
    y: float
    ux: float
    uy: float
    half_length: float
    half_width: float

    @property
    def angle(self) -> float:
        return degrees(atan2(self.uy, self.ux))

    def grown(self, by: float) -> Bar:
        return Bar(self.x, self.y, self.ux, self.uy, self.half_length + by, self.half_width + by)

    @property
    def corners(self) -> Line:
        lx, ly = self.ux * self.half_length, self.uy * self.half_length
        wx, wy = -self.uy * self.half_width, self.ux * self.half_width
        x, y = self.x, self.y
        return (
            (x + lx + wx, y + ly + wy),
            (x - lx + wx, y - ly + wy),
            (x - lx - wx, y - ly - wy),
            (x + lx - wx, y + ly - wy),
        )


def bar(x: float, y: float, length: float, width: float, angle: float = 0) -> Bar:
    turn = radians(angle)
    return Bar(x, y, cos(turn), sin(turn), length / 2, width / 2)


def stick(a: Point, b: Point, width: float = 1.0) -> Bar:
    """The straight line between two points, as a thin bar."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return Bar(
        (a[0] + b[0]) / 2,
        (a[1] + b[1]) / 2,
        (b[0] - a[0]) / length,
        (b[1] - a[1]) / length,
        length / 2,
        width / 2,
    )


class Box(NamedTuple):
    """An upright rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def bar(self) -> Bar:
        return Bar(
            (self.left + self.right) / 2,
            (self.top + self.bottom) / 2,
            1.0,
            0.0,
            (self.right - self.left) / 2,
            (self.bottom - self.top) / 2,
        )

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def around(self, other: Box) -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def gap_to(self, x: float, y: float) -> float:
        """How far a point is from the box; 0 inside."""
        return hypot(
            max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom)
        )


def overlap(a: Bar, b: Bar, far: float = 1e9) -> float:
    """How deeply two bars overlap: 0 or less if they're apart.

    The separating axis theorem; a negative result is a lower bound of the distance between them.
    The test ends as soon as they're known to be more than `far` apart. (This is the hottest
    function of a drawing, so it makes no calls.)
    """
    ax, ay, aux, auy, al, aw = a
    bx, by, bux, buy, bl, bw = b
    dx, dy = bx - ax, by - ay
    along = aux * bux + auy * buy
    across = aux * buy - auy * bux
    if along < 0:
        along = -along
    if across < 0:
        across = -across
    way = dx * aux + dy * auy
    best = al + bl * along + bw * across - (way if way > 0 else -way)
    if best < -far:
        return best
    way = dy * aux - dx * auy
    depth = aw + bl * across + bw * along - (way if way > 0 else -way)
    if depth < best:
        best = depth
        if best < -far:
            return best
    way = dx * bux + dy * buy
    depth = bl + al * along + aw * across - (way if way > 0 else -way)
    if depth < best:
        best = depth
        if best < -far:
            return best
    way = dy * bux - dx * buy
    depth = bw + al * across + aw * along - (way if way > 0 else -way)
    return depth if depth < best else best


def overlap_disc(a: Bar, x: float, y: float, radius: float) -> float:
    """How deeply a disc and a bar overlap: 0 or less if they're apart."""
    dx, dy = x - a.x, y - a.y
    out_l = abs(dx * a.ux + dy * a.uy) - a.half_length
    out_w = abs(dy * a.ux - dx * a.uy) - a.half_width
    if out_l <= 0 and out_w <= 0:
        return radius + min(-out_l, -out_w)
    return radius - hypot(max(out_l, 0.0), max(out_w, 0.0))


def span(corners: Line, extent: Box, top: float, bottom: float) -> tuple[float, float] | None:
    """The horizontal extent of a convex shape between two heights."""
    if extent.top >= bottom or extent.bottom <= top:
        return None
    if extent.top >= top and extent.bottom <= bottom:
        return extent.left, extent.right
    xs = []
    x0, y0 = corners[-1]
    for x1, y1 in corners:
        if top <= y1 <= bottom:
            xs.append(x1)
        if (y0 < top) != (y1 < top):
            xs.append(x0 + (x1 - x0) * (top - y0) / (y1 - y0))
        if (y0 < bottom) != (y1 < bottom):
            xs.append(x0 + (x1 - x0) * (bottom - y0) / (y1 - y0))
        x0, y0 = x1, y1
    return (min(xs), max(xs)) if xs else None


def bend(a: Point, via: Point | None, b: Point) -> tuple[Line, ...]:
    """The curve from `a` to `b` as quadratic Bézier pieces (or one straight line).

    It goes *through* `via`, where it's parallel to the line from `a` to `b`: two parabolas that
    join smoothly and, unlike a single one, don't swing out when the bend is near one end.
    """
    if via is None:
        return ((a, b),)
    chord = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    tx, ty = (b[0] - a[0]) / chord, (b[1] - a[1]) / chord
    before = hypot(via[0] - a[0], via[1] - a[1]) / 2
    after = hypot(via[0] - b[0], via[1] - b[1]) / 2
    return (
        (a, (via[0] - tx * before, via[1] - ty * before), via),
        (via, (via[0] + tx * after, via[1] + ty * after), b),
    )


def sample(pieces: tuple[Line, ...], steps: int = 14) -> Line:
    points = [pieces[0][0]]
    for piece in pieces:
        if len(piece) == 2:
            points.append(piece[1])
            continue
        (x0, y0), (x1, y1), (x2, y2) = piece
        for i in range(1, steps + 1):
            t = i / steps
            p, q, r = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
            points.append((p * x0 + q * x1 + r * x2, p * y0 + q * y1 + r * y2))
    return tuple(points)


def beside(line: Line, by: float, bow: float = 0.0) -> Line:
    """The line moved sideways by `by`, and by `bow` more towards its middle."""
    if not by and not bow:
        return line
    if bow and len(line) == 2:
        (x0, y0), (x1, y1) = line
        line = tuple((x0 + (x1 - x0) * i / 12, y0 + (y1 - y0) * i / 12) for i in range(13))
    moved = []
    last = len(line) - 1
    for i, (x, y) in enumerate(line):
        (px, py), (nx, ny) = line[max(i - 1, 0)], line[min(i + 1, last)]
        dx, dy = nx - px, ny - py
        size = hypot(dx, dy) or 1.0
        t = i / last
        off = (by + bow * 4 * t * (1 - t)) / size
        moved.append((x - dy * off, y + dx * off))
    return tuple(moved)


class Walk:
    """A polyline, measured by the distance along it."""

    __slots__ = ("line", "marks")

    def __init__(self, line: Line) -> None:
        self.line = line
        marks = [0.0]
        for (x0, y0), (x1, y1) in pairwise(line):
            marks.append(marks[-1] + hypot(x1 - x0, y1 - y0))
        self.marks = marks

    @property
    def length(self) -> float:
        return self.marks[-1]

    def at(self, way: float) -> Point:
        marks = self.marks
        i = min(max(bisect_left(marks, way), 1), len(marks) - 1)
        (x0, y0), (x1, y1) = self.line[i - 1], self.line[i]
        t = (way - marks[i - 1]) / ((marks[i] - marks[i - 1]) or 1.0)
        return x0 + (x1 - x0) * t, y0 + (y1 - y0) * t

    def between(self, start: float, end: float) -> Line:
        inner = (p for p, m in zip(self.line, self.marks, strict=True) if start < m < end)
        return (self.at(start), *inner, self.at(end))

    def leaves(self, x: float, y: float, radius: float, *, backwards: bool = False) -> float:
        """The distance at which the line leaves a disc, from its start (or from its end)."""
        points = self.line[::-1] if backwards else self.line
        way = 0.0
        for (x0, y0), (x1, y1) in pairwise(points):
            step = hypot(x1 - x0, y1 - y0)
            if hypot(x1 - x, y1 - y) >= radius:
                way += step * _crossing(x0 - x, y0 - y, x1 - x, y1 - y, radius)
                break
            way += step
        return self.length - way if backwards else way


def _crossing(x0: float, y0: float, x1: float, y1: float, radius: float) -> float:
    """The point between two points where a line leaves the circle around the origin."""
    dx, dy = x1 - x0, y1 - y0
    a = dx * dx + dy * dy
    b = x0 * dx + y0 * dy
    c = x0 * x0 + y0 * y0 - radius * radius
    root = b * b - a * c
    if a == 0 or c >= 0 or root < 0:
        return 0.0
    return min(1.0, (-b + root**0.5) / a)
