"""Which draws and choices of tickets are allowed, for all three sources: dealt, paper, record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.actions import TicketSource
from games.rules.board import Draw
from games.rules.corrections.deciding import check_new_ticket
from games.rules.sheet_facts import NewTicket
from games.rules.state import Hand, State
from games.rules.text import Text, _, plural, sheet_name
from games.rules.tickets import drawn_first, due_mix, left_in_decks
from games.rules.violations import Code, RuleViolation


def check_mix(state: State, seat: int, mix: Mapping[str, int], draw: Draw) -> None:
    """A mix names as many tickets as are drawn, none of them from a deck that has too few.

    How many a deck has is not told: it would show from which decks others took theirs. That all
    decks together have so many is known to everybody.
    """
    left = {deck.id: len(cards) for deck, cards in zip(state.board.decks, state.decks, strict=True)}
    wanted = sum(mix.values())
    fixed = due_mix(state, draw)
    due = min(draw.draw, sum(left.values())) if fixed is None else sum(fixed.values())
    if due == 0:
        raise _none_left(Code.TOO_MANY_TICKETS if wanted else Code.TOO_FEW_TICKETS)
    if wanted != due or any(deck not in left or count < 0 for deck, count in mix.items()):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS if wanted < due else Code.TOO_MANY_TICKETS,
            plural(
                "Draw exactly {count} ticket, from any deck.",
                "Draw exactly {count} tickets, in any mix of decks.",
                due,
            ),
        )
    if fixed is not None and any(mix.get(deck, 0) != count for deck, count in fixed.items()):
        raise RuleViolation(
            Code.TOO_MANY_TICKETS, _("The rules set how many tickets come from each deck.")
        )
    if any(mix.get(deck, 0) < count for deck, count in drawn_first(state, seat, draw).items()):
        raise RuleViolation(
            Code.OFFER_OPEN,
            _("{player} has already seen the tickets set aside, so they draw the same ones again."),
            player=state.name(seat),
        )
    for deck in state.board.decks:
        if mix.get(deck.id, 0) > left[deck.id]:
            raise RuleViolation(
                Code.TOO_MANY_TICKETS,
                _("The deck “{deck}” doesn’t have that many tickets left. Try a different mix."),
                deck=sheet_name(deck.name),
            )


def with_new(state: State, seat: int, kept: Sequence[str], added: tuple[NewTicket, ...]) -> State:
    """The state in which a seat's new paper tickets are known to it. Raises RuleViolation."""
    if not added:
        return state
    for new in added:
        check_new_ticket(state, seat, new)
        if new.id not in kept:
            raise RuleViolation(
                Code.UNKNOWN_TICKET, _("You can only add tickets you keep to the list.")
            )
    if len({new.id for new in added}) < len(added):
        raise RuleViolation(Code.TICKET_ALREADY_HELD, _("The same ticket was entered twice."))
    hand = state.hands[seat]
    hand = replace(hand, added=(*hand.added, *added))
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def check_choice(
    state: State,
    seat: int,
    kept: Sequence[str],
    returned: Sequence[str] | None,
    draw: Draw,
) -> tuple[str, ...] | None:
    """Raise RuleViolation unless this choice is allowed; otherwise the tickets that go back.

    None where paper tickets are used and nobody said what went back.
    """
    if state.source is TicketSource.DEALT:
        return _check_dealt(state, seat, kept, returned, draw)
    named = (*kept, *(returned or ()))
    _check_in_play(state, seat, named)
    if draw is state.board.turn:
        _check_drawn_on_turns(state, seat, named)
    least, most = left_in_decks(state)
    _check_free(state, seat, named)
    _check_any_left(most, len(kept))
    _check_kept(state, seat, len(kept), draw, least, most)
    if returned is not None:
        _check_drawn(state, seat, len(named), draw, least, most)
    _check_decks(state, seat, named, draw, 0 if returned is not None else draw.draw - len(kept))
    if returned is None:
        return None
    return tuple(returned)


def _check_dealt(
    state: State, seat: int, kept: Sequence[str], returned: Sequence[str] | None, draw: Draw
) -> tuple[str, ...]:
    offered = state.hands[seat].offer
    if not offered:
        raise RuleViolation(
            Code.NO_OFFER, _("{player} has no tickets to choose from."), player=state.name(seat)
        )
    rest = [ticket for ticket in offered if ticket not in kept]
    strange = len(set(kept)) != len(kept) or any(ticket not in offered for ticket in kept)
    if strange or (returned is not None and sorted(returned) != sorted(rest)):
        # The sentence names no ticket: whether it exists elsewhere is nobody's business.
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("{player} can only keep tickets they were just dealt, each once."),
            player=state.name(seat),
        )
    _check_kept(state, seat, len(kept), draw, len(offered), len(offered))
    return tuple(rest)


def _check_any_left(most: int, drawn: int) -> None:
    if most == 0:
        raise _none_left(Code.TOO_MANY_TICKETS if drawn else Code.TOO_FEW_TICKETS)


def _none_left(code: Code) -> RuleViolation:
    return RuleViolation(code, _("There are no tickets left to draw. Choose another action."))


def _check_on_this_map(state: State, seat: int, tickets: Sequence[str]) -> None:
    board = state.seen_by(seat)
    for id in tickets:
        if id not in board.ticket:
            raise RuleViolation(
                Code.UNKNOWN_TICKET, _("There’s no ticket “{ticket}” on this map."), ticket=id
            )


def _check_in_play(state: State, seat: int, tickets: Sequence[str]) -> None:
    """Tickets in play. Which paper tickets others rejected is nobody's business."""
    _check_on_this_map(state, seat, tickets)
    board = state.seen_by(seat)
    hands = state.hands if state.source is TicketSource.RECORD else (state.hands[seat],)
    for id in tickets:
        if any(id in hand.removed for hand in hands):
            raise RuleViolation(
                Code.UNKNOWN_TICKET,
                _("The ticket {ticket} is out of the game."),
                ticket=board.ticket_name(board.ticket[id]),
            )


def _check_drawn_on_turns(state: State, seat: int, tickets: Sequence[str]) -> None:
    board = state.seen_by(seat)
    for ticket in map(board.ticket.__getitem__, tickets):
        if ticket.deck not in board.drawn_on_turns:
            raise RuleViolation(
                Code.UNKNOWN_TICKET,
                _("The ticket {ticket} is only dealt at the start, not drawn on a turn."),
                ticket=board.ticket_name(ticket),
            )


def _check_decks(state: State, seat: int, named: Sequence[str], draw: Draw, unsaid: int) -> None:
    """Where the rules say how many come from each deck: so many, counting those nobody named."""
    ticket_of = state.seen_by(seat).ticket
    drawn = Counter(ticket_of[id].deck for id in named)
    for deck, due in (draw.mix or {}).items():
        if draw is state.board.turn and drawn[deck] <= due:
            continue  # fewer only where the deck holds fewer, and that has been looked at
        if not due - unsaid <= drawn[deck] <= due:
            raise RuleViolation(
                Code.TOO_MANY_TICKETS if drawn[deck] > due else Code.TOO_FEW_TICKETS,
                plural(
                    "{player} drew {count} ticket from the deck “{deck}”, but the rules deal "
                    "{due}.",
                    "{player} drew {count} tickets from the deck “{deck}”, but the rules deal "
                    "{due}.",
                    drawn[deck],
                    player=state.name(seat),
                    deck=sheet_name(next(d.name for d in state.board.decks if d.id == deck)),
                    due=due,
                ),
            )


def _check_free(state: State, seat: int, tickets: Sequence[str]) -> None:
    """Every ticket exists once. Paper tickets are compared with one's own only.

    docs/rules.md, “What is secret”.
    """
    seen: set[str] = set()
    board = state.seen_by(seat)
    for id in tickets:
        holders = range(len(state.hands)) if state.source is TicketSource.RECORD else (seat,)
        holder = next((i for i in holders if id in state.hands[i].tickets), None)
        if holder is not None or id in seen:
            raise RuleViolation(
                Code.TICKET_ALREADY_HELD,
                _("There’s only one ticket {ticket}, and {player} already holds it."),
                ticket=board.ticket_name(board.ticket[id]),
                player=state.name(seat if holder is None else holder),
            )
        seen.add(id)


def _check_kept(state: State, seat: int, kept: int, draw: Draw, least: int, most: int) -> None:
    must = min(draw.keep, least)
    if kept < max(must, 1):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS,
            plural(
                "{player} keeps {count} ticket, but has to keep at least {must}.",
                "{player} keeps {count} tickets, but has to keep at least {must}.",
                kept,
                player=state.name(seat),
                must=max(must, 1),
            ),
        )
    may = min(draw.draw, most)
    if kept > may:
        raise RuleViolation(
            Code.TOO_MANY_TICKETS,
            plural(
                "{player} keeps {count} ticket, but can only draw {may}.",
                "{player} keeps {count} tickets, but can only draw {may}.",
                kept,
                player=state.name(seat),
                may=may,
            ),
        )


def _check_drawn(state: State, seat: int, drawn: int, draw: Draw, least: int, most: int) -> None:
    """Kept and returned together are what the rules deal; fewer only where the decks hold fewer."""
    if drawn < min(draw.draw, least):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS,
            _drew(state.name(seat), drawn, min(draw.draw, least)),
        )
    if drawn > min(draw.draw, most):
        raise RuleViolation(
            Code.TOO_MANY_TICKETS,
            _drew(state.name(seat), drawn, min(draw.draw, most)),
        )


def _drew(player: str, drawn: int, due: int) -> Text:
    return plural(
        "{player} drew {count} ticket, but the rules deal {due}.",
        "{player} drew {count} tickets, but the rules deal {due}.",
        drawn,
        player=player,
        due=due,
    )


def check_count(state: State, seat: int, count: int) -> None:
    """Check a draw of which only the number is known."""
    least, most = left_in_decks(state)
    _check_any_left(most, count)
    _check_kept(state, seat, count, state.board.turn, least, most)


def check_own(state: State, seat: int, held: Sequence[str]) -> None:
    """Check all tickets that a player now says they hold: of this map, each once."""
    _check_on_this_map(state, seat, held)  # what was said to leave the game may be the mistake
    others = replace(state.hands[seat], tickets=())
    _check_free(_with_hand(state, seat, others), seat, held)


def _with_hand(state: State, seat: int, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def check_reveal(state: State, seat: int, kept: Sequence[str], *, agreed: bool = False) -> None:
    """All tickets of a player, shown at the end: what they kept at the start and on turns, or as
    many as the table agreed on."""
    _check_in_play(state, seat, kept)
    _check_free(state, seat, kept)
    opening, hand = state.board.opening, state.hands[seat]
    least, most = opening.keep + hand.counted, opening.draw + hand.counted
    if agreed:
        least = most = len(kept) if hand.due is None else hand.due
    if not least <= len(kept) <= most:
        raise RuleViolation(
            Code.TOO_FEW_TICKETS if len(kept) < least else Code.TOO_MANY_TICKETS,
            plural(
                "{player} shows {count} ticket, but should hold {least} to {most}.",
                "{player} shows {count} tickets, but should hold {least} to {most}.",
                len(kept),
                player=state.name(seat),
                least=least,
                most=most,
            ),
        )
