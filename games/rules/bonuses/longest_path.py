"""The bonus for the longest path (docs/rules.md, “Longest path”).

A route counts once, a place may be passed again. Tied players all get it; nobody does for 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.bonuses.base import Bonus, BonusLine, Chapter, Memory, Parameter, Reason, Tally
from games.rules.text import Text, _, plural, text
from games.rules.trails import Edge, Trail, Vertex, longest_trail

if TYPE_CHECKING:
    from games.rules.board import Board
    from games.rules.reading import Node
    from games.rules.state import State


@dataclass(frozen=True, slots=True)
class Path:
    """The longest path of a seat: its routes in order, its places, and how many others are equally
    long."""

    spaces: int = 0
    routes: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    others: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """The public facts about a seat's path: its length, and whether nobody has a longer one."""

    spaces: int
    leads: bool


@dataclass(frozen=True, slots=True)
class PathStory:
    """A seat's path in the reveal: its length, its places in order, and how many other paths are as
    long."""

    spaces: int
    names: tuple[str, ...]
    others: int


def path_of(board: Board, routes: Sequence[str]) -> Path:
    """The longest path of a network; the order in which routes were claimed does not matter."""
    ordered = sorted(routes)
    trail = longest_trail(tuple(_edge(board, id) for id in ordered))
    if trail is None:
        return Path()
    walked = tuple(ordered[i] for i in trail.edges)
    return Path(trail.length, walked, _stops(board, trail, walked), trail.ways - 1)


def _edge(board: Board, id: str) -> Edge:
    route = board.route[id]
    return _end(board, route.a, id), _end(board, route.b, id), route.length


def _end(board: Board, place: str, route: str) -> Vertex:
    """The node for one end of a route. Routes don't join at a dead end, so each has its own node
    there."""
    return (place, route) if place in board.dead_ends else place


def _stops(board: Board, trail: Trail, walked: Sequence[str]) -> tuple[str, ...]:
    start = trail.start if isinstance(trail.start, str) else str(trail.start[0])  # type: ignore[index]
    places = [start]
    for id in walked:
        places.append(board.route[id].other(places[-1]))
    return tuple(places)


@dataclass(frozen=True)
class LongestPath(Bonus):
    kind = "longest_path"
    name = _("Longest path")
    fields = ("points",)
    editable = (Parameter("points", "number", _("Points for the longest path"), 1, 100, fresh=10),)
    measured_in = _("longest path")
    decides = _("{players} are level on {points}; {player} has the longest path and wins.")
    breaks_tie = _("Still tied: the player with the longest path wins.")
    tells_most = 1
    lead_hides = _("hide who has the longest path until the end")

    points: int

    @classmethod
    def read(cls, node: Node) -> LongestPath:
        return cls(node["points"].integer(1, 100))

    def parameters(self) -> dict[str, object]:
        return {"points": self.points}

    def explained(self) -> Sequence[Text]:
        return (
            plural(
                "The longest continuous path of your own routes: {count} point; in a tie, "
                "everyone tied gets it. You can pass through a place again, but each route "
                "counts only once.",
                "The longest continuous path of your own routes: {count} points; in a tie, "
                "everyone tied gets them. You can pass through a place again, but each route "
                "counts only once.",
                self.points,
            ),
            text(_("Not awarded if nobody claimed a route.")),
        )

    def shown(self, state: State, memory: Memory) -> Sequence[Shown]:
        lengths = [path_of(state.board, hand.routes).spaces for hand in state.hands]
        most = max(lengths)
        return [Shown(length, bool(most) and length == most) for length in lengths]

    def score(
        self, state: State, memory: Memory, tallies: Sequence[Tally]
    ) -> tuple[BonusLine, ...]:
        paths = [path_of(state.board, state.hands[tally.seat].routes) for tally in tallies]
        most = max(path.spaces for path in paths)
        shared = sum(path.spaces == most for path in paths) > 1
        return tuple(
            BonusLine(self.kind, self._reasons(state.board, path, most, shared)) for path in paths
        )

    def _reasons(self, board: Board, path: Path, most: int, shared: bool) -> tuple[Reason, ...]:
        if not path.spaces:
            return ()
        points = self.points if path.spaces == most else 0
        why = _why(path, " – ".join(board.place[id].name for id in path.stops), points, shared)
        return (Reason(points, why, path.routes),)

    def chapters(
        self,
        state: State,
        memory: Memory,
        tallies: Sequence[Tally],
        lines: tuple[BonusLine, ...],
    ) -> tuple[Chapter, ...]:
        """One, with everybody's path; the longest are highlighted on the map."""
        board = state.board
        paths = [path_of(board, state.hands[tally.seat].routes) for tally in tallies]
        stories = tuple(
            PathStory(path.spaces, tuple(board.place[id].name for id in path.stops), path.others)
            for path in paths
        )
        lit = [
            route
            for path, line in zip(paths, lines, strict=True)
            if line.points
            for route in path.routes
        ]
        return (Chapter(lines, stories, tuple(lit)),)

    def measure(self, state: State, memory: Memory, seat: int) -> int:
        lengths = [path_of(state.board, hand.routes).spaces for hand in state.hands]
        return int(lengths[seat] > 0 and lengths[seat] == max(lengths))


def _why(path: Path, stops: str, points: int, shared: bool) -> Text:
    if not points:
        sentence = plural(
            "Their longest path: {count} space, {stops}",
            "Their longest path: {count} spaces, {stops}",
            path.spaces,
            stops=stops,
        )
    elif shared:
        sentence = plural(
            "Longest path, shared: {count} space, {stops}",
            "Longest path, shared: {count} spaces, {stops}",
            path.spaces,
            stops=stops,
        )
    else:
        sentence = plural(
            "Longest path: {count} space, {stops}",
            "Longest path: {count} spaces, {stops}",
            path.spaces,
            stops=stops,
        )
    if not path.others:
        return sentence
    more = plural("{count} other is just as long", "{count} others are just as long", path.others)
    return text("{path} ({more})", path=sentence, more=more)
