"""The longest trail of a network: each edge at most once, vertices as often as one likes.

A trail is a connected set of edges with no or two vertices of odd degree. Edges are gone through
once, each taken or left; what matters of all choices so far is only the frontier, that is, the
vertices that have edges on both sides: which of them are joined already, and their parity. On
boards of this family the frontier is a handful of vertices, so this is exact and quick, where
walking along every trail is not.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

Vertex = Hashable
Edge = tuple[Vertex, Vertex, int]  # two ends and a length
Chain = tuple[int, "Chain | None"]  # the edges taken, latest first


@dataclass(frozen=True, slots=True)
class Trail:
    """`edges` are indices in the order of the walk from `start`. `ways` is how many sets of edges
    are equally long, this one included."""

    length: int
    start: Vertex
    edges: tuple[int, ...]
    ways: int


@lru_cache(maxsize=256)
def longest_trail(edges: tuple[Edge, ...]) -> Trail | None:
    """The longest trail, the same one every time; None where there are no edges."""
    best: list[tuple[int, int, Chain]] = []
    for part in _parts(edges):
        most = max((trail[0] for trail in best), default=0)
        if sum(edges[i][2] for i in part) >= most:
            best.append(_longest(edges, _in_good_order(edges, part), most))
    if not best:
        return None
    most = max(trail[0] for trail in best)
    ways = sum(count for length, count, _chain in best if length == most)
    chain = next(chain for length, _count, chain in best if length == most)
    start, walk = _walk(edges, _unchained(chain))
    return Trail(most, start, walk, ways)


def _parts(edges: Sequence[Edge]) -> list[list[int]]:
    """The edges by the parts of the network that hang together."""
    group: dict[Vertex, list[int]] = {}
    for i, (u, v, _length) in enumerate(edges):
        one, other = group.setdefault(u, []), group.setdefault(v, [])
        if one is not other:
            one.extend(other)
            for vertex, members in group.items():
                if members is other:
                    group[vertex] = one
        one.append(i)
    return list({id(members): sorted(members) for members in group.values()}.values())


def _in_good_order(edges: Sequence[Edge], part: list[int]) -> list[int]:
    """An order of the edges that keeps the frontier small: vertex after vertex, next the one that
    brings in the fewest new vertices."""
    at: dict[Vertex, list[int]] = {}
    for i in part:
        for vertex in edges[i][:2]:
            at.setdefault(vertex, []).append(i)
    ordered: list[int] = []
    placed: set[int] = set()
    met: set[Vertex] = set()
    open_vertices = dict.fromkeys(at)

    def brings_in(vertex: Vertex) -> tuple[int, bool, int]:
        ends = {end for i in at[vertex] if i not in placed for end in edges[i][:2]}
        return len(ends - met - {vertex}), vertex not in met, len(at[vertex])

    while open_vertices:
        vertex = min(open_vertices, key=brings_in)
        del open_vertices[vertex]
        fresh = [i for i in at[vertex] if i not in placed]
        ordered.extend(fresh)
        placed.update(fresh)
        met.update(end for i in fresh for end in edges[i][:2])
    return ordered


@dataclass(frozen=True, slots=True)
class _Step:
    """An edge with where its ends stand in the frontier, and which of them are done after it."""

    edge: int
    length: int
    new: int  # vertices it brings in, at the end of the frontier
    u: int
    v: int
    done: tuple[int, ...]  # descending
    rest: int  # the length of all edges behind it


def _steps(edges: Sequence[Edge], order: list[int]) -> list[_Step]:
    last = {vertex: n for n, i in enumerate(order) for vertex in edges[i][:2]}
    lengths = [edges[i][2] for i in order]
    behind = [sum(lengths) - passed for passed in accumulate(lengths)]
    frontier: list[Vertex] = []
    steps = []
    for n, i in enumerate(order):
        u, v, length = edges[i]
        new = [vertex for vertex in (u, v) if vertex not in frontier]
        frontier += new
        done = sorted((frontier.index(x) for x in (u, v) if last[x] == n), reverse=True)
        at = frontier.index(u), frontier.index(v)
        steps.append(_Step(i, length, len(new), *at, tuple(done), behind[n]))
        for slot in done:
            del frontier[slot]
    return steps


# A state of the search: how many ends of the trail lie behind the frontier (at most two), and for
# each vertex of the frontier 0 (no edge taken yet), or twice the number of its part plus parity.
_State = tuple[int, tuple[int, ...]]
_PartialTrail = tuple[int, int, "Chain | None"]  # length, number of ways, edges

BEAM = 24


def _longest(edges: Sequence[Edge], order: list[int], floor: int) -> tuple[int, int, Chain]:
    steps = _steps(edges, order)
    # A quick look that follows only the most promising states says how long it is at least; then
    # whatever can no longer come up to that is left out of the exact one.
    quick = _search(steps, floor, BEAM)
    best = _search(steps, max(floor, quick[0] if quick else 0), None) or quick
    if best is None or best[2] is None:
        return 0, 0, (order[0], None)
    return best[0], best[1], best[2]


def _search(steps: Sequence[_Step], floor: int, beam: int | None) -> _PartialTrail | None:
    states: dict[_State, _PartialTrail] = {(0, ()): (0, 1, None)}
    best: _PartialTrail | None = None
    for step in steps:
        following: dict[_State, _PartialTrail] = {}
        for (ends, frontier), partial in states.items():
            if step.new:
                frontier += (0,) * step.new
            length, ways, chain = partial
            taken = (length + step.length, ways, (step.edge, chain))
            for choice, slots in ((partial, frontier), (taken, _joined(frontier, step.u, step.v))):
                if choice[0] + step.rest < floor:
                    continue
                left = _leave(ends, slots, step.done)
                if left is None:
                    continue
                if left[0] < 0:  # the trail is complete
                    best = _better(best, choice)
                    floor = max(floor, best[0])
                else:
                    following[left] = _better(following.get(left), choice)
        if beam is not None and len(following) > beam:
            ranked = sorted(following.items(), key=lambda item: -item[1][0])
            following = dict(ranked[:beam])
        states = following
    return best


def _better(best: _PartialTrail | None, other: _PartialTrail) -> _PartialTrail:
    if best is None or other[0] > best[0]:
        return other
    if other[0] < best[0]:
        return best
    return best[0], best[1] + other[1], best[2]


def _joined(frontier: tuple[int, ...], u: int, v: int) -> tuple[int, ...]:
    """The frontier with the edge between two of its vertices taken."""
    slots = list(frontier)
    one, other = slots[u] >> 1, slots[v] >> 1
    part = one or other or (max(slots) >> 1) + 1
    if one and other and one != other:
        slots = [part * 2 + (slot & 1) if slot >> 1 == other else slot for slot in slots]
    slots[u] = part * 2 + (slots[u] & 1 ^ 1)
    slots[v] = part * 2 + (slots[v] & 1 ^ 1)
    return tuple(slots)


def _leave(ends: int, frontier: tuple[int, ...], done: tuple[int, ...]) -> _State | None:
    """The state once the vertices that are done have left the frontier; None if it can no longer
    become a trail, and a negative number of ends if it is one that nothing can be added to."""
    slots = list(frontier)
    for i in done:
        slot = slots.pop(i)
        if not slot:
            continue
        ends += slot & 1
        if ends > 2:
            return None
        part = slot >> 1
        if all(other >> 1 != part for other in slots):
            return None if any(slots) else (-1, ())
    return ends, _renumbered(slots)


def _renumbered(slots: list[int]) -> tuple[int, ...]:
    numbers: dict[int, int] = {}
    return tuple(
        slot and numbers.setdefault(slot >> 1, len(numbers) + 1) * 2 + (slot & 1) for slot in slots
    )


def _unchained(chain: Chain) -> list[int]:
    links: list[int] = []
    rest: Chain | None = chain
    while rest is not None:
        links.append(rest[0])
        rest = rest[1]
    return sorted(links)


def _walk(edges: Sequence[Edge], chosen: list[int]) -> tuple[Vertex, tuple[int, ...]]:
    """The edges of a trail in the order of a walk (Hierholzer), from an end if it has one."""
    at: dict[Vertex, list[int]] = {}
    for i in reversed(chosen):
        for vertex in edges[i][:2]:
            at.setdefault(vertex, []).append(i)
    first = edges[chosen[0]][0]
    start = next((vertex for vertex in reversed(at) if len(at[vertex]) % 2), first)
    used: set[int] = set()
    walked: list[int] = []
    waiting: list[tuple[Vertex, int]] = [(start, -1)]
    while waiting:
        vertex, by = waiting[-1]
        while at[vertex] and at[vertex][-1] in used:
            at[vertex].pop()
        if at[vertex]:
            i = at[vertex].pop()
            used.add(i)
            u, v, _length = edges[i]
            waiting.append((v if vertex == u else u, i))
        else:
            waiting.pop()
            if by >= 0:
                walked.append(by)
    return start, tuple(reversed(walked))
