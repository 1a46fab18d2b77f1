"""The thumbnail of the board on which a ticket shows its two places: straight lines only."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.board import Board, Route

MARGIN = 0.06  # around the outermost places, of the longer side
DOT = 0.045  # the radius of a ticket's place, of the longer side


@dataclass(frozen=True, slots=True)
class MiniMap:
    """The data for the picture of a ticket, besides its two places and the lines of the board
    (`rails`, sent once with the page)."""

    view_box: str
    radius: int
    network: str  # a path along the viewer's own routes; empty if they have none


def minimap(board: Board, routes: Iterable[str] = ()) -> MiniMap:
    # A board drawn at the table starts with no places, or with one.
    alone = len(board.places) < 2
    xs = [0, board.canvas[0]] if alone else [place.x for place in board.places]
    ys = [0, board.canvas[1]] if alone else [place.y for place in board.places]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    longer = max(width, height)
    margin = MARGIN * longer
    box = (min(xs) - margin, min(ys) - margin, width + 2 * margin, height + 2 * margin)
    return MiniMap(
        " ".join(str(round(side)) for side in box),
        round(DOT * longer),
        "".join(line(board, board.route[id]) for id in routes),
    )


def rails(board: Board) -> str:
    """A path along all routes, parallels once."""
    apart = {frozenset(route.ends): route for route in board.routes}
    return "".join(line(board, route) for route in apart.values())


def line(board: Board, route: Route) -> str:
    """A path along one route."""
    a, b = board.place[route.a], board.place[route.b]
    points = [(a.x, a.y), route.via, route.country_end or (b.x, b.y)]
    return "M" + "L".join(f"{point[0]:.0f} {point[1]:.0f}" for point in points if point)
