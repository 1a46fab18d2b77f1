"""The part of the rules about drawing and keeping tickets, for all three sources of tickets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.actions import TicketSource
from games.rules.board import Board, Draw
from games.rules.state import State
from games.rules.violations import Code, RuleViolation
from games.rules.words import _

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


def check_mix(state: State, mix: Mapping[str, int], draw: Draw) -> None:
    """A mix names as many tickets as are drawn, none of them from a deck that has too few."""
    left = {deck.id: len(cards) for deck, cards in zip(state.board.decks, state.decks, strict=True)}
    wanted = sum(mix.values())
    due = min(draw.draw, sum(left.values()))
    for deck in state.board.decks:
        if mix.get(deck.id, 0) > left[deck.id]:
            raise RuleViolation(
                Code.TOO_MANY_TICKETS,
                _("The deck “{deck}” has only {left} tickets left."),
                deck=deck.name,
                left=left[deck.id],
            )
    _check_any_left(due)
    if wanted != due or any(deck not in left or count < 0 for deck, count in mix.items()):
        raise RuleViolation(
            Code.TOO_FEW_TICKETS if wanted < due else Code.TOO_MANY_TICKETS,
            _("Exactly {due} tickets are drawn, in any mix of the decks."),
            due=due,
        )


def offer(state: State, mix: Mapping[str, int]) -> tuple[str, ...]:
    """The tickets on top of the decks, in the mix announced."""
    return tuple(
        ticket
        for deck, cards in zip(state.board.decks, state.decks, strict=True)
        for ticket in cards[: mix.get(deck.id, 0)]
    )


def without_top(board: Board, decks: Decks, mix: Mapping[str, int]) -> Decks:
    return tuple(
        cards[mix.get(deck.id, 0) :] for deck, cards in zip(board.decks, decks, strict=True)
    )


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
        raise RuleViolation(
            Code.TOO_FEW_TICKETS, _("No tickets are left to draw: choose another action.")
        )


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
