"""Turns nobody logged: filled in as “drew cards” once somebody logs what came after them.

People tap when something happens on the board, and drawing cards is not worth a tap. So players
may log a claim or tickets when it is not their turn: those who were to move before them have
drawn cards. All of it is written at once and undone at once (`log.decide_undo`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules import engine
from games.rules.actions import (
    AskForTickets,
    BuildStation,
    ClaimRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    GiveUpTunnel,
)
from games.rules.events import CardsDrawn, Event
from games.rules.state import Phase, State
from games.rules.text import Text, _, listed, text
from games.rules.turns import require_game_on
from games.rules.violations import Code, RuleViolation

OwnTurn = ClaimRoute | GiveUpTunnel | BuildStation | AskForTickets | DrawTickets | CountTickets


def missed(state: State, seat: int) -> tuple[int, ...]:
    """The seats whose turns come before this one's, from the one to move; none if it is its
    turn."""
    if state.phase is not Phase.TURNS:
        return ()
    seats = len(state.players)
    return tuple((state.to_move + i) % seats for i in range((seat - state.to_move) % seats))


def missed_names(state: State, seat: int) -> Text | None:
    """The players whose turns are filled in before this seat's; None if there are none."""
    before = missed(state, seat)
    return listed(state.name(other) for other in before) if before else None


def decide(state: State, action: OwnTurn) -> tuple[Event, ...]:
    """Decide a turn logged at any time: the seats before it draw cards. Raises RuleViolation."""
    before = missed(state, action.seat)
    if before and state.turns_left(action.seat) == 0:
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("{player} has already taken their last turn."),
            player=state.name(action.seat),
        )
    filled, state = _drawn(state, before)
    return _together([*filled, *engine.decide(state, action)])


def decide_last_turns(state: State) -> tuple[Event, ...]:
    """All turns of the last round that nobody logged. Raises RuleViolation."""
    require_game_on(state)
    if state.final_round is None:
        raise RuleViolation(Code.NOT_YOUR_TURN, _("The last round hasn’t started yet."))
    seats = len(state.players)
    left = [(state.to_move + i) % seats for i in range(state.final_round.turns_left)]
    return _together(_drawn(state, left)[0])


def last_turns_refusal(state: State, seat: int | None, *, host: bool) -> Text | None:
    """Why somebody cannot say that all last turns are played; None if they can.

    A host can, and anybody whose own last turn is logged.
    """
    if state.phase is not Phase.TURNS or state.final_round is None:
        return text(_("The last round hasn’t started yet."))
    if host or (seat is not None and state.turns_left(seat) == 0):
        return None
    return text(_("Only a host, or someone whose own last turn is logged, can say that."))


def _drawn(state: State, seats: Sequence[int]) -> tuple[list[Event], State]:
    """Each of these seats draws cards in turn. Raises RuleViolation if one has to do something."""
    events: list[Event] = []
    for seat in seats:
        drawn = engine.decide(state, DrawCards(seat, filled=1))
        events.extend(drawn)
        state = engine.evolve_all(state, drawn)
    return events, state


def _together(events: Sequence[Event]) -> tuple[Event, ...]:
    """Mark events that are written at once: each filled-in turn counts those from it on."""
    return tuple(
        replace(event, filled=len(events) - i)
        if isinstance(event, CardsDrawn) and event.filled
        else event
        for i, event in enumerate(events)
    )
