"""A player's phone: joining, the lobby and the opening tickets."""

import pytest
from django.test import Client

from tests.support.markup import read
from tests.support.phone_pages import page, sheet
from tests.support.sittings import begun, sit_down

pytestmark = pytest.mark.django_db


def test_joining_asks_for_a_name_and_a_colour_and_greys_what_is_taken() -> None:
    sitting = sit_down("london", players=1)
    html = page(sitting, Client(), "")
    inputs = html.all("input", name=True)
    asked = {field["name"] for field in inputs if field.get("type") != "hidden"}
    assert asked == {"name", "color"}
    taken, free = sitting.board.player_colors[0], sitting.board.player_colors[1]
    assert html.has("input", value=taken, disabled=True)
    assert html.has("input", value=free, required=True, disabled=False)
    assert f"#mark-{free}" in html.values("href", "use")
    assert f"{taken} taken" in html.words


@pytest.mark.parametrize("language", ["en", "it", "de", "fr"])
def test_languages_are_offered_by_their_own_names(language: str) -> None:
    sitting = sit_down("london", players=1)
    html = page(sitting, Client(headers={"accept-language": language}), "")
    offered = html.one("form", of_class="tongues").words
    assert offered == "English Italiano Deutsch Français"


@pytest.mark.parametrize(
    ("typed", "beside"),
    [
        ({"name": "Ada", "color": "red"}, "Someone at this table is already called Ada."),
        ({"name": "", "color": "red"}, "Please enter a name."),
        ({"name": "Eve", "color": ""}, "Please pick a colour."),
    ],
)
def test_an_error_of_joining_is_said_once(typed: dict[str, str], beside: str) -> None:
    sitting = sit_down("london", players=1)
    answer = Client().post(sitting.url("join"), {**typed, "request": "another"})
    html = read(answer)
    assert html.words.count(beside) == 1
    assert len(html.all(role="alert")) == 1
    assert html.has("button", of_class="go", disabled=False)


def test_a_form_that_comes_after_the_start_leads_to_the_screen() -> None:
    sitting = begun("london")
    for form in ({"name": "", "color": ""}, {"name": "Eve", "color": "white", "request": "late"}):
        answer = Client().post(sitting.url("join"), form)
        assert (answer.status_code, answer["location"]) == (302, sitting.url("screen"))


def test_a_refused_name_keeps_what_was_typed_and_says_why() -> None:
    sitting = sit_down("london", players=1)
    free = sitting.board.player_colors[2]
    answer = Client().post(
        sitting.url("join"), {"name": "Ada", "color": free, "request": "another"}
    )
    html = read(answer)
    assert answer.status_code == 422
    assert "already called Ada" in html.words
    assert html.one("input", name="name")["value"] == "Ada"
    assert html.has("input", value=free, checked=True)


def test_in_the_lobby_only_a_host_gets_controls() -> None:
    sitting = sit_down("london", players=2)
    host, guest = (page(sitting, phone).one(id="turn") for phone in sitting.phones)
    assert "Start the game" in host.words
    assert "Add a player without a phone" in host.words
    assert "Remove Bo" in host.values("aria-label")
    assert not guest.has("form")
    assert "The host will start the game" in guest.words


def test_the_lobby_names_the_rule_of_the_first_player() -> None:
    sitting = sit_down("london", players=2)
    assert "The youngest player starts" in page(sitting, sitting.phones[0]).words
    seat = sitting.table.seats.get(name="Bo")
    html = read(sitting.post(sitting.phones[0], f"seats/{seat.pk}/first", page="phone"))
    assert "starts" in html.one(id=f"seat-{seat.pk}").words
    assert "The youngest player starts" not in html.words


def test_dealt_opening_tickets_are_in_the_page_of_their_owner_only() -> None:
    sitting = sit_down("london", players=2)
    sitting.post(sitting.screen, "start")
    offers = [sitting.state.hands[seat].offer for seat in range(2)]
    for seat in range(2):
        html = page(sitting, sitting.phone(seat))
        offered = html.values("value", "input", name="kept")
        assert set(offered) == set(offers[seat])
        assert not set(html.values("value")) & set(offers[1 - seat])
        assert html.has(of_class="secret")


def test_germany_announces_the_mix_before_any_ticket_is_seen() -> None:
    sitting = sit_down("germany", players=2)
    sitting.post(sitting.screen, "start")
    phone = sitting.phone(0)
    html = page(sitting, phone).one(id="turn")
    assert len(html.all(of_class="mix")) == 5
    assert not html.has(name="kept")
    mix = {"deck-short": 3, "deck-long": 1}
    reply = read(sitting.post(phone, "tickets/ask", page="phone", **mix))
    assert len(reply.one(id="turn").all(name="kept")) == 4
    assert "Keep at least 2" in reply.words


def test_paper_tickets_are_picked_from_every_ticket_of_the_map() -> None:
    sitting = sit_down("paris", players=2, tickets="paper")
    sitting.post(sitting.screen, "start")
    first, second = sitting.phone(0), sitting.phone(1)
    everything = [ticket.id for ticket in sitting.board.tickets]
    sitting.post(first, "tickets/keep", page="phone", kept=everything[:1])
    html = sheet(sitting, second, "tickets/draw")
    assert sorted(html.values("value", "input", name="kept")) == sorted(everything)


def test_languages_are_called_what_their_speakers_call_them() -> None:
    sitting = sit_down("london", players=1)
    html = Client(headers={"Accept-Language": "it"}).get(sitting.url("")).content.decode()
    assert [name for name in ("English", "Italiano", "Deutsch", "Français") if name in html] == [
        "English",
        "Italiano",
        "Deutsch",
        "Français",
    ]
    assert "Inglese" not in html
