"""A player's phone: everybody at the table, and what hosts can do for them."""

import pytest
from django.test import Client

from games.models import Table
from games.table.hosts import ask_to_host
from tests.support.markup import Element, read
from tests.support.phone_pages import page, sheet
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db


def personal_link(html: Element) -> str:
    """The address of a seat, as it is written below its code."""
    (word,) = (word for word in html.words.split() if "/seat/" in word)
    return word[word.index("/t/") :]


def test_everybody_is_on_the_table_page_with_tools_for_hosts_only() -> None:
    sitting = begun("london")
    host, guest = (page(sitting, phone).one(id="seats") for phone in sitting.phones)
    for html in (host, guest):
        assert "Ada" in html.words
        assert "17 buses" in html.words
    assert "Help Bo" in host.values("aria-label")
    assert "End the game early" in host.words
    assert not any("Help" in label for label in guest.values("aria-label"))
    assert "Help" not in guest.words
    assert "End the game early" not in guest.words
    assert "Ask to take over" in guest.words


def test_a_turn_is_not_skipped_while_its_player_chooses_tickets() -> None:
    sitting = begun("london")
    host, player = sitting.phones[0], sitting.state.to_move
    assert "’s turn" in page(sitting, host).one(id="seats").words
    sitting.post(sitting.phone(player), "tickets/ask", seen=sitting.number)
    assert sitting.state.hands[player].offer
    seats = page(sitting, host).one(id="seats").words
    assert "’s turn" not in seats
    assert "End the game early" in seats


def test_the_tools_for_a_seat_are_for_hosts() -> None:
    sitting = begun("london")
    seat = sitting.table.seats.get(name="Bo")
    html = sheet(sitting, sitting.phones[0], f"seats/{seat.pk}/").words
    assert "Make co-host" in html
    assert "New link for another phone" in html
    assert sitting.phones[1].get(sitting.url(f"seats/{seat.pk}/")).status_code == 302


def test_a_new_link_shows_a_code_to_scan_and_the_old_phone_loses_its_page() -> None:
    sitting = begun("london")
    host, lost = sitting.phones
    seat = sitting.table.seats.get(name="Bo")
    html = read(host.post(sitting.url(f"seats/{seat.pk}/reissue")))
    assert html.one(id="main").has("svg")
    link = personal_link(html)
    assert lost.get(sitting.url("live") + "?page=phone").status_code == 404
    assert lost.get(sitting.url("play")).status_code == 302
    another = Client()
    another.get(link)
    assert "Bo" in page(sitting, another).words


def test_the_personal_code_opens_my_own_seat_on_another_phone() -> None:
    sitting = begun("london")
    link = personal_link(page(sitting, sitting.phones[1], "my-qr"))
    second = Client()
    assert second.get(link).status_code == 302
    assert page(sitting, second).one("body")["data-color"] == "white"


def test_a_question_about_the_host_is_on_every_phone_and_can_be_objected_to() -> None:
    sitting = begun("london", players=3)
    sitting.table.seats.update(seen_at=None)
    Table.objects.filter(pk=sitting.table.pk).update(screen_seen_at=None)
    asking = sitting.table.seats.get(name="Bo")
    ask_to_host(table=sitting.table, seat=asking)
    mine, theirs = (page(sitting, sitting.phones[i]).one(id="notice") for i in (1, 2))
    assert "You’ll become host unless someone objects." in mine.words
    assert "I object" not in mine.words
    assert "Bo wants to take over" in theirs.words
    assert "I object" in theirs.words
    (left,) = theirs.values("data-left")
    assert 0 < int(left) <= 60
    reply = read(sitting.post(sitting.phones[2], "host/object", page="phone"))
    assert reply.one(id="notice").words == ""
