"""Claiming a route: whether it can be claimed, and whether it was paid."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules import bonuses
from games.rules.actions import (
    ClaimRoute,
    GiveUpTunnel,
)
from games.rules.adjectives import colored
from games.rules.board import GREY, WILD, Route
from games.rules.bonuses.base import Bonus
from games.rules.events import (
    Event,
    RouteClaimed,
    TunnelGivenUp,
)
from games.rules.state import State
from games.rules.text import Text, _, plural
from games.rules.vehicles import cards_of, vehicles, wild_cards
from games.rules.violations import Code, RuleViolation


def decide_claim(state: State, action: ClaimRoute) -> tuple[Event, ...]:
    """Check the route first, then the vehicles, then the cards."""
    route = _get_route(state, action.route)
    refusal = claim_refusal(state, action.seat, route)
    if refusal:
        raise refusal
    _check_tunnel(state, route, action.tunnel)
    if action.cards is not None:
        _check_cards(state, route, action.cards, action.tunnel or 0)
    answers = {field: answer for field, answer in action.answers.items() if answer}
    claim = RouteClaimed(action.seat, route.id, action.cards, answers, action.tunnel)
    for bonus, memory in zip(state.board.bonuses, state.memories, strict=True):
        bonus.check(state, memory, route, claim)
    present, asking = {bonus.asks for bonus in state.board.bonuses}, bonuses.asking()
    for field in answers:
        if field not in present:
            raise asking.get(field, Bonus).elsewhere()
    return (claim,)


def decide_give_up(state: State, action: GiveUpTunnel) -> tuple[Event, ...]:
    """A tunnel given up could have been claimed: the same refusals, once it is a tunnel."""
    route = _get_route(state, action.route)
    if not route.tunnel:
        raise RuleViolation(
            Code.NOT_A_TUNNEL, _("{route} isn’t a tunnel."), route=state.board.route_name(route)
        )
    refusal = claim_refusal(state, action.seat, route)
    if refusal:
        raise refusal
    return (TunnelGivenUp(action.seat, route.id),)


def _get_route(state: State, id: str) -> Route:
    route = state.board.route.get(id)
    if route is None:
        raise RuleViolation(
            Code.UNKNOWN_ROUTE, _("There’s no route “{route}” on this map."), route=id
        )
    return route


def claim_refusal(state: State, seat: int, route: Route) -> RuleViolation | None:
    """Why a seat cannot claim a route whatever it pays (docs/rules.md, “Claim a route”).

    A sentence for the code of `State.why_not`; None if the route can be claimed.
    """
    code, name, player = (
        state.why_not(seat, route.id),
        state.board.route_name(route),
        state.name(seat),
    )
    match code:
        case Code.PARALLEL_ROUTE_OWNED:
            return RuleViolation(
                code,
                _(
                    "{player} already owns a route between these places,"
                    " so they can’t claim {route}."
                ),
                player=player,
                route=name,
            )
        case Code.ROUTE_TAKEN:
            return RuleViolation(
                code,
                _("{route} already belongs to {owner}."),
                route=name,
                owner=state.name(state.owners[route.id]),
            )
        case Code.ROUTE_CLOSED:
            return RuleViolation(
                code,
                plural(
                    "{route} is closed: with {count} player, only one of the parallel routes is "
                    "used.",
                    "{route} is closed: with {count} players, only one of the parallel routes is "
                    "used.",
                    len(state.players),
                    route=name,
                ),
            )
        case Code.NOT_ENOUGH_VEHICLES:
            return RuleViolation(
                code,
                _("{route} needs {vehicles}, but {player} has only {left} left."),
                route=name,
                vehicles=vehicles(state.board.vehicle, route.length),
                player=player,
                left=state.hands[seat].vehicles,
            )
    return None


MOST_EXTRA = 3  # so many cards are turned over at a tunnel


def _check_tunnel(state: State, route: Route, extra: int | None) -> None:
    if extra is None:
        return
    if not route.tunnel:
        raise RuleViolation(
            Code.WRONG_CARDS,
            _("{route} isn’t a tunnel, so there are no extra cards to pay."),
            route=state.board.route_name(route),
        )
    if not 0 <= extra <= MOST_EXTRA:
        raise RuleViolation(
            Code.MALFORMED,
            plural(
                "A tunnel costs at most {count} extra card.",
                "A tunnel costs at most {count} extra cards.",
                MOST_EXTRA,
            ),
        )


def _check_cards(state: State, route: Route, cards: Mapping[str, int], extra: int) -> None:
    name = state.board.route_name(route)
    check_paid(state, cards, route.length + extra, name)
    colors = [color for color, count in cards.items() if count and color != WILD]
    if colors and route.color != GREY and colors[0] != route.color:
        raise RuleViolation(
            Code.WRONG_CARDS,
            _("{route} is {color}, so it can’t be paid with {paid} cards."),
            route=name,
            color=colored(route.color, "route is"),
            paid=colored(colors[0], "cards"),
        )
    wilds = cards.get(WILD, 0)
    if wilds < route.ferry:
        raise RuleViolation(
            Code.WRONG_CARDS,
            plural(
                "{route} is a ferry: at least {wilds} needed, {paid} paid.",
                "{route} is a ferry: at least {wilds} needed, {paid} paid.",
                route.ferry,
                route=name,
                wilds=wild_cards(state.board.vehicle, route.ferry),
                paid=wilds,
            ),
        )


def check_paid(state: State, cards: Mapping[str, int], cost: int, name: Text) -> None:
    """So many cards of one colour besides wild ones, and no more than the box has."""
    paid = {color: count for color, count in cards.items() if count}
    for color, count in paid.items():
        if count > state.board.cards.get(color, 0):
            raise RuleViolation(
                Code.WRONG_CARDS,
                _("{cards} for {route}: the box has only {most}."),
                cards=cards_of(state.board.vehicle, color, count),
                route=name,
                most=state.board.cards.get(color, 0),
            )
    if sum(paid.values()) != cost:
        raise RuleViolation(
            Code.WRONG_CARDS,
            plural(
                "{route} costs {count} card, but {paid} were paid.",
                "{route} costs {count} cards, but {paid} were paid.",
                cost,
                route=name,
                paid=sum(paid.values()),
            ),
        )
    if len([color for color in paid if color != WILD]) > 1:
        raise RuleViolation(
            Code.WRONG_CARDS,
            _("{route} has to be paid in one colour plus {wilds}, not in several colours."),
            route=name,
            wilds=wild_cards(state.board.vehicle),
        )
