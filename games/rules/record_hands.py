"""What players held at the end, for writing a record: every move names tickets they really had.

At a table with paper tickets somebody may have picked a wrong one, which was settled or put right
before the reveal. A record compares everything, so it names the right ones from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.board import Board
from games.rules.events import (
    Event,
    OpeningChosen,
    TicketsAgreed,
    TicketsDrawn,
    TicketSettled,
    TicketsMended,
    TicketsRevealed,
)


@dataclass(frozen=True, slots=True)
class EndHand:
    """`instead` maps a ticket that was picked wrongly to the right one. `shown`: the number of
    tickets changed, so a record can only say at the reveal which ones there were."""

    tickets: tuple[str, ...]
    instead: Mapping[str, str]
    agreed: bool
    shown: bool

    def kept(self, picked: Sequence[str]) -> list[str]:
        return [self.instead.get(ticket, ticket) for ticket in picked]


def end_hands(
    events: Sequence[Event], seats: int, board: Board | None = None
) -> tuple[EndHand, ...]:
    picked: list[list[str]] = [[] for _seat in range(seats)]
    held: list[list[str]] = [[] for _seat in range(seats)]
    agreed: set[int] = set()
    for event in events:
        match event:
            case OpeningChosen(seat, kept) | TicketsDrawn(seat, kept):
                picked[seat].extend(kept)
                held[seat].extend(kept)
            case TicketsRevealed(seat, kept, by_agreement):
                picked[seat], held[seat] = list(kept), list(kept)
                agreed |= {seat} if by_agreement else set()
            case TicketSettled(ticket, owner):
                for seat, hand in enumerate(held):
                    if seat != owner and ticket in hand:
                        hand.remove(ticket)
            case TicketsMended(seat, tickets):
                held[seat] = list(tickets)
            case TicketsAgreed(seat):
                agreed.add(seat)
    decks = {} if board is None else _decks(board, events)
    return tuple(
        _end_hand(picked[seat], held[seat], seat in agreed, decks) for seat in range(seats)
    )


def _decks(board: Board, events: Sequence[Event]) -> dict[str, str]:
    """The deck of each ticket, where the rules say how many come from each."""
    if board.opening.mix is None and board.turn.mix is None:
        return {}
    added = {new.id: new.deck for event in events for new in getattr(event, "added", ())}
    return {ticket.id: ticket.deck for ticket in board.tickets} | added


def _end_hand(
    picked: Sequence[str], held: Sequence[str], agreed: bool, decks: Mapping[str, str]
) -> EndHand:
    wrong = [ticket for ticket in picked if ticket not in held]
    right = [ticket for ticket in held if ticket not in picked]
    # A ticket of another deck cannot have been dealt in the place of the one that was picked.
    if len(wrong) != len(right) or any(
        decks.get(a) != decks.get(b) for a, b in zip(wrong, right, strict=True)
    ):
        return EndHand(tuple(held), {}, agreed, shown=True)
    return EndHand(tuple(held), dict(zip(wrong, right, strict=True)), agreed, shown=False)
