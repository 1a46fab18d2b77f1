"""A phone that has lost its seat: it shows the way back, and a host can help."""

import pytest
from django.test import Client

from tests.support.markup import read
from tests.support.phone_pages import page
from tests.support.sittings import begun, sit_down

pytestmark = pytest.mark.django_db


def test_who_scans_the_code_of_a_running_table_learns_how_to_get_back_in() -> None:
    sitting = begun("london")
    stranger = Client()
    reply = stranger.get(sitting.url(""), follow=True)
    assert "Playing at this table? A host helps you back in" in read(reply).words


def test_nobody_else_is_told() -> None:
    sitting = begun("london")
    assert "Playing at this table?" not in page(sitting, sitting.screen, "screen").words
    lobby = sit_down("london")
    assert "Playing at this table?" not in read(Client().get(lobby.url("screen"))).words


def test_the_screen_of_a_host_gives_every_seat_a_new_link() -> None:
    sitting = begun("london")
    menu = page(sitting, sitting.screen, "screen").one(id="menu")
    forms = [form.get("action") for form in menu.all("form")]
    for number in (0, 1):
        path = f"seats/{sitting.seat(number).pk}/reissue"
        assert [action for action in forms if action.endswith(path)], forms
    path = next(action for action in forms if action.endswith(path))
    assert "Ask Bo to scan this now" in read(sitting.screen.post(path)).words
    assert sitting.phones[1].get(sitting.url("play")).status_code == 302, "the old phone is out"


def test_who_watches_gives_nobody_a_link() -> None:
    sitting = begun("london")
    watching = read(Client().get(sitting.url("screen")))
    assert not [form for form in watching.all("form") if "/reissue" in form.get("action")]
    path = sitting.url(f"seats/{sitting.seat(0).pk}/reissue")
    assert Client().post(path).status_code == 302
    assert sitting.phones[0].get(sitting.url("play")).status_code == 200, "the phone still sits"


def test_the_time_of_the_game_counts_from_its_start() -> None:
    sitting = begun("london")
    begin = sitting.table.entries.order_by("number").first()
    stage = page(sitting, sitting.screen, "screen").one(id="stage")
    assert stage["data-begun"] == begin.at.isoformat()
    lobby = sit_down("london")
    assert stage.get("data-stage") == "turns"
    assert not page(lobby, lobby.screen, "screen").one(id="stage").get("data-begun")
