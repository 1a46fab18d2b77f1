"""The status of a private ticket: a fact about the board, never advice on a move."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from games.rules.board import Route, Ticket
from games.rules.network import Network, cheapest
from games.rules.state import Phase, State
from games.rules.stations import best_use, borrowed


class Standing(StrEnum):
    COMPLETED = "completed"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


def standing(state: State, seat: int, ticket: Ticket, network: Network | None = None) -> Standing:
    """Completed, still possible, or impossible with the routes, vehicles and turns left."""
    hand = state.hands[seat]
    network = network or Network(state.board, (*hand.routes, *borrowed(best_use(state, seat))))
    if network.joins(ticket.a, ticket.b):
        return Standing.COMPLETED
    if not all(state.board.neighbours.get(place) for place in (ticket.a, ticket.b)):
        return Standing.POSSIBLE  # a place whose routes nobody has told yet
    vehicles = state.hands[seat].vehicles

    def usable(route: Route) -> bool:
        return route.length <= vehicles and state.free_for(seat, route.id)

    turns = state.turns_left(seat)
    if turns is not None:
        possible = turns > 0 and _one_claim_joins(state, network, ticket, usable)
    else:
        rest = network.completion(ticket.a, ticket.b, usable)
        possible = rest is not None and rest[0] <= vehicles
    possible = possible or _stations_may_join(state, seat, network, ticket, usable)
    return Standing.POSSIBLE if possible else Standing.IMPOSSIBLE


def _stations_may_join(
    state: State, seat: int, network: Network, ticket: Ticket, usable: Callable[[Route], bool]
) -> bool:
    """Whether routes that others own, or may still claim, could be lent where they are missing.

    How many stations that takes is not counted: nobody is told too early that it is impossible.
    """
    hand, turns = state.hands[seat], state.turns_left(seat)
    more = state.stations_left(seat) > 0 and turns != 0
    if state.phase is not Phase.TURNS or not (hand.stations or more):
        return False

    def cost(route: Route) -> int | None:
        if route.id in network.routes:
            return 0
        mine = state.owners.get(route.id) == seat
        here = any(place in hand.stations for place in route.ends)
        there = more and any(state.station_owner(place) is None for place in route.ends)
        if not mine and (here or there):
            return 0
        return route.length if turns != 0 and usable(route) else None

    board = state.board
    shortest = cheapest(board.neighbours, board.dead_ends, ticket.a, ticket.b, cost)
    return shortest is not None and shortest[0] <= hand.vehicles


def _one_claim_joins(
    state: State, network: Network, ticket: Ticket, usable: Callable[[Route], bool]
) -> bool:
    """Whether a single route closes the gap: in the last round a player has only one turn."""
    dead_ends = state.board.dead_ends
    from_a = {p for p in network.reach(ticket.a) if p == ticket.a or p not in dead_ends}
    from_b = {p for p in network.reach(ticket.b) if p == ticket.b or p not in dead_ends}
    return any(
        usable(route)
        for route in state.board.routes
        if (route.a in from_a and route.b in from_b) or (route.b in from_a and route.a in from_b)
    )
