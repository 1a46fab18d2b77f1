"""Spots for places that only have routes yet, as far apart as their routes are long.

Pure, and the same for the same sheet. It is a first draft: people who draw the map drag places to
where they are printed. For a single place of a board in play see
`games/rules/corrections/spots.py`.
"""

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from math import atan2, cos, hypot, sin
from statistics import median
from typing import Any

Data = dict[str, Any]
Spot = tuple[float, float]
EDGE = 0.08  # of the canvas, kept free at its edges


def spread(data: Data, wanted: Iterable[str]) -> dict[str, Spot]:
    """A spot for each of the wanted places; all others stay where they are."""
    new = list(dict.fromkeys(wanted))
    ids = [place["id"] for place in data["places"]]
    fixed = {p["id"]: (p["x"], p["y"]) for p in data["places"] if p["id"] not in set(new)}
    if not new:
        return {}
    width, height = data["canvas"]
    apart = _distances(ids, data["routes"])
    space = _space(data, fixed) or max(width, height) / 14
    spots = _start(ids, apart, space, (width, height)) | fixed
    _settle(ids, apart, space, spots, frozenset(fixed))
    if len(fixed) < 2:  # nothing says where up is: the longer side lies along the canvas
        spots = _fitted(spots, width, height) | fixed
    return _clear({id: spots[id] for id in new}, set(fixed.values()), width, height)


def as_spread(data: Data) -> list[str]:
    """All places of a sheet without routes, where they are as `spread` left them: nobody has drawn
    them yet, and once there are routes they are spread again."""
    ids = [place["id"] for place in data["places"]]
    if data["routes"]:
        return []
    spots = {place["id"]: (place["x"], place["y"]) for place in data["places"]}
    return ids if spread(data, ids) == spots else []


def _distances(ids: list[str], routes: list[Data]) -> dict[str, dict[str, float]]:
    """How many spaces lie between any two places; a little more than all where nothing joins."""
    near: dict[str, dict[str, int]] = {id: {} for id in ids}
    for route in routes:
        a, b, length = route["a"], route["b"], route["length"]
        if a in near and b in near and a != b:
            near[a][b] = near[b][a] = min(length, near[a].get(b, length))
    reached = {id: _from(id, near) for id in ids}
    longest = max((far for row in reached.values() for far in row.values()), default=1)
    return {a: {b: reached[a].get(b, longest + 2.0) for b in ids if b != a} for a in ids}


def _from(start: str, near: Mapping[str, Mapping[str, int]]) -> dict[str, float]:
    best: dict[str, float] = {}
    open_: list[tuple[float, str]] = [(0.0, start)]
    while open_:
        far, here = heappop(open_)
        if here in best:
            continue
        best[here] = far
        for there, length in near[here].items():
            if there not in best:
                heappush(open_, (far + length, there))
    return best


def _space(data: Data, fixed: Mapping[str, Spot]) -> float | None:
    """How long a space is drawn between places that have their spots."""
    drawn = [
        hypot(fixed[r["a"]][0] - fixed[r["b"]][0], fixed[r["a"]][1] - fixed[r["b"]][1])
        / r["length"]
        for r in data["routes"]
        if r["a"] in fixed and r["b"] in fixed and r["a"] != r["b"]
    ]
    return median(drawn) if drawn else None


def _start(
    ids: list[str], apart: Mapping[str, Mapping[str, float]], space: float, canvas: Spot
) -> dict[str, Spot]:
    """A rough layout: by how much nearer each place is to one end of the map than to the other,
    along its longest way and across it."""
    if len(ids) < 3:
        return {id: (canvas[0] / 3 * (n + 1), canvas[1] / 2) for n, id in enumerate(ids)}

    def ends(left_out: frozenset[str]) -> tuple[str, str]:
        one = max(ids, key=lambda id: (id not in left_out, sum(apart[id].values()), id))
        return one, max((id for id in ids if id != one), key=lambda id: (apart[one][id], id))

    west, east = ends(frozenset())
    across = min(
        (id for id in ids if id not in (west, east)),
        key=lambda id: (abs(apart[id][west] - apart[id][east]) - apart[id][west] / 2, id),
    )
    other = max((id for id in ids if id != across), key=lambda id: (apart[across][id], id))

    def along(id: str, one: str, two: str) -> float:
        return space / 2 * (apart[id].get(one, 0.0) - apart[id].get(two, 0.0))

    # The small slope keeps places apart that are equally far from everything.
    return {
        id: (
            canvas[0] / 2 + along(id, west, east) + n % 3,
            canvas[1] / 2 + along(id, across, other) + n * 0.7,
        )
        for n, id in enumerate(ids)
    }


def _settle(
    ids: list[str],
    apart: Mapping[str, Mapping[str, float]],
    space: float,
    spots: dict[str, Spot],
    fixed: frozenset[str],
) -> None:
    """Move each place to where its distances to all others fit best (stress majorization); near
    ones weigh more."""
    free = [id for id in ids if id not in fixed]
    for _round in range(max(30, min(160, 600_000 // (len(ids) ** 2 or 1)))):
        for here in free:
            x, y = spots[here]
            sum_x = sum_y = weights = 0.0
            for there, steps in apart[here].items():
                tx, ty = spots[there]
                want = steps * space
                dx, dy = x - tx, y - ty
                away = hypot(dx, dy) or 1.0
                weight = 1 / (steps * steps)
                sum_x += weight * (tx + dx * want / away)
                sum_y += weight * (ty + dy * want / away)
                weights += weight
            if weights:
                spots[here] = (sum_x / weights, sum_y / weights)


def _fitted(spots: Mapping[str, Spot], width: float, height: float) -> dict[str, Spot]:
    """Rotated so that it is widest from left to right (top to bottom on an upright canvas), and
    scaled to the canvas."""
    count = len(spots) or 1
    mx, my = sum(x for x, _y in spots.values()) / count, sum(y for _x, y in spots.values()) / count
    xx = sum((x - mx) ** 2 for x, _y in spots.values())
    yy = sum((y - my) ** 2 for _x, y in spots.values())
    xy = sum((x - mx) * (y - my) for x, y in spots.values())
    turn = -atan2(2 * xy, xx - yy) / 2
    if height > width:
        turn += atan2(1, 0)
    turned = {
        id: (
            (x - mx) * cos(turn) - (y - my) * sin(turn),
            (x - mx) * sin(turn) + (y - my) * cos(turn),
        )
        for id, (x, y) in spots.items()
    }
    left, right = min(x for x, _y in turned.values()), max(x for x, _y in turned.values())
    top, bottom = min(y for _x, y in turned.values()), max(y for _x, y in turned.values())
    wide, tall = right - left or 1.0, bottom - top or 1.0
    room = 1 - 2 * EDGE
    return {
        id: (width * (EDGE + room * (x - left) / wide), height * (EDGE + room * (y - top) / tall))
        for id, (x, y) in turned.items()
    }


def _clear(
    spots: Mapping[str, Spot], taken: set[Spot], width: float, height: float
) -> dict[str, Spot]:
    """On the canvas, in whole numbers, and no two on the same spot."""
    cleared: dict[str, Spot] = {}
    step = max(1, round(min(width, height) / 40))
    for id, (x, y) in spots.items():
        here = (
            round(min(max(x, EDGE * width / 2), width - EDGE * width / 2)),
            round(min(max(y, EDGE * height / 2), height - EDGE * height / 2)),
        )
        while any(abs(here[0] - tx) < step and abs(here[1] - ty) < step for tx, ty in taken):
            here = ((here[0] + step) % round(width), (here[1] + 2 * step) % round(height))
        taken.add(here)
        cleared[id] = here
    return cleared
