"""Paper tickets before the reveal: checked once more, settled, and corrected.

See docs/rules.md, “Paper tickets before the reveal”. Players enter what they hold, and nobody
compares it before the end. So after the last turn each player checks their tickets. If two
entered the same one, the table settles whose it is, and the other enters the real one. No ticket
disappears unnoticed.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules import ticket_checks
from games.rules.actions import AgreeOnTickets, CheckPaper, MendTickets, TicketSource
from games.rules.events import PaperChecked, TicketsAgreed, TicketSettled, TicketsMended
from games.rules.state import Hand, Phase, State
from games.rules.text import _, plural
from games.rules.violations import Code, RuleViolation


def decide_check(state: State, action: CheckPaper) -> PaperChecked:
    require_check(state)
    hand = state.hands[action.seat]
    right = len(hand.tickets) == due(hand)
    if state.players[action.seat].at_reveal or (hand.checked and right):
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("{player} has nothing left to check."),
            player=state.name(action.seat),
        )
    if not right:
        raise _wrong_number(state, action.seat, len(hand.tickets))
    return PaperChecked(action.seat)


def decide_agree(state: State, action: AgreeOnTickets) -> TicketsAgreed:
    require_check(state)
    if not 0 <= action.count <= len(state.board.tickets):
        raise RuleViolation(
            Code.TOO_MANY_TICKETS,
            _("Expected a number from 0 to {most} here."),
            most=len(state.board.tickets),
        )
    return TicketsAgreed(action.seat, action.count)


def decide_mend(state: State, action: MendTickets) -> TicketsMended:
    require_check(state)
    hand = state.hands[action.seat]
    if state.players[action.seat].at_reveal and not hand.revealed:
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("{player} has nothing left to check."),
            player=state.name(action.seat),
        )
    added = tuple(new for new in action.added if new not in hand.added)
    with_added = ticket_checks.with_new(state, action.seat, action.tickets, added)
    ticket_checks.check_own(with_added, action.seat, action.tickets)
    if len(action.tickets) != due(hand):
        raise _wrong_number(state, action.seat, len(action.tickets))
    return TicketsMended(action.seat, action.tickets, added)


def due(hand: Hand) -> int:
    """How many tickets a hand must have."""
    return len(hand.tickets) if hand.due is None else hand.due


def losers(state: State, ticket: str, owner: int) -> tuple[int, ...]:
    """The other players who entered this ticket, if they are to enter the real one."""
    if not state.paper_check:
        return ()
    return tuple(
        seat for seat, hand in enumerate(state.hands) if seat != owner and ticket in hand.tickets
    )


def require_check(state: State) -> None:
    """Refuse what can be done only while paper tickets are checked, before the reveal."""
    if not state.paper_check or state.source is not TicketSource.PAPER:
        raise RuleViolation(Code.NO_OFFER, _("This table has no paper tickets to check."))
    if state.phase is not Phase.REVEAL:
        raise RuleViolation(
            Code.GAME_OVER if state.phase is Phase.OVER else Code.NOT_YOUR_TURN,
            _("Paper tickets can only be checked between the last turn and the reveal."),
        )


def _wrong_number(state: State, seat: int, shown: int) -> RuleViolation:
    must = due(state.hands[seat])
    return RuleViolation(
        Code.TOO_FEW_TICKETS if shown < must else Code.TOO_MANY_TICKETS,
        plural(
            "{player} has {count} ticket here but should have {must}. If that’s wrong, a "
            "host can change how many.",
            "{player} has {count} tickets here but should have {must}. If that’s wrong, "
            "a host can change how many.",
            shown,
            player=state.name(seat),
            must=must,
        ),
    )


# -- Evolving -------------------------------------------------------------------------------------


def evolve(
    state: State, event: PaperChecked | TicketsAgreed | TicketsMended | TicketSettled
) -> State:
    match event:
        case PaperChecked(seat):
            return _with(state, seat, replace(state.hands[seat], checked=True))
        case TicketsAgreed(seat, count):
            return _with(state, seat, replace(state.hands[seat], due=count))
        case TicketsMended(seat, held, added):
            hand = state.hands[seat]
            # What was read wrongly is in no box: nothing is learnt from it.
            unlisted = tuple(new for new in (*hand.added, *added) if new.id in held)
            return _with(state, seat, replace(hand, tickets=held, checked=True, added=unlisted))
        case TicketSettled(ticket, owner, short):
            for seat, hand in enumerate(state.hands):
                if seat == owner or ticket not in hand.tickets:
                    continue
                rest = tuple(other for other in hand.tickets if other != ticket)
                must = due(hand) if seat in short else hand.due
                state = _with(state, seat, replace(hand, tickets=rest, due=must))
            return state


def _with(state: State, seat: int, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
