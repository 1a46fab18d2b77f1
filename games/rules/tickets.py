"""The part of the rules about drawing and keeping tickets, for all three sources of tickets.

Dealt tickets that were looked at and undone are set aside (`Hand.aside`). They keep their place in
the deck, but whoever looked draws them again before anything else, and nobody else is dealt them
while their deck has others; then they are shuffled in, with luck that is recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.actions import TicketSource
from games.rules.board import Board, Draw
from games.rules.events import TicketsOffered
from games.rules.state import State
from games.rules.text import _
from games.rules.violations import Code, RuleViolation

Decks = tuple[tuple[str, ...], ...]


def left_in_decks(state: State) -> tuple[int, int]:
    """The least and the most tickets that can still lie in the decks.

    The two differ only while somebody's tickets are known at the reveal: how many of the opening
    ones they kept is not written down.
    """
    if state.source is TicketSource.DEALT:
        left = sum(map(len, state.decks))
        return left, left
    opening = state.board.opening
    least = most = len(state.board.tickets)
    for player, hand in zip(state.players, state.hands, strict=True):
        gone = len(hand.tickets) + hand.counted
        least -= gone
        most -= gone
        if player.at_reveal and not hand.revealed:
            least -= opening.draw
            most -= opening.keep
    return max(least, 0), max(most, 0)


def check_mix(state: State, seat: int, mix: Mapping[str, int], draw: Draw) -> None:
    """A mix names as many tickets as are drawn, none of them from a deck that has too few.

    How many a deck has is not told: it would show from which decks others took theirs. That all
    decks together have so many is known to everybody.
    """
    left = {deck.id: len(cards) for deck, cards in zip(state.board.decks, state.decks, strict=True)}
    wanted = sum(mix.values())
    due = min(draw.draw, sum(left.values()))
    if due == 0:
        raise _none_left(Code.TOO_MANY_TICKETS if wanted else Code.TOO_FEW_TICKETS)
    if wanted != due or any(deck not in left or count < 0 for deck, count in mix.items()):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS if wanted < due else Code.TOO_MANY_TICKETS,
            _("Exactly {due} tickets are drawn, in any mix of the decks."),
            due=due,
        )
    if any(mix.get(deck, 0) < count for deck, count in drawn_first(state, seat, draw).items()):
        raise RuleViolation(
            Code.OFFER_OPEN,
            _(
                "{player} has already looked at tickets that are set aside:"
                " the same ones are drawn again."
            ),
            player=state.name(seat),
        )
    for deck in state.board.decks:
        if mix.get(deck.id, 0) > left[deck.id]:
            raise RuleViolation(
                Code.TOO_MANY_TICKETS,
                _("The deck “{deck}” does not have that many tickets left. Try another mix."),
                deck=deck.name,
            )


# -- Tickets set aside ----------------------------------------------------------------------------


def drawn_first(state: State, seat: int, draw: Draw) -> Mapping[str, int]:
    """How many tickets of each deck a seat draws again before it can draw any others."""
    there = {ticket for cards in state.decks for ticket in cards}
    again = [ticket for ticket in state.hands[seat].aside if ticket in there]
    return Counter(state.board.ticket[ticket].deck for ticket in again[: draw.draw])


def set_aside(state: State, look: TicketsOffered) -> State:
    """The state after a look at tickets was undone: they are not forgotten."""
    aside = state.hands[look.seat].aside
    more = tuple(ticket for ticket in look.tickets if ticket not in aside)
    return _with_aside(state, {look.seat: (*aside, *more)})


def to_shuffle_in(state: State, seat: int, mix: Mapping[str, int]) -> tuple[str, ...]:
    """Tickets set aside for others, in decks that have no others for a seat that wants these."""
    others = _set_aside_for_others(state, seat)
    found: list[str] = []
    for deck, cards in zip(state.board.decks, state.decks, strict=True):
        kept_back = [ticket for ticket in cards if ticket in others]
        if mix.get(deck.id, 0) > len(cards) - len(kept_back):
            found.extend(kept_back)
    return tuple(found)


def offer(
    state: State, seat: int, mix: Mapping[str, int], shuffle: Sequence[float]
) -> tuple[str, ...]:
    """The tickets a seat is dealt in the mix announced."""
    lined_up = _lined_up(state, seat, mix, shuffle)
    return tuple(
        ticket
        for deck, cards in zip(state.board.decks, lined_up, strict=True)
        for ticket in cards[: mix.get(deck.id, 0)]
    )


def after_offer(state: State, event: TicketsOffered) -> State:
    """The decks without what was dealt; a deck into which tickets were shuffled in its new order,
    and those no longer set aside for anybody."""
    gone, mixed = set(event.tickets), set(to_shuffle_in(state, event.seat, event.mix))
    lined_up = _lined_up(state, event.seat, event.mix, event.shuffle)
    decks = tuple(
        tuple(
            ticket
            for ticket in (after if mixed.intersection(cards) else cards)
            if ticket not in gone
        )
        for cards, after in zip(state.decks, lined_up, strict=True)
    )
    aside = {
        seat: tuple(
            ticket for ticket in hand.aside if ticket not in (gone if seat == event.seat else mixed)
        )
        for seat, hand in enumerate(state.hands)
        if hand.aside
    }
    return replace(_with_aside(state, aside), decks=decks)


def _lined_up(state: State, seat: int, mix: Mapping[str, int], shuffle: Sequence[float]) -> Decks:
    """The decks in the order in which a seat is dealt from them: what it has seen, what nobody has,
    and then, where that is not enough, what was set aside for others."""
    mine = {ticket: i for i, ticket in enumerate(state.hands[seat].aside)}
    others = _set_aside_for_others(state, seat)
    to_shuffle, luck = set(to_shuffle_in(state, seat, mix)), iter(shuffle)
    decks = []
    for cards in state.decks:
        first = sorted((ticket for ticket in cards if ticket in mine), key=mine.__getitem__)
        then = [ticket for ticket in cards if ticket not in mine and ticket not in others]
        last: list[str] = []
        for ticket in cards:
            if ticket in to_shuffle:
                last.insert(int(next(luck) * (len(last) + 1)), ticket)
        decks.append((*first, *then, *last))
    return tuple(decks)


def _set_aside_for_others(state: State, seat: int) -> frozenset[str]:
    mine = state.hands[seat].aside
    return frozenset(
        ticket
        for other, hand in enumerate(state.hands)
        if other != seat
        for ticket in hand.aside
        if ticket not in mine
    )


def _with_aside(state: State, aside: Mapping[int, tuple[str, ...]]) -> State:
    hands = tuple(
        replace(hand, aside=aside[seat]) if seat in aside else hand
        for seat, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands)


# -- Choosing -------------------------------------------------------------------------------------


def put_back(
    board: Board, decks: Decks, returned: Sequence[str], draw: Draw, shuffle: Sequence[float]
) -> Decks:
    """The decks with rejected tickets under them, or shuffled back into them.

    docs/rules.md, “Draw tickets”.
    """
    piles = {deck.id: list(cards) for deck, cards in zip(board.decks, decks, strict=True)}
    for i, id in enumerate(returned):
        pile = piles[board.ticket[id].deck]
        if draw.shuffled:
            pile.insert(int(shuffle[i] * (len(pile) + 1)), id)
        else:
            pile.append(id)
    return tuple(tuple(piles[deck.id]) for deck in board.decks)


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
    _check_known(state, named)
    least, most = left_in_decks(state)
    _check_any_left(most)
    _check_free(state, seat, named)
    _check_kept(state, seat, len(kept), draw, least, most)
    if returned is None:
        return None
    _check_drawn(state, seat, len(named), draw, least, most)
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
            _("{player} can only keep tickets that were just dealt, each once."),
            player=state.name(seat),
        )
    _check_kept(state, seat, len(kept), draw, len(offered), len(offered))
    return tuple(rest)


def _check_any_left(most: int) -> None:
    if most == 0:
        raise _none_left(Code.TOO_FEW_TICKETS)


def _none_left(code: Code) -> RuleViolation:
    return RuleViolation(code, _("No tickets are left to draw: choose another action."))


def _check_known(state: State, tickets: Sequence[str]) -> None:
    for id in tickets:
        if id not in state.board.ticket:
            raise RuleViolation(
                Code.UNKNOWN_TICKET, _("There is no ticket “{ticket}” on this map."), ticket=id
            )


def _check_free(state: State, seat: int, tickets: Sequence[str]) -> None:
    """Every ticket exists once. Paper tickets are compared with one's own only.

    docs/rules.md, “What is secret”.
    """
    seen: set[str] = set()
    for id in tickets:
        holders = range(len(state.hands)) if state.source is TicketSource.RECORD else (seat,)
        holder = next((i for i in holders if id in state.hands[i].tickets), None)
        if holder is not None or id in seen:
            raise RuleViolation(
                Code.TICKET_ALREADY_HELD,
                _("The ticket {ticket} exists once, and {player} already holds it."),
                ticket=state.board.ticket_name(state.board.ticket[id]),
                player=state.name(seat if holder is None else holder),
            )
        seen.add(id)


def _check_kept(state: State, seat: int, kept: int, draw: Draw, least: int, most: int) -> None:
    must = min(draw.keep, least)
    if kept < max(must, 1):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS,
            _("{player} keeps {kept} tickets, but must keep at least {must}."),
            player=state.name(seat),
            kept=kept,
            must=max(must, 1),
        )
    may = min(draw.draw, most)
    if kept > may:
        raise RuleViolation(
            Code.TOO_MANY_TICKETS,
            _("{player} keeps {kept} tickets, but can draw only {may}."),
            player=state.name(seat),
            kept=kept,
            may=may,
        )


def _check_drawn(state: State, seat: int, drawn: int, draw: Draw, least: int, most: int) -> None:
    """Kept and returned together are what the rules deal; fewer only where the decks hold fewer."""
    if drawn < min(draw.draw, least):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS,
            _("{player} drew {drawn} tickets, but the rules deal {due}."),
            player=state.name(seat),
            drawn=drawn,
            due=min(draw.draw, least),
        )
    if drawn > min(draw.draw, most):
        raise RuleViolation(
            Code.TOO_MANY_TICKETS,
            _("{player} drew {drawn} tickets, but the rules deal {due}."),
            player=state.name(seat),
            drawn=drawn,
            due=min(draw.draw, most),
        )


def check_count(state: State, seat: int, count: int) -> None:
    """A draw of which only the number is known."""
    least, most = left_in_decks(state)
    _check_any_left(most)
    _check_kept(state, seat, count, state.board.turn, least, most)


def check_reveal(state: State, seat: int, kept: Sequence[str]) -> None:
    """All tickets of a player, shown at the end: what they kept at the start and on turns."""
    _check_known(state, kept)
    _check_free(state, seat, kept)
    opening, counted = state.board.opening, state.hands[seat].counted
    least, most = opening.keep + counted, opening.draw + counted
    if not least <= len(kept) <= most:
        raise RuleViolation(
            Code.TOO_FEW_TICKETS if len(kept) < least else Code.TOO_MANY_TICKETS,
            _("{player} shows {shown} tickets, but must hold from {least} to {most}."),
            player=state.name(seat),
            shown=len(kept),
            least=least,
            most=most,
        )
