"""Decisions about tickets: looking at them, keeping them, showing them, and whose they are."""

from __future__ import annotations

from games.rules import paper, ticket_checks, tickets
from games.rules.actions import (
    AskForTickets,
    ChooseOpening,
    CountTickets,
    DrawTickets,
    RevealTickets,
    TicketSource,
)
from games.rules.events import (
    Event,
    OpeningChosen,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsOffered,
    TicketsRevealed,
)
from games.rules.state import Phase, State
from games.rules.text import _
from games.rules.turns import require_game_on, require_seat, require_turn
from games.rules.violations import Code, RuleViolation


def decide_ask(state: State, action: AskForTickets) -> tuple[Event, ...]:
    """A turn, or the opening on all phones at once."""
    seat = action.seat
    if state.source is not TicketSource.DEALT:
        raise RuleViolation(Code.NO_OFFER, _("This table draws its tickets from the box."))
    if state.hands[seat].offer:
        raise RuleViolation(
            Code.OFFER_OPEN,
            _("{player} has drawn tickets and has to choose which to keep first."),
            player=state.name(seat),
        )
    if state.phase is Phase.OPENING:
        if state.hands[seat].chosen:
            raise _opening_done(state, seat)
        ticket_checks.check_mix(state, seat, action.mix, state.board.opening)
    else:
        require_turn(state, DrawTickets(seat, ()))
        ticket_checks.check_mix(state, seat, action.mix, state.board.turn)
    shuffle = _luck(tickets.to_shuffle_in(state, seat, action.mix), action.shuffle)
    offered = tickets.offer(state, seat, action.mix, shuffle)
    return (TicketsOffered(seat, action.mix, offered, shuffle),)


def _opening_done(state: State, seat: int) -> RuleViolation:
    return RuleViolation(
        Code.NOT_YOUR_TURN,
        _("{player} has already chosen their opening tickets."),
        player=state.name(seat),
    )


def decide_opening(state: State, action: ChooseOpening) -> tuple[Event, ...]:
    if state.phase not in (Phase.OPENING, Phase.TURNS):
        require_game_on(state)
    if state.players[action.seat].at_reveal:
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("{player}’s tickets are entered at the reveal, not at the start."),
            player=state.name(action.seat),
        )
    if state.hands[action.seat].chosen:
        raise _opening_done(state, action.seat)
    draw = state.board.opening
    with_added = ticket_checks.with_new(state, action.seat, action.kept, action.added)
    returned = ticket_checks.check_choice(
        with_added, action.seat, action.kept, action.returned, draw
    )
    shuffle = _back_into_decks(state, returned, action.shuffle) if draw.shuffled else ()
    return (OpeningChosen(action.seat, action.kept, returned, shuffle, action.added),)


def decide_draw(state: State, action: DrawTickets) -> tuple[Event, ...]:
    if state.players[action.seat].at_reveal:
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("Just enter how many tickets {player} keeps. They’re shown at the reveal."),
            player=state.name(action.seat),
        )
    draw = state.board.turn
    with_added = ticket_checks.with_new(state, action.seat, action.kept, action.added)
    returned = ticket_checks.check_choice(
        with_added, action.seat, action.kept, action.returned, draw
    )
    shuffle = _back_into_decks(state, returned, action.shuffle) if draw.shuffled else ()
    return (TicketsDrawn(action.seat, action.kept, returned, shuffle, action.added),)


def _back_into_decks(
    state: State, returned: tuple[str, ...] | None, shuffle: tuple[float, ...]
) -> tuple[float, ...]:
    return _luck(returned or (), shuffle) if state.source is TicketSource.DEALT else ()


def _luck(shuffled: tuple[str, ...], shuffle: tuple[float, ...]) -> tuple[float, ...]:
    """The part of the luck given that is used: one number per ticket shuffled into a deck."""
    used = shuffle[: len(shuffled)]
    if len(used) < len(shuffled) or not all(0 <= share < 1 for share in used):
        raise ValueError("a reshuffled deck needs a number from 0 to below 1 per returned ticket")
    return used


def decide_count(state: State, action: CountTickets) -> tuple[Event, ...]:
    if not state.players[action.seat].at_reveal:
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("{player} has to choose which tickets to keep, not just how many."),
            player=state.name(action.seat),
        )
    ticket_checks.check_count(state, action.seat, action.count)
    return (TicketsCounted(action.seat, action.count),)


def decide_reveal(state: State, action: RevealTickets) -> tuple[Event, ...]:
    seat = action.seat
    if state.phase in (Phase.OPENING, Phase.TURNS):
        raise RuleViolation(
            Code.NOT_YOUR_TURN, _("Tickets can only be revealed after the last turn.")
        )
    if not state.players[seat].at_reveal or state.hands[seat].revealed:
        raise RuleViolation(
            Code.GAME_OVER if state.phase is Phase.OVER else Code.NOT_YOUR_TURN,
            _("{player}’s tickets are already known."),
            player=state.name(seat),
        )
    agreed = state.hands[seat].due is not None
    if action.agreed and state.source is TicketSource.RECORD:
        agreed = True
    with_added = ticket_checks.with_new(state, seat, action.kept, action.added)
    ticket_checks.check_reveal(with_added, seat, action.kept, agreed=agreed)
    return (TicketsRevealed(seat, action.kept, agreed, action.added),)


def decide_settle(state: State, ticket: str, seat: int) -> tuple[Event, ...]:
    require_seat(state, seat)
    # Nobody is told of a conflict before everybody has looked through their tickets.
    early = state.paper_check and state.waiting_for()
    if state.phase is not Phase.REVEAL or early or ticket not in state.conflicts():
        raise RuleViolation(Code.UNKNOWN_TICKET, _("There’s nothing to settle about this ticket."))
    if ticket not in state.hands[seat].tickets:
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("{player} hasn’t entered this ticket."),
            player=state.name(seat),
        )
    return (TicketSettled(ticket, seat, paper.losers(state, ticket, seat)),)
