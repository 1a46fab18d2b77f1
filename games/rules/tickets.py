"""Decks of tickets: how many are left, what a seat is dealt, and where rejected tickets go.

`ticket_checks.py` says which draws and choices are allowed.

Dealt tickets that were looked at in a draw that was undone are set aside (`Hand.aside`). They
keep their place in the deck, but the player who looked draws them again before any others, and
nobody else is dealt them while their deck has others; then they are shuffled in, with luck that
is recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from games.rules.actions import TicketSource
from games.rules.board import Board, Draw
from games.rules.events import TicketsOffered
from games.rules.state import Phase, State

Decks = tuple[tuple[str, ...], ...]


def left_in_decks(state: State) -> tuple[int, int]:
    """The fewest and the most tickets that can be left in the decks.

    The two differ only while somebody's tickets are entered at the reveal: how many of the
    opening ones they kept is not logged.
    """
    if state.source is TicketSource.DEALT:
        left = sum(map(len, state.decks))
        return left, left
    board, opening = state.board, state.board.opening
    if opening.removed:
        left = _left_after_fixed_openings(state)
        return left, left
    drawn, full_board = board.drawn_on_turns, state.full_board
    least = most = _in_the_box(state.sheet, drawn)
    for player, hand in zip(state.players, state.hands, strict=True):
        held = sum(full_board.ticket[ticket].deck in drawn for ticket in hand.tickets)
        gone = held + hand.counted
        least -= gone
        most -= gone
        if player.at_reveal and not hand.revealed:
            least -= opening.draw
            most -= opening.keep
    return max(least, 0), max(most, 0)


def _in_the_box(sheet: Board, decks: Container[str]) -> int:
    """How many tickets decks have: as the sheet lists them, or the box says if it lists fewer.

    Not what the table adds to the list: the number must not tell that somebody had to.
    """
    return sum(
        max(deck.size, len(sheet.deck_tickets[deck.id])) for deck in sheet.decks if deck.id in decks
    )


def _left_after_fixed_openings(state: State) -> int:
    """Where rejected opening tickets leave the game, everybody's opening takes the same number out
    of the decks, whatever they keep."""
    board = state.board
    decks = board.drawn_on_turns if state.phase is not Phase.OPENING else board.deck_tickets
    mix = board.fixed_mix(board.opening) or {}
    opened = [hand for hand in state.hands if hand.chosen]
    dealt = len(opened) * sum(mix.get(deck, 0) for deck in decks)
    kept = sum(len(hand.tickets) - hand.opened + hand.counted for hand in opened)
    return max(_in_the_box(state.sheet, decks) - dealt - kept, 0)


def due_mix(state: State, draw: Draw) -> Mapping[str, int] | None:
    """How many tickets of each deck a player is dealt now; None where the mix is announced."""
    mix = state.board.fixed_mix(draw)
    if mix is None:
        return None
    left = {deck.id: len(cards) for deck, cards in zip(state.board.decks, state.decks, strict=True)}
    return {deck: min(count, left[deck]) for deck, count in mix.items()}


# -- Tickets set aside ----------------------------------------------------------------------------


def drawn_first(state: State, seat: int, draw: Draw) -> Mapping[str, int]:
    """How many tickets of each deck a seat draws again before it can draw any others."""
    there = {ticket for cards in state.decks for ticket in cards}
    again = [ticket for ticket in state.hands[seat].aside if ticket in there]
    return Counter(state.board.ticket[ticket].deck for ticket in again[: draw.draw])


def set_aside(state: State, look: TicketsOffered) -> State:
    """The state after a look at tickets was undone: they are set aside, not forgotten."""
    aside = state.hands[look.seat].aside
    more = tuple(ticket for ticket in look.tickets if ticket not in aside)
    return _with_aside(state, {look.seat: (*aside, *more)})


def to_shuffle_in(state: State, seat: int, mix: Mapping[str, int]) -> tuple[str, ...]:
    """Tickets set aside for others, in decks that have no others for a seat that wants these."""
    others = _set_aside_for_others(state, seat)
    tickets: list[str] = []
    for deck, cards in zip(state.board.decks, state.decks, strict=True):
        kept_back = [ticket for ticket in cards if ticket in others]
        if mix.get(deck.id, 0) > len(cards) - len(kept_back):
            tickets.extend(kept_back)
    return tuple(tickets)


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


# -- After a choice -------------------------------------------------------------------------------


def put_back(
    board: Board, decks: Decks, returned: Sequence[str], draw: Draw, shuffle: Sequence[float]
) -> Decks:
    """The decks with rejected tickets under them, or shuffled back into them, or without them.

    docs/rules.md, “Draw tickets”.
    """
    if draw.removed:
        return decks
    piles = {deck.id: list(cards) for deck, cards in zip(board.decks, decks, strict=True)}
    for i, id in enumerate(returned):
        pile = piles[board.ticket[id].deck]
        if draw.shuffled:
            pile.insert(int(shuffle[i] * (len(pile) + 1)), id)
        else:
            pile.append(id)
    return tuple(tuple(piles[deck.id]) for deck in board.decks)
