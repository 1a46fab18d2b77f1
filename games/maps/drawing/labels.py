"""Finds spots for names, signs and waiting pieces so that none covers another.

It isn't random: a sheet is always drawn the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist

from games.maps.drawing.geometry import Box
from games.maps.drawing.plan import Plan, Sizes, Stop
from games.maps.drawing.spots import (
    Ground,
    Item,
    Spot,
    beside_disc,
    cost_of,
    find_spots,
    within_reach,
)

CLASH = 9.0  # the cost of an overlap
NEIGHBOURS = 4.0  # how far away neighbours can be, in units
WORSE = 3.0  # how much worse a spot may get before another is tried


def items_of(plan: Plan, spots: Sequence[Spot] = ()) -> list[Item]:
    """All items of a board that need a spot, in order, with their possible spots."""
    items = []
    for stop in plan.stops:
        items.append(Item(stop, "sign" if stop.country else "name"))
        if beside_disc(stop):
            items.append(Item(stop, "waiting"))
    for item, spot in zip(items, spots, strict=False):
        item.spots = [spot]
    return items


def place_new(
    plan: Plan, size: Sizes, ground: Ground, stood: Mapping[tuple[Stop, str], Spot]
) -> list[Item] | None:
    """Items that had a spot keep it, unless it's taken now; the others find one.

    If one finds no room, its neighbours are moved, too. None if that doesn't help either.
    """
    for reach in (0.0, NEIGHBOURS * size.unit):
        items = items_of(plan)
        for item in items:
            spot = stood.get((item.stop, item.kind))
            item.spots = [spot] if spot and _stays(item, spot, size, ground) else []
        homeless = [item.stop for item in items if not item.spots]
        free = [
            i
            for i, item in enumerate(items)
            if not item.spots
            or any(dist((stop.x, stop.y), (item.stop.x, item.stop.y)) < reach for stop in homeless)
        ]
        for i in free:
            find_spots(items[i], size, ground)
        crowd = _Crowd(items, size)
        crowd.settle()
        for i in free:
            _nudge(items[i], items, size, ground)
        if not any(items[i].spot.cost >= CLASH or crowd.clashes(i, items[i].spot) for i in free):
            return items
    return None


def _stays(item: Item, spot: Spot, size: Sizes, ground: Ground) -> bool:
    cost = cost_of(item, spot.box, size, within_reach(item, size, ground))
    return cost is not None and cost < spot.cost + WORSE


def place_all(plan: Plan, size: Sizes, ground: Ground) -> list[Item]:
    items = items_of(plan)
    for item in items:
        find_spots(item, size, ground)
    _Crowd(items, size).settle()
    for item in items:
        _nudge(item, items, size, ground)
    return items


class _Crowd:
    """All items of a board while their spots are being chosen."""

    def __init__(self, items: list[Item], size: Sizes) -> None:
        self.items = items
        self.keep = 0.1 * size.unit
        reach = 9 * size.unit
        self.rivals = [
            [
                j
                for j, other in enumerate(items)
                if j != i
                and abs(other.stop.x - item.stop.x) < reach
                and abs(other.stop.y - item.stop.y) < reach
            ]
            for i, item in enumerate(items)
        ]

    def clashes(self, i: int, spot: Spot) -> list[int]:
        """The rivals whose spots overlap this one. (This is called most often, so it makes no
        calls.)"""
        left, top, right, bottom = spot.box.grown(self.keep)
        items = self.items
        rivals = []
        for j in self.rivals[i]:
            other = items[j]
            x0, y0, x1, y1 = other.spots[other.at].box
            if left < x1 and x0 < right and top < y1 and y0 < bottom:
                rivals.append(j)
        return rivals

    def settle(self) -> None:
        """Choose spots in turn, the items with the least choice first; then let items push others
        aside."""
        order = sorted(range(len(self.items)), key=lambda i: (len(self.items[i].spots), i))
        for _ in range(8):
            moved = [self._choose(i, frozenset()) for i in order]
            if not any(moved):
                break
        for _ in range(4):
            pushed = [self._push(i) for i in order]
            if not any(pushed):
                break

    def _choose(self, i: int, fixed: frozenset[int]) -> bool:
        """Take the best spot given the others'; those that aren't fixed may still move."""
        item = self.items[i]
        best, at = CLASH * 99, item.at
        for n, spot in enumerate(item.spots):
            if spot.cost >= best:
                break
            price = spot.cost
            for j in self.clashes(i, spot):
                price += CLASH * (10 if j in fixed else 1)
            if price < best - 1e-9:
                best, at = price, n
        moved = at != item.at
        item.at = at
        return moved

    def _total(self, some: Mapping[int, int]) -> float:
        """The part of the board's total cost that depends on the spots of these items."""
        total = 0.0
        for i in some:
            spot = self.items[i].spot
            total += spot.cost
            for j in self.clashes(i, spot):
                total += CLASH if j in some else 2 * CLASH  # the other one counts it, too
        return total

    def _push(self, i: int) -> bool:
        """Try each better spot of an item, even where others are; those choose again."""
        item = self.items[i]
        now = item.spot.cost + CLASH * len(self.clashes(i, item.spot))
        for n, spot in enumerate(item.spots):
            if spot.cost > now - 0.1:
                return False
            if n == item.at:
                continue
            before = self._move(i, n)
            after = {j: self.items[j].at for j in before}
            total = self._total(after)
            self._stand(before)
            if total < self._total(before) - 0.05:
                self._stand(after)
                return True
        return False

    def _move(self, i: int, n: int) -> dict[int, int]:
        """Put an item on a spot and let the items it overlaps choose again; return their old
        spots."""
        before = {i: self.items[i].at}
        pushed = self.clashes(i, self.items[i].spots[n])
        self.items[i].at = n
        for j in pushed:
            self._give_way(j, before)
            for k in self.clashes(j, self.items[j].spot):
                self._give_way(k, before)
        return before

    def _give_way(self, j: int, before: dict[int, int]) -> None:
        if j not in before:
            at = self.items[j].at
            self._choose(j, frozenset(before))
            before[j] = at

    def _stand(self, spots: Mapping[int, int]) -> None:
        for j, at in spots.items():
            self.items[j].at = at


def _nudge(item: Item, items: list[Item], size: Sizes, ground: Ground) -> None:
    """Finish with small moves towards the middle of the free room."""
    near = within_reach(item, size, ground)
    keep = 0.1 * size.unit
    spot = item.spot
    reach = spot.box.grown(3 * size.unit)
    rivals = [
        other.spot.box for other in items if other is not item and reach.meets(other.spot.box)
    ]
    cost = cost_of(item, spot.box, size, near)
    if cost is None:
        return
    step = size.unit / 12
    while step > size.unit / 60:
        better = None
        for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step)):
            left, top, right, bottom = spot.box
            box = Box(left + dx, top + dy, right + dx, bottom + dy)
            new = cost_of(item, box, size, near)
            if new is not None and new < cost - 1e-4:
                moved = spot._replace(box=box)
                if not any(box.grown(keep).meets(rival) for rival in rivals):
                    better, cost = moved, new
        if better is None:
            step /= 2
        else:
            spot = better
    item.spots[item.at] = spot
