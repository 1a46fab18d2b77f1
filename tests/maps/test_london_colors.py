"""London's box has red, blue, white and purple buses; what was played before stays as it was."""

import json

import pytest
from django.core.management import call_command
from django.test import Client

from games.archive import record_files, replays
from games.maps import drafts, library
from games.models import MapSheet
from games.rules import record
from games.rules.actions import EndGame
from games.rules.board import Board
from games.table import codes, moves
from tests.support.games import game_of
from tests.support.markup import read
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db
FORMER = ["red", "white", "blue", "yellow"]


def former() -> MapSheet:
    """London as it was published before."""
    data = json.loads((library.BUNDLED / "london.json").read_bytes())
    return library.load(drafts.readable({**data, "player_colors": FORMER})).sheet


def in_force() -> Board:
    board = library.in_force("london")
    assert board is not None
    return board


def offered(sitting: Sitting) -> list[str]:
    colors = read(Client().get(sitting.url())).values("value", name="color")
    return [
        color for color in library.board_of(sitting.table.sheet).player_colors if color in colors
    ]


def test_london_offers_red_blue_white_and_purple() -> None:
    call_command("loadmaps", verbosity=0)
    assert set(in_force().player_colors) == {"red", "blue", "white", "purple"}
    assert set(offered(sit_down("london", 0))) == {"red", "blue", "white", "purple"}


def test_loading_the_maps_again_makes_one_new_version() -> None:
    old = former()
    for _time in range(2):
        call_command("loadmaps", verbosity=0)
    new, before = library.versions("london")
    assert before == old
    assert (new.version, new.state) == (old.version + 1, MapSheet.State.PUBLISHED)
    before.refresh_from_db()
    assert before.state == MapSheet.State.RETIRED


def test_tables_already_opened_keep_their_version() -> None:
    old = former()
    lobby = sit_down("london", 0, sheet=old)
    game = begun("london", 4, sheet=old)
    call_command("loadmaps", verbosity=0)
    assert offered(lobby) == FORMER
    form = {"name": "Di", "color": "yellow", "request": "form-di"}
    assert Client().post(lobby.url("join"), form).status_code == 302
    assert [player.color for player in game.state.players].count("yellow") == 1
    assert game.phones[3].get(game.url("play")).status_code == 200
    assert lobby.table.sheet == game.table.sheet == old


def test_a_record_in_yellow_can_still_be_read() -> None:
    """It was saved when the sheet offered yellow, and scores the same."""
    old = former()
    game = begun("london", 4, sheet=old)
    moves.act(table=game.table, action=EndGame(), by=None)
    entries = game_of(game.table).entries
    written = record_files.record_of(entries, None, old)
    colors = [player["color"] for player in written["players"]]
    assert "yellow" in colors
    call_command("loadmaps", verbosity=0)
    newest = library.versions("london")[0]
    assert library.board_of(newest).player_colors != tuple(FORMER)
    replayed = record.replay(record.read(written), library.board_of(newest))
    table = replays.store(game=replayed, sheet=newest, key=codes.table_key())
    assert [player.color for player in game_of(table).state.players] == colors
