"""Networks of routes, and paths through them. Countries are dead ends: a path may start or end
there, but never pass through.

A hand-written search instead of networkx: the graphs are tiny, searched often, and dead ends do
not fit its algorithms; the tests check the results with networkx.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from games.rules.board import Board, Route

Links = Mapping[str, Sequence[Route]]


def cheapest(
    links: Links,
    dead_ends: frozenset[str],
    start: str,
    goal: str,
    cost: Callable[[Route], int | None],
) -> tuple[int, tuple[str, ...]] | None:
    """The least cost from start to goal and the routes of one such path; None if there is none.

    `cost` gives None for a route that cannot be used. Of equal paths the one with fewer routes
    wins.
    """
    best: dict[str, tuple[int, int]] = {start: (0, 0)}
    came_by: dict[str, Route] = {}
    queue: list[tuple[int, int, str]] = [(0, 0, start)]
    while queue:
        spent, hops, place = heappop(queue)
        if place == goal:
            return spent, _way_back(came_by, start, goal)
        if best[place] < (spent, hops) or (place in dead_ends and place != start):
            continue
        for route in links.get(place, ()):
            price = cost(route)
            if price is None:
                continue
            there = route.b if place == route.a else route.a
            reached = (spent + price, hops + 1)
            if there not in best or reached < best[there]:
                best[there] = reached
                came_by[there] = route
                heappush(queue, (*reached, there))
    return None


def _way_back(came_by: Mapping[str, Route], start: str, goal: str) -> tuple[str, ...]:
    way: list[str] = []
    place = goal
    while place != start:
        route = came_by[place]
        way.append(route.id)
        place = route.other(place)
    return tuple(reversed(way))


def _length(route: Route) -> int:
    return route.length


def shortest_on(board: Board, a: str, b: str) -> tuple[int, tuple[str, ...]] | None:
    """The fewest spaces between two places on the empty board."""
    return cheapest(board.neighbours, board.dead_ends, a, b, _length)


class Network:
    """The routes one player owns."""

    def __init__(self, board: Board, routes: Iterable[str]) -> None:
        self.board = board
        self.routes = frozenset(routes)
        self._links: dict[str, list[Route]] = {}
        for id in routes:
            route = board.route[id]
            self._links.setdefault(route.a, []).append(route)
            self._links.setdefault(route.b, []).append(route)
        self._reach: dict[str, frozenset[str]] = {}

    def reach(self, start: str) -> frozenset[str]:
        """Every place joined to `start`, itself included."""
        cached = self._reach.get(start)
        if cached is not None:
            return cached
        seen = {start}
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place in self.board.dead_ends and place != start:
                continue
            for route in self._links.get(place, ()):
                there = route.other(place)
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        reached = frozenset(seen)
        self._reach[start] = reached
        return reached

    def joins(self, a: str, b: str) -> bool:
        return b in self.reach(a)

    def path(self, a: str, b: str) -> tuple[str, ...] | None:
        """The routes that join two places, by the fewest spaces."""
        if not self.joins(a, b):
            return None
        shortest = cheapest(self._links, self.board.dead_ends, a, b, _length)
        return shortest[1] if shortest else None

    def completion(
        self, a: str, b: str, usable: Callable[[Route], bool] | None = None
    ) -> tuple[int, tuple[str, ...]] | None:
        """The fewest further spaces that would join two places, and the routes not owned yet.

        Own routes cost nothing; others must be `usable` (by default every route of the board is).
        """

        def cost(route: Route) -> int | None:
            if route.id in self.routes:
                return 0
            return route.length if usable is None or usable(route) else None

        shortest = cheapest(self.board.neighbours, self.board.dead_ends, a, b, cost)
        if shortest is None:
            return None
        spaces, way = shortest
        return spaces, tuple(id for id in way if id not in self.routes)
