"""Options in the lobby, joining, and the way back from the home page."""

import pytest
from django.test import Client

from games.models import Table
from tests.support.markup import read
from tests.support.phone_pages import page
from tests.support.sittings import begun, sit_down

pytestmark = pytest.mark.django_db


def test_a_host_changes_the_options_until_the_start_and_no_longer() -> None:
    sitting = sit_down("germany", 2)
    new = {"tickets": "paper", "passengers": "untracked", "score_hidden": "1", "no_hints": "1"}
    new["nudge_minutes"] = "3"
    assert sitting.post(sitting.screen, "options", **new).status_code == 200
    table = Table.objects.get(pk=sitting.table.pk)
    assert (table.tickets, table.setup, table.score_hidden, table.hints) == (
        "paper",
        "untracked",
        True,
        False,
    )
    assert table.nudge_minutes == 3
    assert "paper tickets" in page(sitting, sitting.screen, "screen").one(id="stage").text
    sitting.post(sitting.screen, "start")
    assert sitting.post(sitting.screen, "options", tickets="dealt").status_code == 422
    assert Table.objects.get(pk=sitting.table.pk).tickets == "paper"


def test_dealt_tickets_of_an_unverified_sheet_are_said_to_be_others_than_in_the_box() -> None:
    hint, small = "cards in your box", "cards in the box"
    for slug, tickets, hinted in (
        ("paris", "dealt", True),
        ("paris", "paper", False),
        ("london", "dealt", False),
    ):
        sitting = sit_down(slug, 2, tickets=tickets)
        host, guest = (page(sitting, phone).one(id="turn").text for phone in sitting.phones)
        assert (hint in host) == hinted
        assert (small in host) == (slug == "paris")
        assert hint not in guest
    home = read(Client().get("/"))
    assert small in home.one(id="map-paris").text
    assert small not in home.one(id="map-london").text


def test_only_a_host_changes_options() -> None:
    sitting = sit_down("germany", 3)
    guest = next(
        phone for i, phone in enumerate(sitting.phones) if not sitting.table.seats.all()[i].host
    )
    assert sitting.post(guest, "options", tickets="paper").status_code == 403


def test_a_start_with_places_missing_asks_first() -> None:
    sitting = sit_down("germany", 2)
    assert not page(sitting, sitting.screen, "screen").one(id="stage").all(hx_confirm=True)
    sitting.post(sitting.screen, "options", passengers="typed")
    (form,) = page(sitting, sitting.screen, "screen").one(id="stage").all(hx_confirm=True)
    assert "Start anyway?" in form.attributes["hx-confirm"]


def test_what_is_wrong_with_a_name_is_said_once_beside_its_field() -> None:
    sitting = sit_down("london", 2)
    name = sitting.table.seats.first().name
    answer = Client().post(
        sitting.url("join"), {"name": name, "color": "white", "request": "a" * 32}
    )
    assert answer.status_code == 422
    alerts = [alert.text for alert in read(answer).all(role="alert") if alert.text]
    assert alerts == [f"Someone at this table is already called {name}."]
    assert read(answer).one(id="name").attributes["aria-describedby"] == "wrong-name"


def test_home_leads_a_seat_and_the_screen_back_to_their_table_and_nobody_else() -> None:
    sitting = begun("london", 2)
    for client, path in ((sitting.screen, "screen"), (sitting.phones[0], "play")):
        assert read(client.get("/")).one(id="back-to-table").attributes["href"] == sitting.url(path)
    assert not read(Client().get("/")).all(id="back-to-table")


def test_an_open_result_learns_of_the_rematch() -> None:
    sitting = begun("london", 2)
    address = f"/result/{sitting.table.key}/rematch"
    assert Client().get(address).json() == {"follow": ""}
    sitting.post(sitting.screen, "rematch", page="screen")
    assert Client().get(address).json() == {"follow": sitting.url("follow")}
