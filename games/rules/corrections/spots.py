"""Where a new place is drawn: at about the length of its routes from its neighbours, and where
neither it nor its name lies over another place, another name or a route.

It must be the same on every installation, so it is worked out from the board alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from statistics import median

from games.rules.board import Board, Place, Spot

COLUMNS, ROWS = 32, 24
MARGIN = 0.06  # of the canvas, at its edges
LETTER = 0.011  # the width of a letter of a name, in widths of the canvas
LINE = 0.06  # the height of a disc with its name, in heights of the canvas


def free_spot(board: Board, name: str) -> Spot:
    """For a place that no route reaches yet: near the middle, and clear of everything."""
    width, height = board.canvas
    return _best(board, Place("", name, 0, 0), [((width / 2, height / 2), 0.0)])


def between_neighbours(board: Board, id: str) -> Spot:
    """For a place with routes: as far from each neighbour as the route between them is long."""
    space = _length_of_a_space(board, id)
    wanted = [
        ((other.x, other.y), route.length * space)
        for route in board.neighbours[id]
        for other in (board.place[route.other(id)],)
    ]
    place = board.place[id]
    return _best(board, place, wanted) if wanted else free_spot(board, place.name)


def _length_of_a_space(board: Board, besides: str) -> float:
    """How long a space of a route is drawn on this map."""
    lengths = []
    for route in board.routes:
        if besides not in route.ends:
            a, b = board.place[route.a], board.place[route.b]
            lengths.append(hypot(a.x - b.x, a.y - b.y) / route.length)
    return median(lengths) if lengths else max(board.canvas) / 12


def _best(board: Board, place: Place, wanted: list[tuple[Spot, float]]) -> Spot:
    def off(spot: Spot) -> float:
        return sum(abs(hypot(spot[0] - x, spot[1] - y) - far) for (x, y), far in wanted)

    best: tuple[float, Spot] | None = None
    for distance, spot in sorted((off(spot) / len(wanted), spot) for spot in _candidates(board)):
        if best is not None and best[0] <= distance:
            break  # none of the others can be better, however clear it lies
        candidate = (distance + _crowding(board, place, spot), spot)
        best = candidate if best is None else min(best, candidate)
    assert best is not None
    return best[1]


def _candidates(board: Board) -> Iterator[Spot]:
    width, height = board.canvas
    for column in range(COLUMNS):
        for row in range(ROWS):
            x = MARGIN + (1 - 2 * MARGIN) * column / (COLUMNS - 1)
            y = MARGIN + (1 - 2 * MARGIN) * row / (ROWS - 1)
            yield round(x * width, 1), round(y * height, 1)


def _crowding(board: Board, place: Place, spot: Spot) -> float:
    """How much a spot lies over others: so much that any clear one is better."""
    width, height = board.canvas
    total = 0.0
    for other in board.places:
        if other.id == place.id:
            continue
        wide = LETTER * width * (len(other.name) + len(place.name)) / 2
        near_x = 1 - abs(other.x - spot[0]) / max(wide, width * 0.05)
        near_y = 1 - abs(other.y - spot[1]) / (LINE * height)
        if near_x > 0 and near_y > 0:
            total += max(width, height) * (1 + near_x * near_y)
    for route in board.routes:
        if place.id in route.ends:
            continue
        a, b = board.place[route.a], board.place[route.b]
        distance = _from_line(spot, (a.x, a.y), (b.x, b.y))
        clear = 0.035 * max(width, height)
        if distance < clear:
            total += (width + height) / 4 * (1 - distance / clear)
    return total


def _from_line(spot: Spot, a: Spot, b: Spot) -> float:
    """How far a spot lies from the straight line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = dx * dx + dy * dy
    share = 0.0 if not along else ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / along
    share = max(0.0, min(1.0, share))
    return hypot(spot[0] - a[0] - share * dx, spot[1] - a[1] - share * dy)
