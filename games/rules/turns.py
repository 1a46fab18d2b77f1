"""Who may act now: the seat, the game and the turn, looked at before anything else."""

from __future__ import annotations

from games.rules.actions import (
    BuildStation,
    ClaimRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    GiveUpTunnel,
    SkipTurn,
)
from games.rules.state import Phase, State
from games.rules.text import _, listed
from games.rules.violations import Code, RuleViolation


def require_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.players):
        raise RuleViolation(
            Code.UNKNOWN_PLAYER, _("There’s no seat {seat} at this table."), seat=seat + 1
        )


def require_game_on(state: State) -> None:
    if state.phase is Phase.OPENING:
        raise RuleViolation(
            Code.SETUP_INCOMPLETE,
            _("The first turn is waiting for {players} to choose their opening tickets."),
            players=listed(state.name(seat) for seat in state.waiting_for()),
        )
    if state.phase is not Phase.TURNS:
        raise RuleViolation(Code.GAME_OVER, _("The game is over."))


TurnAction = (
    DrawCards | SkipTurn | ClaimRoute | GiveUpTunnel | BuildStation | DrawTickets | CountTickets
)


def require_turn(state: State, action: TurnAction) -> None:
    require_game_on(state)
    if action.seat != state.to_move:
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("It isn’t {player}’s turn. It’s {mover}’s."),
            player=state.name(action.seat),
            mover=state.name(state.to_move),
        )
    if state.hands[action.seat].offer and not isinstance(action, DrawTickets):
        raise RuleViolation(
            Code.OFFER_OPEN,
            _("{player} has drawn tickets and has to choose which to keep first."),
            player=state.name(action.seat),
        )
