"""Routes as separate spaces along their curves.

Parallel routes form a bundle around one centre line. Where bundles are too close near a place, they
give way a little: they move sideways, bow, or start further from the place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from math import hypot, inf
from typing import NamedTuple

from games.maps.drawing.geometry import (
    Bar,
    Box,
    Line,
    Point,
    Walk,
    bend,
    beside,
    overlap,
    overlap_disc,
    sample,
)
from games.maps.drawing.plan import Plan, Sizes, Stop, Way

STEP = 2.0  # lengths of spaces are rounded to this, so that a board has few different ones
ROUNDS = 12


class Bundle(NamedTuple):
    ways: tuple[Way, ...]
    start: Point
    end: Point
    post: bool  # the end is a border post
    line: Line
    near: frozenset[str]  # its places


class Give(NamedTuple):
    """How a bundle gives way, in canvas units."""

    shift: float = 0.0
    bow: float = 0.0
    start: float = 0.0
    end: float = 0.0


class Track(NamedTuple):
    way: Way
    bundle: Bundle
    side: int  # outermost left or right of its bundle: -1 or 1; both or neither: 0
    spaces: tuple[Bar, ...]


class Laid(NamedTuple):
    tracks: tuple[Track, ...]
    bars: tuple[Bar, ...]
    box: tuple[float, float, float, float]


def bundles(plan: Plan, size: Sizes) -> tuple[Bundle, ...]:
    stops = {stop.id: stop for stop in plan.stops}
    groups: dict[tuple[frozenset[str], Point | None, Point | None], list[Way]] = {}
    for way in plan.ways:
        groups.setdefault((frozenset((way.a, way.b)), way.via, way.end), []).append(way)
    return tuple(_bundle(tuple(ways), stops, size) for ways in groups.values())


def _bundle(ways: tuple[Way, ...], stops: Mapping[str, Stop], size: Sizes) -> Bundle:
    way = ways[0]
    a, b = stops[way.a], stops[way.b]
    if a.country and not b.country:
        a, b = b, a
    start, end = (a.x, a.y), (b.x, b.y)
    if b.country:
        end = way.end or _edge_of_sign(way.via or start, end, size)
    line = sample(bend(start, way.via, end))
    return Bundle(ways, start, end, b.country, line, frozenset((a.id, b.id)))


def _edge_of_sign(start: Point, sign: Point, size: Sizes) -> Point:
    """The end of a route into a country if the sheet doesn't have one: before the country's
    sign."""
    dx, dy = start[0] - sign[0], start[1] - sign[1]
    away = min(1.0, 1.6 * size.unit / (hypot(dx, dy) or 1.0))
    return sign[0] + dx * away, sign[1] + dy * away


def lay(bundle: Bundle, give: Give, size: Sizes) -> Laid:
    walk = Walk(beside(bundle.line, give.shift, give.bow))
    from_disc = hypot(size.disc + size.clear, give.shift)
    from_end = hypot(size.post + size.clear / 2, give.shift) if bundle.post else from_disc
    start = walk.leaves(*bundle.start, from_disc) + give.start
    end = walk.leaves(*bundle.end, from_end, backwards=True) - give.end
    middle = walk.between(start, max(end, start + 1.0))
    count = len(bundle.ways)
    pitch = size.width + size.gap
    tracks = []
    for i, way in enumerate(bundle.ways):
        line = beside(middle, (i - (count - 1) / 2) * pitch)
        side = 0 if count == 1 else -1 if i == 0 else 1 if i == count - 1 else 0
        tracks.append(Track(way, bundle, side, _spaces(line, way.length, size)))
    bars = tuple(bar for track in tracks for bar in track.spaces)
    reach = size.unit
    xs, ys = [bar.x for bar in bars], [bar.y for bar in bars]
    box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
    return Laid(tuple(tracks), bars, box)


def _spaces(line: Line, count: int, size: Sizes) -> tuple[Bar, ...]:
    walk = Walk(line)
    length = min(size.longest, (walk.length - (count - 1) * size.joint) / count)
    if length > 2 * STEP:
        length -= length % STEP
    spaces = _row(walk, count, length, size)
    # In a tight bend the inner corners of neighbours touch.
    while length > size.shortest and any(
        overlap(a, b) > -size.joint / 3 for a, b in pairwise(spaces)
    ):
        length -= STEP
        spaces = _row(walk, count, length, size)
    return spaces


def _row(walk: Walk, count: int, length: float, size: Sizes) -> tuple[Bar, ...]:
    slack = (walk.length - count * length - (count - 1) * size.joint) / (count + 1)
    bars = []
    way = slack
    for _ in range(count):
        (x0, y0), (x1, y1) = walk.at(way), walk.at(way + length)
        mx, my = walk.at(way + length / 2)
        chord = hypot(x1 - x0, y1 - y0) or 1.0
        bars.append(
            Bar(
                (x0 + x1 + 2 * mx) / 4,
                (y0 + y1 + 2 * my) / 4,
                (x1 - x0) / chord,
                (y1 - y0) / chord,
                length / 2,
                size.width / 2,
            )
        )
        way += length + size.joint + slack
    return tuple(bars)


def settle(
    plan: Plan, size: Sizes, earlier: Mapping[Bundle, Give] | None = None
) -> tuple[Give, ...]:
    """How each bundle gives way. Those already laid out earlier stay there if they can."""
    earlier = earlier or {}
    yard = _Yard(plan, size, earlier)
    fixed = {i for i, bundle in enumerate(yard.bundles) if bundle in earlier}
    if fixed:
        yard.settle(fixed)
    if len(fixed) < len(yard.bundles) and yard.crowded(fixed):
        yard.settle()
    return tuple(yard.gives)


def tracks(plan: Plan, size: Sizes, gives: Iterable[Give]) -> tuple[Track, ...]:
    """Every route's spaces, in the order of the sheet."""
    by_route = {
        track.way.id: track
        for bundle, give in zip(bundles(plan, size), gives, strict=True)
        for track in lay(bundle, give, size).tracks
    }
    return tuple(by_route[way.id] for way in plan.ways)


class _Yard:
    """All bundles of a board, and the search for a layout without overlaps."""

    def __init__(self, plan: Plan, size: Sizes, earlier: Mapping[Bundle, Give]) -> None:
        self.size = size
        self.stops = tuple(stop for stop in plan.stops if not stop.country)
        self.bundles = bundles(plan, size)
        self.gives = [earlier.get(bundle, Give()) for bundle in self.bundles]
        self.laid = [
            lay(bundle, give, size) for bundle, give in zip(self.bundles, self.gives, strict=True)
        ]
        self.posts = tuple(bundle.end for bundle in self.bundles if bundle.post)
        # The pairs that can get close at all: none gives way by more than a unit to either side.
        reach = [Box(*laid.box).grown(2 * size.unit) for laid in self.laid]
        self.neighbours = [
            [j for j, other in enumerate(reach) if j != i and room.meets(other)]
            for i, room in enumerate(reach)
        ]

    def crowded(self, fixed: Collection[int] = ()) -> list[int]:
        """The movable bundles that overlap others or are too close."""
        return [
            i
            for i, laid in enumerate(self.laid)
            if i not in fixed and self._crowding(i, laid, 1e-9) > 0
        ]

    def settle(self, fixed: Collection[int] = ()) -> None:
        for _ in range(ROUNDS):
            # The most flexible first: long single routes give way to short bundles.
            crowded = sorted(self.crowded(fixed), key=lambda i: (self._stiffness(i), i))
            moved = [i for i in crowded if self._ease(i)]
            if not moved:
                moved = [i for i in crowded if self._ease_boldly(i)]
            if not moved:
                return

    def _stiffness(self, i: int) -> float:
        ways = self.bundles[i].ways
        return len(ways) / ways[0].length

    def _ease(self, i: int) -> bool:
        """Try other values of one degree of freedom after the other; keep the least crowded."""
        before = self.gives[i]
        for field, values in self._freedoms(i):
            self._try(i, [self.gives[i]._replace(**{field: value}) for value in values])
        return self.gives[i] != before

    def _try(self, i: int, gives: list[Give]) -> None:
        best = self._cost(i, self.gives[i], self.laid[i]) - 1e-6
        for give in gives:
            # Most already cost more for giving way alone: those aren't even laid out.
            if give == self.gives[i] or self._effort(give) >= best:
                continue
            laid = lay(self.bundles[i], give, self.size)
            cost = self._cost(i, give, laid, best)
            if cost < best:
                best = cost - 1e-6
                self.gives[i], self.laid[i] = give, laid

    def _ease_boldly(self, i: int) -> bool:
        """The same with two degrees of freedom at once, for the few that are stuck."""
        before = self.gives[i]
        freedoms = dict(self._freedoms(i))
        for one, other in combinations(sorted(freedoms), 2):
            for value in freedoms[one]:
                self._try(i, [before._replace(**{one: value, other: v}) for v in freedoms[other]])
        return self.gives[i] != before

    def _freedoms(self, i: int) -> Iterator[tuple[str, list[float]]]:
        unit = self.size.unit
        steps = (0.0, 0.08, -0.08, 0.16, -0.16, 0.24, -0.24)
        yield "shift", [step * unit for step in steps]
        length = self.bundles[i].ways[0].length
        if length > 1:
            most = min(0.5, 0.12 * length) * unit
            yield "bow", [part * most for part in (0, 0.33, -0.33, 0.67, -0.67, 1, -1)]
        trims = [step * unit for step in (0.0, 0.12, 0.24, 0.36, 0.5)]
        yield "start", trims
        yield "end", trims
        yield "shift", [step * unit for step in steps]

    def _effort(self, give: Give) -> float:
        unit = self.size.unit
        cost = 0.6 * (give.shift / unit) ** 2 + 0.4 * (give.bow / unit) ** 2
        return cost + 0.15 * ((give.start / unit) ** 2 + (give.end / unit) ** 2)

    def _cost(self, i: int, give: Give, laid: Laid, most: float = inf) -> float:
        """The cost of a bundle's position; stops counting at `most`."""
        unit = self.size.unit
        cost = self._effort(give)
        # With lengths of about one unit, the whole board looks even.
        short = 0.92 * unit - 2 * laid.bars[0].half_length
        if short > 0:
            cost += 4 * (short / unit) ** 2
        if 2 * laid.bars[0].half_length < self.size.shortest:
            cost += 40
        if cost >= most:
            return cost
        return cost + self._crowding(i, laid, (most - cost) * unit / 20) * 20 / unit

    def _crowding(self, i: int, laid: Laid, most: float = inf) -> float:
        """How much a bundle overlaps others; stops counting at `most`."""
        bundle = self.bundles[i]
        size = self.size
        keep = size.gap * 0.75
        left, top, right, bottom = laid.box
        total = 0.0
        for bars in self._others(i, laid):
            # Most pairs are too far apart to be worth a closer look.
            near = laid.bars[0].half_length + bars[0].half_length + size.width + keep
            for a in laid.bars:
                for b in bars:
                    if not (-near < a[0] - b[0] < near and -near < a[1] - b[1] < near):
                        continue
                    depth = overlap(a, b, keep) + keep
                    if depth > 0:
                        total += depth
            if total >= most:
                return total
        for stop in self.stops:
            if left < stop.x < right and top < stop.y < bottom:
                mine = stop.id in bundle.near
                radius = size.disc + size.clear * (0.5 if mine else 1.0)
                for a in laid.bars:
                    total += max(0.0, overlap_disc(a, stop.x, stop.y, radius))
        for x, y in self.posts:
            if left < x < right and top < y < bottom:
                for a in laid.bars:
                    total += max(0.0, overlap_disc(a, x, y, size.post * 1.3))
        return total

    def _others(self, i: int, laid: Laid) -> Iterable[tuple[Bar, ...]]:
        left, top, right, bottom = laid.box
        for j in self.neighbours[i]:
            other = self.laid[j]
            a, b, c, d = other.box
            if a < right and left < c and b < bottom and top < d:
                yield other.bars
