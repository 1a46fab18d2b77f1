"""Players and tickets as templates show them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.models import Table
from games.pages.place_search import search_words
from games.rules.board import Board


@dataclass(frozen=True, slots=True)
class TableCard:
    """The fields of a table's row that parts show; few of them change during a game."""

    code: str
    key: str
    tickets: str
    setup: str
    final_round_at: int
    variant: str
    score_hidden: bool
    lead_hidden: bool
    hints: bool
    nudge_minutes: int
    locked: bool
    first_seat_id: int | None
    claimant_id: int | None
    claimant: str  # the name of the player who wants to become host
    rematch_id: int | None
    reveal_auto: bool


def table_card(table: Table) -> TableCard:
    return TableCard(
        code=table.code,
        key=table.key,
        tickets=table.tickets,
        setup=table.setup,
        final_round_at=table.final_round_at,
        variant=table.variant,
        score_hidden=table.score_hidden,
        lead_hidden=table.lead_hidden,
        hints=table.hints,
        nudge_minutes=table.nudge_minutes,
        locked=table.locked,
        first_seat_id=table.first_seat_id,
        claimant_id=table.claimant_id,
        claimant=table.claimant.name if table.claimant else "",
        rematch_id=table.rematch_id,
        reveal_auto=table.reveal_auto,
    )


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A player's public facts. `points` is None while the table hides the score."""

    number: int
    name: str
    color: str
    points: int | None
    vehicles: int
    tickets: int | None
    tickets_due: int | None  # if it's a different number
    to_move: bool
    choosing: bool
    turns_left: int | None
    host: bool
    phoneless: bool
    seat_id: int
    stations: int | None  # how many are left; None where the map has none
    bonuses: tuple[tuple[str, Any], ...]  # kind, and what this seat shows of it


@dataclass(frozen=True, slots=True)
class TicketCard:
    id: str
    a: str
    b: str
    points: int
    deck: str  # its name; empty where there is only one
    a_at: tuple[int, int]  # positions of its places on the small map (minimap.py)
    b_at: tuple[int, int]
    standing: str = ""
    words: str = ""  # search words, for picking from a list


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
        _at(board, ticket.a),
        _at(board, ticket.b),
        standing,
    )


def _at(board: Board, place: str) -> tuple[int, int]:
    return round(board.place[place].x), round(board.place[place].y)


def all_tickets(board: Board, held: Sequence[str] = ()) -> list[TicketCard]:
    """All tickets of the map except one's own, by name, to pick paper ones from.

    Never filtered by what others hold: the gaps would give that away.
    """
    cards = [
        replace(ticket_card(board, ticket.id), words=search_words(board, (ticket.a, ticket.b)))
        for ticket in board.tickets
        if ticket.id not in held
    ]
    return sorted(cards, key=lambda card: (card.a, card.b))
