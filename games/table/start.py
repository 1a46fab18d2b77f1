"""The start of a game: from the seats of a lobby to the first entries. Its luck is drawn here."""

import random
from collections.abc import Sequence

from games.maps import library
from games.models import Seat, Table
from games.refusals import Refused
from games.rules import engine
from games.rules.actions import Player, StartGame, TicketSource
from games.rules.board import Board
from games.rules.bonuses import drawn_setup
from games.rules.bonuses.base import SetUp
from games.rules.text import plural, sheet_name
from games.table import learning
from games.table.writing import append, changing

LUCK = random.SystemRandom()


def start_game(
    *, table: Table, by: Seat | None, request: str = "", luck: random.Random = LUCK
) -> None:
    """Begin the game with the seats as they are. The luck of it is drawn here and recorded."""
    with changing(table) as row:
        if row.stage != Table.Stage.LOBBY:
            return
        board = library.board_of(row.sheet)
        seats = _in_turn_order(row, board, luck)
        least, most = board.players
        if not least <= len(seats) <= most:
            raise Refused(
                "players",
                plural(
                    "{map} is for {least} to {count} player.",
                    "{map} is for {least} to {count} players.",
                    most,
                    map=sheet_name(board.name, board.names),
                    least=least,
                ),
            )
        for number, seat in enumerate(seats):
            seat.number = number
            seat.save(update_fields=["number"])
        varied = board.with_variant(row.variant)
        started, offers = engine.begin(board, _start_action(row, varied, seats, luck))
        row.stage = Table.Stage.PLAYING
        facts = (started, *learning.comparison_entry(row), *offers)
        append(table=row, facts=facts, after=0, by=by, request=request)


def _in_turn_order(table: Table, board: Board, luck: random.Random) -> list[Seat]:
    """Clockwise from the first player: the one the table named, or one drawn by lot."""
    seats = list(table.seats.order_by("position"))
    if not seats:
        return seats
    first = next((i for i, seat in enumerate(seats) if seat.pk == table.first_seat_id), None)
    if first is None:
        first = luck.randrange(len(seats)) if board.first_player == "random" else 0
    return seats[first:] + seats[:first]


def _start_action(
    table: Table, board: Board, seats: Sequence[Seat], luck: random.Random
) -> StartGame:
    dealt = table.tickets == Table.Tickets.DEALT
    decks = tuple(
        tuple(luck.sample(board.deck_tickets[deck.id], len(board.deck_tickets[deck.id])))
        for deck in board.decks
    )
    return StartGame(
        players=tuple(
            Player(seat.name, seat.color, at_reveal=seat.phoneless and not dealt) for seat in seats
        ),
        final_round_at=table.final_round_at,
        tickets=TicketSource.DEALT if dealt else TicketSource.PAPER,
        decks=decks if dealt else (),
        setup=_setup_of_bonuses(table, board, luck),
        paper_check=not dealt,
        variant=table.variant,
    )


def _setup_of_bonuses(table: Table, board: Board, luck: random.Random) -> dict[str, SetUp]:
    """What bonuses have on the board at the start, by field: typed in or drawn."""
    fields = [bonus.sets_up for bonus in board.bonuses if bonus.sets_up]
    match table.setup:
        case Table.SetUp.UNTRACKED:
            return {}
        case Table.SetUp.TYPED:
            typed = {place: tuple(colors) for place, colors in table.placed.items()}
            return dict.fromkeys(fields[:1], typed)  # see `views.host.set_up`
    return drawn_setup(board, luck.shuffle)


def shuffle_luck(tickets: int) -> tuple[float, ...]:
    """Numbers from 0 to below 1, for tickets that are shuffled back into a deck."""
    return tuple(LUCK.random() for _ticket in range(tickets))
