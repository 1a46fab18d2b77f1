"""A player's phone at the end, and what all of its pages have in common."""

import pytest
from django.test import Client

from tests.support.markup import inline, read
from tests.support.phone_pages import mover, page
from tests.support.sittings import begun, loaded, play_on, sit_down

pytestmark = pytest.mark.django_db


def test_phones_follow_the_reveal_and_a_host_steps() -> None:
    sitting = begun("london")
    play_on(sitting)
    host, guest = sitting.phones
    assert "Watch the screen" in page(sitting, guest).one(id="turn").words
    sitting.post(host, "reveal/step", page="phone", step=1)
    for phone, steps in ((host, True), (guest, False)):
        turn = page(sitting, phone).one(id="turn")
        assert "completed" in turn.words
        assert ("Next" in turn.words) is steps


def test_the_result_ranks_everybody_and_leads_to_the_score_sheet() -> None:
    sitting = begun("london")
    play_on(sitting)
    sitting.post(sitting.phones[0], "reveal/step", page="phone", step=9999)
    host, guest = (page(sitting, phone).one(id="turn") for phone in sitting.phones)
    for html in (host, guest):
        assert f"/result/{sitting.table.key}/" in html.values("href", "a")
        assert "Ada" in html.words
        assert "Bo" in html.words
    assert "Rematch" in host.words
    assert "Rematch" not in guest.words


def test_a_rematch_is_offered_to_everybody_once_a_host_opened_it() -> None:
    sitting = begun("london")
    play_on(sitting)
    sitting.post(sitting.phones[0], "reveal/step", page="phone", step=9999)
    sitting.phones[0].post(sitting.url("rematch"), {"page": "phone"})
    assert "Go to the next game" in page(sitting, sitting.phones[1]).one(id="notice").words
    answer = sitting.phones[1].get(sitting.url("follow"), follow=True)
    assert "Welcome, Bo" in read(answer).words


def test_a_phone_page_holds_no_inline_script_or_style() -> None:
    sitting = begun("germany", players=2)
    for html in (
        page(sitting, mover(sitting)),
        page(sitting, mover(sitting), "my-qr"),
        page(sit_down("london", players=1), Client(), ""),
    ):
        assert inline(html) == []


def test_a_table_closed_or_unknown_is_a_sentence() -> None:
    loaded("london")
    answer = Client().get("/t/ZZZZ/play")
    assert answer.status_code == 404
    assert "No such table" in read(answer).words
