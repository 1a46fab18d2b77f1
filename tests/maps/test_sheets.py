"""Map sheets in the database: versions, round trips, and games that keep their sheet."""

import dataclasses
import json

import pytest
from django.db import IntegrityError, models
from django.db.models import ProtectedError

from games.maps import library
from games.models import MapSheet, Table
from games.rules import checks, engine, sheet
from games.rules.actions import ClaimRoute, Player, StartGame, TicketSource
from games.rules.board import Board
from games.rules.reading import load_json
from games.table import lobby
from games.table.snapshot import snapshots
from games.table.writing import append
from tests.support.games import game_of

pytestmark = pytest.mark.django_db

SLUGS = ("germany", "london", "paris")


def bundled(slug: str) -> Board:
    board, problems = checks.read_and_check(
        load_json((library.BUNDLED / f"{slug}.json").read_bytes())
    )
    assert board is not None, problems
    return board


def opened(stored: MapSheet) -> Table:
    table, _secret = lobby.open_table(sheet=stored)
    return table


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sheet_that_was_loaded_is_exported_to_the_letter(slug: str) -> None:
    stored = library.load(bundled(slug)).sheet
    library._board.cache_clear()
    text = (library.BUNDLED / f"{slug}.json").read_text()
    assert sheet.dumps(library.board_of(stored)) == text


def test_rows_hold_every_place_route_and_ticket() -> None:
    stored = library.load(bundled("germany")).sheet
    assert (stored.places.count(), stored.routes.count(), stored.tickets.count()) == (40, 110, 89)
    assert stored.places.aggregate(n=models.Sum("passengers"))["n"] == 60
    assert stored.routes.get(key="berlin--magdeburg").a.name == "Berlin"


def test_loading_the_same_content_again_changes_nothing() -> None:
    first = library.load(bundled("paris"))
    again = library.load(bundled("paris"))
    assert first.new
    assert not again.new
    assert again.sheet == first.sheet
    assert MapSheet.objects.count() == 1


def test_a_changed_sheet_becomes_a_new_version() -> None:
    library.load(bundled("paris"))
    corrected = dataclasses.replace(bundled("paris"), notes="Checked against the printed board.")
    second = library.load(corrected)
    assert (second.new, second.sheet.version) == (True, 2)
    assert [row.version for row in library.published()] == [2]
    assert library.in_force("paris") == corrected


def test_the_database_refuses_two_sheets_of_one_version() -> None:
    stored = library.load(bundled("paris")).sheet
    stored.pk = None
    with pytest.raises(IntegrityError):
        stored.save()


def test_a_table_keeps_the_sheet_it_was_opened_with() -> None:
    board = bundled("london")
    table = opened(library.load(board).sheet)
    start = StartGame(
        (Player("Ada", "red", at_reveal=True), Player("Bo", "blue", at_reveal=True)),
        final_round_at=2,
        tickets=TicketSource.PAPER,
    )
    started, _offers = engine.begin(board, start)
    claimed = engine.decide(
        engine.start(board, started), ClaimRoute(0, "big-ben--elephant-and-castle")
    )
    append(table=table, facts=(started, *claimed), after=0)
    Table.objects.update(stage=Table.Stage.PLAYING)
    before = game_of(table).state
    assert before.hands[0].points == 4

    generous = dataclasses.replace(board, points={**board.points, 3: 40})
    assert library.load(generous).new
    library._board.cache_clear()
    snapshots.clear()

    assert game_of(table).state == before
    newest = opened(library.published()[0])
    assert library.board_of(newest.sheet).points[3] == 40


def test_a_sheet_that_a_table_uses_cannot_be_deleted() -> None:
    stored = library.load(bundled("london")).sheet
    opened(stored)
    with pytest.raises(ProtectedError):
        stored.delete()


def test_an_entry_number_is_given_once() -> None:
    board = bundled("london")
    table = opened(library.load(board).sheet)
    players = (Player("Ada", "red", at_reveal=True), Player("Bo", "blue", at_reveal=True))
    started, _offers = engine.begin(board, StartGame(players, 2, TicketSource.PAPER))
    append(table=table, facts=[started], after=0)
    with pytest.raises(IntegrityError):
        append(table=table, facts=[started], after=0)


def test_nonsense_in_the_rows_is_named_and_not_played_on() -> None:
    stored = library.load(bundled("london")).sheet
    stored.routes.filter(key="big-ben--waterloo").update(length=0)
    library._board.cache_clear()
    with pytest.raises(library.UnsoundSheet, match=r"routes\[29\].length"):
        library.board_of(stored)
    library._board.cache_clear()  # another test's sheet may get the same number


def test_without_any_sheet_the_bundled_one_is_in_force() -> None:
    assert library.in_force("germany") == bundled("germany")
    assert library.in_force("atlantis") is None
    assert MapSheet.objects.count() == 0


def test_settings_keep_the_order_people_wrote() -> None:
    stored = library.load(bundled("paris")).sheet
    assert list(json.loads(stored.settings)["cards"]) == list(bundled("paris").cards)
