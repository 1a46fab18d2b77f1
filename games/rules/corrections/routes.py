"""Colour and length of a route as the printed board has them, where the sheet is wrong."""

from __future__ import annotations

from dataclasses import replace

from games.rules import checks
from games.rules.actions import CorrectRoute
from games.rules.board import GREY, WILD, Board, Route
from games.rules.events import RouteClaimed, RouteCorrected
from games.rules.state import Hand, Phase, State
from games.rules.text import Text, _, color_word, listed, plural, sentences, text
from games.rules.vehicles import cards_of, vehicles
from games.rules.violations import Code, NeedsRecount, RuleViolation


def decide(state: State, action: CorrectRoute) -> RouteCorrected:
    """Raises RuleViolation where the correction cannot be made without changing what was played."""
    route = state.board.route.get(action.route)
    if route is None:
        raise RuleViolation(
            Code.UNKNOWN_ROUTE, _("There’s no route “{route}” on this map."), route=action.route
        )
    if state.phase not in (Phase.OPENING, Phase.TURNS):
        raise RuleViolation(Code.GAME_OVER, _("The game is over."))
    if (route.color, route.length) == (action.color, action.length):
        raise RuleViolation(Code.NOT_CORRECTABLE, _("The sheet already says that."))
    board = state.board.with_route(action.route, action.color, action.length)
    _check_board(board, route.id)
    claim = state.claims.get(route.id)
    if claim is not None and action.color != route.color:
        _check_paid(state, route, action.color, claim)
    _check_hands(state, board, route, action)
    return RouteCorrected(action.route, action.color, action.length)


def _check_board(board: Board, route: str) -> None:
    """The same as for a sheet: cards, points and vehicles must be able to pay for it."""
    wrong = checks.route_problem(board, board.route[route])
    if wrong is not None:
        raise RuleViolation(Code.NOT_CORRECTABLE, wrong.text)


def _check_paid(state: State, route: Route, color: str, claim: RouteClaimed) -> None:
    """The cards are spent, and nobody pays again: a colour must fit what was paid, and nothing may
    have been made of it."""
    paid = {c: n for c, n in (claim.cards or {}).items() if n and c != WILD}
    if color != GREY and any(other != color for other in paid):
        raise RuleViolation(
            Code.NOT_CORRECTABLE,
            _(
                "{player} paid {cards} for {route}. In {color}, it would have to be paid "
                "differently."
            ),
            player=state.name(claim.seat),
            cards=listed(cards_of(state.board.vehicle, c, n) for c, n in paid.items()),
            route=state.board.ends_name(route),
            color=color_word(color),
        )
    if claim.answers:
        raise RuleViolation(
            Code.NOT_CORRECTABLE,
            _("{player} took something along with {route}, and with {color} that would change."),
            player=state.name(claim.seat),
            route=state.board.ends_name(route),
            color=color_word(color),
        )


def _check_hands(state: State, board: Board, route: Route, action: CorrectRoute) -> None:
    """Of a route that was claimed, points and vehicles are counted again; both must work out."""
    group = (route.id, *board.parallels[route.id])
    if route.length == board.route[route.id].length or not any(id in state.owners for id in group):
        return
    if state.final_round is not None:
        raise RuleViolation(
            Code.NOT_CORRECTABLE,
            _("The last round has started, so the length of a claimed route can’t change now."),
        )
    for seat, hand in enumerate(state.hands):
        if _recounted(state.board, board, hand).vehicles < 0:
            raise RuleViolation(
                Code.NOT_ENOUGH_VEHICLES,
                _("{player} doesn’t have enough {vehicles} for that length."),
                player=state.name(seat),
                vehicles=vehicles(state.board.vehicle),
            )
    if not action.recount:
        raise NeedsRecount(Code.NOT_CORRECTABLE, sentences(_changes(state, board)))


def _changes(state: State, board: Board) -> list[Text]:
    """What players would have after their claims are counted again."""
    changes = []
    for seat, hand in enumerate(state.hands):
        after = _recounted(state.board, board, hand)
        if after is not hand:
            changes.append(
                text(
                    _("{player} would have {vehicles} left and {points}."),
                    player=state.name(seat),
                    vehicles=vehicles(board.vehicle, after.vehicles),
                    points=plural("{count} point", "{count} points", after.points),
                )
            )
    return changes


def evolve(state: State, event: RouteCorrected) -> State:
    board = state.board.with_route(event.route, event.color, event.length)
    hands = tuple(_recounted(state.board, board, hand) for hand in state.hands)
    return replace(state, board=board, hands=hands)


def _recounted(old: Board, new: Board, hand: Hand) -> Hand:
    longer = sum(new.route[id].length - old.route[id].length for id in hand.routes)
    if not longer:
        return hand
    more = sum(
        new.points[new.route[id].length] - old.points[old.route[id].length] for id in hand.routes
    )
    return replace(hand, vehicles=hand.vehicles - longer, points=hand.points + more)
