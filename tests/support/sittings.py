"""A table for tests with several browsers: real rows, real cookies, real requests."""

import random
from dataclasses import dataclass, field
from functools import cache

from django.test import Client

from games.maps import library
from games.models import MapSheet, Seat, Table
from games.rules import checks
from games.rules.board import Board
from games.rules.reading import load_json
from games.rules.state import Phase, State
from games.table import lobby, moves
from games.table.start import start_game
from games.upkeep.bots import Bots
from tests.support.games import game_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Eli")


def loaded(slug: str) -> MapSheet:
    return library.load(_bundled(slug)).sheet


@cache
def _bundled(slug: str) -> Board:
    """Loaded and checked once for all tests."""
    raw = (library.BUNDLED / f"{slug}.json").read_bytes()
    board, problems = checks.read_and_check(load_json(raw))
    assert board is not None, problems
    return board


@dataclass
class Sitting:
    table: Table
    screen: Client  # the browser that opened the table
    phones: list[Client] = field(default_factory=list)
    bots: Bots = field(default_factory=lambda: Bots(random.Random(1)))

    @property
    def state(self) -> State:
        return game_of(self.table).state

    @property
    def number(self) -> int:
        return game_of(self.table).number

    @property
    def board(self) -> Board:
        return library.board_of(self.table.sheet)

    def seat(self, number: int) -> Seat:
        return self.table.seats.get(number=number)

    def phone(self, number: int) -> Client:
        """The phone of a seat, by its place in the turn order."""
        return self.phones[self.seat(number).position - 1]

    def url(self, path: str = "") -> str:
        return f"/t/{self.table.code}/{path}"

    def post(self, client: Client, path: str, **data: object):
        return client.post(self.url(path), data, headers={"HX-Request": "true"})


def sit_down(
    slug: str = "london", players: int = 2, *, sheet: MapSheet | None = None, **options: object
) -> Sitting:
    """Open a table from the home page and let people join with their phones."""
    sheet = sheet or loaded(slug)
    screen = Client()
    reply = screen.post("/tables/", {"sheet": sheet.slug, **options})
    table = Table.objects.order_by("-pk").first()
    assert table is not None
    assert reply.url == f"/t/{table.code}/screen"
    sitting = Sitting(table, screen)
    colors = library.board_of(sheet).player_colors
    for name, color in zip(NAMES[:players], colors, strict=False):
        phone = Client()
        reply = phone.post(
            sitting.url("join"), {"name": name, "color": color, "request": f"form-{name}"}
        )
        assert reply.status_code == 302, reply.content
        sitting.phones.append(phone)
    return sitting


def begun(slug: str = "london", players: int = 2, **options: object) -> Sitting:
    """A game with opening tickets chosen, ready for the first turn.

    The seed is fixed, so that tests don't depend on who is dealt what.
    """
    sitting = sit_down(slug, players, **options)
    start_game(table=sitting.table, by=None, luck=random.Random(1))
    sitting.table.refresh_from_db()
    play_on(sitting, turns=0)
    return sitting


def play_on(sitting: Sitting, turns: int = 10_000) -> None:
    """Let bots play this many turns, or to the end."""
    while True:
        state = sitting.state
        if state.phase in (Phase.REVEAL, Phase.OVER):
            return
        if state.phase is Phase.TURNS and state.turns_played >= turns:
            return
        assert state.turns_played < 1000, "this game does not end"
        action = sitting.bots.next(state)
        seat = sitting.seat(getattr(action, "seat", 0))
        moves.act(table=sitting.table, action=action, by=seat)


def open_directly(slug: str = "london") -> Table:
    table, _secret = lobby.open_table(sheet=loaded(slug))
    return table
