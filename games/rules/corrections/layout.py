"""A board that is drawn by playing lays itself out: places as far apart as the way between them.

Each place is pulled towards where its distances to all others come out right (stress, after Kamada
and Kawai), a few rounds with every new route, starting from where it is: so the drawing grows and
does not jump. It must be the same on every installation, so it is worked out from the board alone,
in sums, products and square roots.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heappop, heappush
from math import sqrt

from games.rules.board import Board, Spot

ROUNDS = 15
DISC = 0.9  # what two discs add to a route, in spaces
APART = 2.0  # how much further than anything else lies what no route reaches
MARGIN = 0.09  # of the canvas, at its edges
STRETCH = 1.5  # how much more one side is stretched than the other, at most
LONGEST_SPACE = 130.0


def laid_out(board: Board, loose: Collection[str]) -> Mapping[str, Spot]:
    """Spots for the loose places; the others stay where somebody put them."""
    ids = [place.id for place in board.places]
    free = [i for i, id in enumerate(ids) if id in loose]
    distance = _distances(board, ids)
    xs, ys = [place.x for place in board.places], [place.y for place in board.places]
    space = _space(board)
    xs, ys = [x / space for x in xs], [y / space for y in ys]
    pulls = {
        i: [(j, far, 1 / (far * far)) for j, far in enumerate(distance[i]) if j != i] for i in free
    }
    for _round in range(ROUNDS):
        for i in free:
            xs[i], ys[i] = _pulled(i, xs, ys, pulls[i])
    if len(free) == len(ids):
        return dict(zip(ids, _fitted(board.canvas, xs, ys), strict=True))
    return {ids[i]: _inside(board.canvas, xs[i] * space, ys[i] * space) for i in free}


def _space(board: Board) -> float:
    """How long a space is drawn: so that the longest way fits the canvas."""
    ways = sum(route.length + DISC for route in board.routes) / 3
    return min(LONGEST_SPACE, max(board.canvas) / max(ways, 8.0))


def _distances(board: Board, ids: list[str]) -> list[list[float]]:
    """The shortest ways between all places, in spaces."""
    number = {id: i for i, id in enumerate(ids)}
    rows: list[list[float]] = []
    for start in range(len(ids)):
        reached: dict[int, float] = {}
        heap = [(0.0, start)]
        while heap:
            far, at = heappop(heap)
            if at in reached:
                continue
            reached[at] = far
            for route in board.neighbours[ids[at]]:
                heappush(heap, (far + route.length + DISC, number[route.other(ids[at])]))
        rows.append([reached.get(i, -1.0) for i in range(len(ids))])
    most = max((far for row in rows for far in row), default=0.0) + APART
    return [[most if far < 0 else far for far in row] for row in rows]


def _pulled(
    i: int, xs: list[float], ys: list[float], pulls: list[tuple[int, float, float]]
) -> Spot:
    """Where the others want a place, near ones more than far ones (the last number of a pull)."""
    here_x, here_y = xs[i], ys[i]
    total = x = y = 0.0
    for j, far, weight in pulls:
        dx, dy = here_x - xs[j], here_y - ys[j]
        long = sqrt(dx * dx + dy * dy)
        if long < 0.01:  # on the same spot: apart, somewhere
            dx, dy, long = 1.0 + i % 3, 1.0 - j % 5, 1.0
        x += weight * (xs[j] + far * dx / long)
        y += weight * (ys[j] + far * dy / long)
        total += weight
    return (x / total, y / total) if total else (here_x, here_y)


def _fitted(canvas: Spot, xs: list[float], ys: list[float]) -> list[Spot]:
    """The whole drawing, in the middle of the canvas and as large as it gets there."""
    room = [side * (1 - 2 * MARGIN) for side in canvas]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    kx = min(LONGEST_SPACE, room[0] / wide if wide else LONGEST_SPACE)
    ky = min(LONGEST_SPACE, room[1] / high if high else LONGEST_SPACE)
    kx, ky = min(kx, STRETCH * ky), min(ky, STRETCH * kx)
    mid_x, mid_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [
        (round(canvas[0] / 2 + (x - mid_x) * kx, 1), round(canvas[1] / 2 + (y - mid_y) * ky, 1))
        for x, y in zip(xs, ys, strict=True)
    ]


def _inside(canvas: Spot, x: float, y: float) -> Spot:
    width, height = canvas
    x = min(max(x, MARGIN * width), (1 - MARGIN) * width)
    y = min(max(y, MARGIN * height), (1 - MARGIN) * height)
    return round(x, 1), round(y, 1)
