"""How a private ticket stands: a fact about the board, never advice on a move."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from games.rules.board import Route, Ticket
from games.rules.network import Network
from games.rules.state import State


class Standing(StrEnum):
    COMPLETED = "completed"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


def standing(state: State, seat: int, ticket: Ticket, network: Network | None = None) -> Standing:
    """Completed, still possible, or impossible with the routes, vehicles and turns left."""
    network = network or Network(state.board, state.hands[seat].routes)
    if network.joins(ticket.a, ticket.b):
        return Standing.COMPLETED
    vehicles = state.hands[seat].vehicles

    def usable(route: Route) -> bool:
        return route.length <= vehicles and state.free_for(seat, route.id)

    turns = state.turns_left(seat)
    if turns is not None:
        possible = turns > 0 and _one_claim_joins(state, network, ticket, usable)
    else:
        rest = network.completion(ticket.a, ticket.b, usable)
        possible = rest is not None and rest[0] <= vehicles
    return Standing.POSSIBLE if possible else Standing.IMPOSSIBLE


def _one_claim_joins(
    state: State, network: Network, ticket: Ticket, usable: Callable[[Route], bool]
) -> bool:
    """In the last round a player has one turn, so one route must close the gap."""
    dead_ends = state.board.dead_ends
    from_a = {p for p in network.reach(ticket.a) if p == ticket.a or p not in dead_ends}
    from_b = {p for p in network.reach(ticket.b) if p == ticket.b or p not in dead_ends}
    return any(
        usable(route)
        for route in state.board.routes
        if (route.a in from_a and route.b in from_b) or (route.b in from_a and route.a in from_b)
    )
