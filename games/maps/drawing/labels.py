"""Names, signs and waiting pieces settle among themselves.

No randomness: a sheet is always drawn alike.
"""

from __future__ import annotations

from games.maps.drawing.geometry import Box
from games.maps.drawing.plan import Plan, Sizes
from games.maps.drawing.spots import (
    Ground,
    Item,
    Spot,
    beside_disc,
    cost_of,
    find_spots,
    within_reach,
)

CLASH = 5.0  # the price of standing on one another


def place_all(plan: Plan, size: Sizes, ground: Ground) -> list[Item]:
    items = []
    for stop in plan.stops:
        items.append(Item(stop, "sign" if stop.country else "name"))
        if beside_disc(stop):
            items.append(Item(stop, "waiting"))
    for item in items:
        find_spots(item, size, ground)
    _Crowd(items, size).settle()
    for item in items:
        _nudge(item, items, size, ground)
    return items


class _Crowd:
    """All items of a board while they settle among themselves."""

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
        room = spot.box.grown(self.keep)
        return [j for j in self.rivals[i] if room.meets(self.items[j].spot.box)]

    def settle(self) -> None:
        """In turn, the ones with the least choice first; then one pushes others aside."""
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
        """Take the best spot as the others stand; those not fixed may still go away."""
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

    def _total(self, some: set[int]) -> float:
        total = 0.0
        for i in some:
            spot = self.items[i].spot
            total += spot.cost + CLASH * len(self.clashes(i, spot))
        return total

    def _push(self, i: int) -> bool:
        """Try each better spot of an item although others stand there; they choose anew."""
        item = self.items[i]
        now = item.spot.cost + CLASH * len(self.clashes(i, item.spot))
        for n, spot in enumerate(item.spots):
            if spot.cost > now - 0.1:
                return False
            if n == item.at:
                continue
            touched = {i, *self.clashes(i, spot)}
            for j in tuple(touched):
                touched.update(self.rivals[j])
            before = {j: self.items[j].at for j in touched}
            total = self._total(touched)
            pushed = self.clashes(i, spot)
            item.at = n
            fixed = {i}
            for j in pushed:
                self._choose(j, frozenset(fixed))
                fixed.add(j)
                for k in self.clashes(j, self.items[j].spot):
                    if k not in fixed:
                        self._choose(k, frozenset(fixed))
                        fixed.add(k)
            if self._total(touched) < total - 0.05:
                return True
            for j, at in before.items():
                self.items[j].at = at
        return False


def _nudge(item: Item, items: list[Item], size: Sizes, ground: Ground) -> None:
    """The last touch: small moves into the middle of the free room."""
    near = within_reach(item, size, ground)
    keep = 0.1 * size.unit
    rivals = [other.spot for other in items if other is not item]
    spot = item.spot
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
                if not any(box.grown(keep).meets(rival.box) for rival in rivals):
                    better, cost = moved, new
        if better is None:
            step /= 2
        else:
            spot = better
    item.spots[item.at] = spot
