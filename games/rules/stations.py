"""Stations (docs/rules.md, “Stations”): building one is a turn; after the last turn each lends its
owner one route of another player into or out of its city, for tickets only.

The companion picks for every player what is worth most. Of uses worth the same it is the one that
completes more tickets, then the first in the order of the stations built and of the sheet's routes,
using none before using one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from games.rules.actions import BuildStation
from games.rules.board import Board, Route
from games.rules.claims import check_paid
from games.rules.events import Event, StationBuilt
from games.rules.state import State
from games.rules.text import _, text
from games.rules.violations import Code, RuleViolation


def decide_station(state: State, action: BuildStation) -> tuple[Event, ...]:
    """The city is looked at first, then whether a station is left, then whether the city has one,
    then the cards."""
    place = state.board.place.get(action.place)
    if place is None:
        raise RuleViolation(
            Code.UNKNOWN_PLACE, _("There’s no place “{place}” on this map."), place=action.place
        )
    if not state.stations_left(action.seat):
        raise _none_left(state, action.seat)
    owner = state.station_owner(place.id)
    if owner is not None:
        raise RuleViolation(
            Code.STATION_TAKEN,
            _("{owner} already has a station in {place}, and there’s only one per city."),
            place=place.name,
            owner=state.name(owner),
        )
    if action.cards is not None:
        name = text(_("the station in {place}"), place=place.name)
        check_paid(state, action.cards, station_cost(state, action.seat), name)
    return (StationBuilt(action.seat, place.id, action.cards),)


def station_cost(state: State, seat: int) -> int:
    """How many cards the next station of a seat costs."""
    return len(state.hands[seat].stations) + 1


def _none_left(state: State, seat: int) -> RuleViolation:
    if not state.board.stations_each:
        return RuleViolation(Code.NO_STATION_LEFT, _("This map has no stations."))
    return RuleViolation(
        Code.NO_STATION_LEFT, _("{player} has no stations left."), player=state.name(seat)
    )


# -- What stations lend ---------------------------------------------------------------------------

Use = tuple[str | None, ...]
"""The route that each station lends, in the order they were built; None: none."""


def best_use(state: State, seat: int) -> Use:
    """What the stations of a seat are used for if the game ended now: every choice is compared."""
    hand, board = state.hands[seat], state.full_board
    unused: Use = (None,) * len(hand.stations)
    if not hand.stations or not hand.tickets:
        return unused
    groups = _Groups(board, hand.routes)
    tickets = [
        (groups.of(board, ticket.a), groups.of(board, ticket.b), ticket.points)
        for ticket in map(board.ticket.__getitem__, hand.tickets)
    ]
    best, worth = unused, _worth(tickets, ())
    choices = [list(groups.choices(state, seat, place)) for place in hand.stations]
    for use in product(*choices):
        use_worth = _worth(tickets, [link for _route, link in use if link is not None])
        if use_worth > worth:
            best, worth = tuple(route for route, _link in use), use_worth
    return best


def borrowed(use: Use) -> tuple[str, ...]:
    return tuple(route for route in use if route is not None)


Link = tuple[int, int]


class _Groups:
    """The places of a board by what a player's own routes join, each group with a number.

    Routes do not meet at a dead end: there, each has an end of its own.
    """

    def __init__(self, board: Board, routes: Sequence[str]) -> None:
        self._parent: dict[object, object] = {}
        self._numbers: dict[object, int] = {}
        self._board = board
        for id in routes:
            a, b = self._ends(board.route[id])
            self._parent[self._root(a)] = self._root(b)

    def _ends(self, route: Route) -> tuple[object, object]:
        a, b = (
            (end, route.id) if end in self._board.dead_ends else end for end in (route.a, route.b)
        )
        return a, b

    def _root(self, vertex: object) -> object:
        while (parent := self._parent.setdefault(vertex, vertex)) != vertex:
            vertex = parent
        return vertex

    def _number(self, vertex: object) -> int:
        return self._numbers.setdefault(self._root(vertex), len(self._numbers))

    def of(self, board: Board, place: str) -> frozenset[int]:
        """The groups in which a place is reached; several only at a dead end."""
        if place not in board.dead_ends:
            return frozenset((self._number(place),))
        return frozenset(self._number((place, route.id)) for route in board.neighbours[place])

    def choices(
        self, state: State, seat: int, place: str
    ) -> Iterator[tuple[str | None, Link | None]]:
        """None, then the first route of others at a station for each two groups it would link."""
        yield None, None
        seen: set[Link] = set()
        for route in state.board.neighbours[place]:
            if state.owners.get(route.id, seat) == seat:
                continue
            a, b = sorted(map(self._number, self._ends(route)))
            if a != b and (a, b) not in seen:
                seen.add((a, b))
                yield route.id, (a, b)


def _worth(
    tickets: Sequence[tuple[frozenset[int], frozenset[int], int]], links: Sequence[Link]
) -> tuple[int, int]:
    """Points of all tickets with so many groups linked, and how many of them are completed."""
    merged: dict[int, int] = {}
    for a, b in links:
        one, other = merged.get(a, a), merged.get(b, b)
        if one != other:
            for group in {other, *(g for g, into in merged.items() if into == other)}:
                merged[group] = one
    points = completed = 0
    for ends, others, value in tickets:
        if any(merged.get(a, a) == merged.get(b, b) for a in ends for b in others):
            points += value
            completed += 1
        else:
            points -= value
    return points, completed


def uses(state: State, seat: int) -> Mapping[str, str | None]:
    """Each station of a seat with the route it lends, in the order they were built."""
    return dict(zip(state.hands[seat].stations, best_use(state, seat), strict=True))
