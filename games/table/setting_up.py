"""Setting up the board before the first turn: typed in, or shared out among the phones."""

from collections.abc import Sequence

from games.maps import library
from games.models import Seat, Table
from games.refusals import Refused
from games.rules.board import Board
from games.rules.bonuses.base import Bonus, SetUp
from games.rules.text import _
from games.table.writing import changing


def set_up_bonus(board: Board) -> Bonus:
    """The bonus of this map whose set-up is typed in. Raises Refused where there is none."""
    for bonus in board.bonuses:
        if bonus.sets_up:
            return bonus
    raise Refused("setup", _("There’s nothing to set up on this map."))


def place_piece(*, table: Table, place: str, color: str) -> None:
    """Put a piece on a place, or without a colour take the last one back."""
    with changing(table) as row:
        if row.stage != Table.Stage.LOBBY:
            raise Refused("started", _("The game has already started."))
        board = library.board_of(row.sheet)
        bonus = set_up_bonus(board)
        there = list(row.placed.get(place, ()))
        there = [*there, color] if color else there[:-1]
        placed = {**row.placed, place: there}
        problem = bonus.setup_problem(board, {id: tuple(colors) for id, colors in placed.items()})
        if problem:
            raise Refused("setup", problem[1])
        row.placed = placed
        row.setup = Table.SetUp.TYPED


def shares(setup: SetUp, board: Board, seats: Sequence[Seat]) -> dict[int, list[str]]:
    """The places each seat with a phone sets up: neighbours in the list, with about as many pieces.

    By the seat's key, and the same for everybody who asks.
    """
    holders = [seat.pk for seat in seats if not seat.phoneless]
    places = [place.id for place in board.places if setup.get(place.id)]
    total = sum(len(setup[id]) for id in places)
    by_seat: dict[int, list[str]] = {pk: [] for pk in holders}
    before = 0
    for id in places:
        if holders:
            by_seat[holders[before * len(holders) // total]].append(id)
        before += len(setup[id])
    return by_seat
