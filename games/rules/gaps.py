"""Why a ticket failed: the routes it lacked, and who had closed each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.board import Route
from games.rules.network import Network, cheapest

if TYPE_CHECKING:
    from games.rules.board import Ticket
    from games.rules.state import State

FREE, TAKEN, CLOSED = 0, 1, 2
SPACE = 1000  # one space more outweighs every route that somebody closed


@dataclass(frozen=True, slots=True)
class Gap:
    """A route that a ticket lacked.

    `by` is the seat that closed it and None where it stayed free; `with_route` is what that seat
    owns: the very route, or the parallel of it that closes it at a table of this size.
    """

    route: str
    length: int
    by: int | None = None
    with_route: str = ""


def find_gaps(state: State, seat: int, network: Network, ticket: Ticket) -> tuple[Gap, ...]:
    """The fewest spaces still needed to connect the places of a ticket, no matter who owns them.

    Of paths equally short, the one with most free routes: nobody is blamed without need.
    """

    def cost(route: Route) -> int:
        if route.id in network.routes:
            return 0
        return route.length * SPACE + _closed(state, seat, route)

    cheapest_way = cheapest(state.board.neighbours, state.board.dead_ends, ticket.a, ticket.b, cost)
    missing = cheapest_way[1] if cheapest_way else ()
    return tuple(_gap(state, state.board.route[id]) for id in missing if id not in network.routes)


def _closed(state: State, seat: int, route: Route) -> int:
    if state.free_for(seat, route.id):
        return FREE
    return TAKEN if route.id in state.owners else CLOSED


def _gap(state: State, route: Route) -> Gap:
    if route.id in state.owners:
        return Gap(route.id, route.length, state.owners[route.id], route.id)
    if state.closed(route.id):
        twin = next(twin for twin in state.board.parallels[route.id] if twin in state.owners)
        return Gap(route.id, route.length, state.owners[twin], twin)
    return Gap(route.id, route.length)
