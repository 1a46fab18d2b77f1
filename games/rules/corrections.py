"""A route as the printed board has it, where the sheet of a table is wrong: for this table only.

Whether a table may correct its sheet (verified ones it may not) is for the services to say.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules import checks
from games.rules.actions import CorrectRoute
from games.rules.board import Board, Route
from games.rules.events import RouteCorrected
from games.rules.state import Hand, Phase, State
from games.rules.text import _
from games.rules.violations import Code, RuleViolation


def decide(state: State, action: CorrectRoute) -> RouteCorrected:
    """Raises RuleViolation where the correction cannot be made without changing what was played."""
    route = state.board.route.get(action.route)
    if route is None:
        raise RuleViolation(
            Code.UNKNOWN_ROUTE, _("There is no route “{route}” on this map."), route=action.route
        )
    if state.phase not in (Phase.OPENING, Phase.TURNS):
        raise RuleViolation(Code.GAME_OVER, _("The last turn has been played: the game is over."))
    if (route.color, route.length) == (action.color, action.length):
        raise RuleViolation(Code.NOT_CORRECTABLE, _("The sheet says so already."))
    if action.color != route.color and route.id in state.owners:
        # The cards are spent, a flag may have been made of them, and nobody pays for it again.
        raise RuleViolation(
            Code.NOT_CORRECTABLE,
            _("{route} has been claimed: its colour no longer matters."),
            route=state.board.route_name(route),
        )
    board = state.board.with_route(action.route, action.color, action.length)
    _check_board(board, route.id)
    _check_hands(state, board, route)
    return RouteCorrected(action.route, action.color, action.length)


def _check_board(board: Board, route: str) -> None:
    """The same as for a sheet: cards, points and vehicles must be able to pay for it."""
    wrong = checks.route_problem(board, board.route[route])
    if wrong is not None:
        raise RuleViolation(Code.NOT_CORRECTABLE, wrong.text.template, **wrong.text.params)


def _check_hands(state: State, board: Board, route: Route) -> None:
    """Of a route that was claimed, points and vehicles are counted again; both must work out."""
    group = (route.id, *board.parallels[route.id])
    if route.length == board.route[route.id].length or not any(id in state.owners for id in group):
        return
    if state.final_round is not None:
        raise RuleViolation(
            Code.NOT_CORRECTABLE,
            _("The last round has begun: the length of a claimed route can no longer change."),
        )
    for seat, hand in enumerate(state.hands):
        if _recounted(state.board, board, hand).vehicles < 0:
            raise RuleViolation(
                Code.NOT_ENOUGH_VEHICLES,
                _("{player} has not enough vehicles for that length."),
                player=state.name(seat),
            )


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
