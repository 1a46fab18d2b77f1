"""Players and tickets as templates show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.board import Board


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One player as everybody sees them. `points` is None while the table hides the score."""

    number: int
    name: str
    color: str
    points: int | None
    vehicles: int
    tickets: int | None
    to_move: bool
    choosing: bool
    turns_left: int | None
    host: bool
    phoneless: bool
    seat_id: int
    bonuses: tuple[tuple[str, Any], ...]  # kind, and what is seen of it at this seat


@dataclass(frozen=True, slots=True)
class TicketCard:
    id: str
    a: str
    b: str
    points: int
    deck: str  # its name; empty where there is only one
    standing: str = ""


def ticket_card(board: Board, id: str, standing: str = "") -> TicketCard:
    ticket = board.ticket[id]
    return TicketCard(
        id,
        board.place[ticket.a].name,
        board.place[ticket.b].name,
        ticket.points,
        next(deck.name for deck in board.decks if deck.id == ticket.deck)
        if len(board.decks) > 1
        else "",
        standing,
    )


def all_tickets(board: Board, held: Sequence[str] = ()) -> list[TicketCard]:
    """Every ticket of the map but one's own, by name, to pick paper ones from.

    Never filtered by what others hold: what is missing would give it away.
    """
    cards = [ticket_card(board, ticket.id) for ticket in board.tickets if ticket.id not in held]
    return sorted(cards, key=lambda card: (card.a, card.b))
