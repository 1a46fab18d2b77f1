"""Announcements on phones and screen, and autoplay of the reveal."""

import pytest
from django.test import Client

from games.rules.actions import ClaimRoute, DrawCards, EndGame
from games.table import moves
from games.table.writing import changing
from tests.rules.test_flags import BLUE, RED, WHITE
from tests.support.markup import read
from tests.support.phone_pages import page, sheet
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db


def choose_openings(sitting: Sitting, *routes: str) -> None:
    """The first seat claims these routes and keeps a card of each; the others draw cards."""
    for route in routes:
        while sitting.state.to_move:
            moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
        claim = ClaimRoute(0, route, None, {"keep_card": True})
        moves.act(table=sitting.table, action=claim, by=None)


def news(sitting: Sitting, client: Client, path: str = "play") -> str:
    return page(sitting, client, path).one(id="news").words


def test_a_flag_is_announced_on_every_phone_and_on_the_screen_until_the_next_entry() -> None:
    sitting = begun("paris", 2)
    choose_openings(sitting, BLUE[0], WHITE[0])
    assert news(sitting, sitting.phone(0)) == ""
    choose_openings(sitting, RED[0])
    sentence = f"{sitting.state.name(0)} completes a flag +4, discard the 3 cards"
    for client, path in ((sitting.screen, "screen"), (Client(), "screen")):
        assert sentence in news(sitting, client, path)
    for number in (0, 1):
        assert sentence in news(sitting, sitting.phone(number))
    moves.act(table=sitting.table, action=DrawCards(1), by=None)
    assert news(sitting, sitting.phone(1)) == ""


def test_the_claim_that_completes_a_flag_says_what_the_flag_is_worth() -> None:
    sitting = begun("paris", 2)
    choose_openings(sitting, BLUE[0])
    moves.act(table=sitting.table, action=DrawCards(1), by=None)
    assert "completes a flag" not in sheet(sitting, sitting.phone(0), f"claim/{WHITE[0]}").words
    choose_openings(sitting, WHITE[0])
    moves.act(table=sitting.table, action=DrawCards(1), by=None)
    html = sheet(sitting, sitting.phone(0), f"claim/{RED[0]}")
    (kept,) = (label for label in html.all("label") if label.has(name="keep_card"))
    assert "This completes a flag: +4 points" in kept.words
    again = sheet(sitting, sitting.phone(0), f"claim/{WHITE[1]}")
    assert "completes a flag" not in again.words


def test_what_is_undone_is_taken_back() -> None:
    sitting = begun("paris", 2)
    choose_openings(sitting, BLUE[0], WHITE[0], RED[0])
    sitting.post(sitting.screen, "undo", seen=sitting.number)
    part = page(sitting, sitting.screen, "screen").one(id="news")
    assert (part.words, "data-undone" in part) == ("", True)


def test_what_is_corrected_away_is_taken_back_too() -> None:
    sitting = begun("paris", 2)
    choose_openings(sitting, BLUE[0], WHITE[0], RED[0])
    form = {"action": "cards", "seen": sitting.number}
    assert sitting.post(sitting.screen, f"correct/{sitting.number}", **form).status_code == 200
    part = page(sitting, sitting.screen, "screen").one(id="news")
    assert (part.words, "data-undone" in part) == ("", True)


@pytest.mark.parametrize("hints", [True, False])
def test_a_ticket_that_is_complete_is_told_where_the_table_wants_hints(hints: bool) -> None:
    sitting = sit_down("london", 2, tickets="paper")
    with changing(sitting.table) as row:
        row.hints = hints
    sitting.post(sitting.screen, "start")
    for seat in (0, 1):
        sitting.post(sitting.phone(seat), "tickets/keep", kept="british-museum--piccadilly-circus")
    claim = ClaimRoute(0, "british-museum--piccadilly-circus")
    moves.act(table=sitting.table, action=claim, by=None)
    news = [page(sitting, sitting.phone(n)).all(id="ticket-news") for n in (0, 1)]
    assert [part.words for part in news[0]] == (
        ["You’ve completed a ticket! 1 of 1 done"] if hints else []
    )
    assert news[1] == []


# -- The reveal by itself -------------------------------------------------------------------------


def revealing() -> Sitting:
    sitting = begun("london", 2)
    moves.act(table=sitting.table, action=EndGame(), by=None)
    return sitting


def step(sitting: Sitting) -> int:
    sitting.table.refresh_from_db()
    return sitting.table.reveal_step


def test_a_host_starts_it_on_a_phone_and_every_page_of_a_host_can_go_on() -> None:
    sitting = revealing()
    host = sitting.phones[0]
    assert not page(sitting, host).has(id="auto-step")
    assert sitting.post(host, "reveal/pace", auto="1").status_code == 200
    assert page(sitting, host).has(id="auto-step")
    assert page(sitting, sitting.screen, "screen").has(id="auto-step")
    assert not page(sitting, Client(), "screen").has(id="auto-step")
    for client in (sitting.screen, host):  # both pages say so: it counts once
        sitting.post(client, "reveal/step", step=1, auto="1")
    assert step(sitting) == 1
    sitting.post(host, "reveal/step", step=1, auto="1")
    sitting.post(host, "reveal/step", step=7, auto="1")
    assert step(sitting) == 1, "neither late nor early"


def test_who_steps_by_hand_stops_it() -> None:
    sitting = revealing()
    sitting.post(sitting.screen, "reveal/pace", auto="1")
    sitting.post(sitting.phones[0], "reveal/step", step=1)
    assert not page(sitting, sitting.screen, "screen").has(id="auto-step")
    sitting.post(sitting.screen, "reveal/step", step=2, auto="1")
    assert step(sitting) == 1, "a page that has not heard of it yet"


def test_it_ends_with_the_ranking() -> None:
    sitting = revealing()
    sitting.post(sitting.screen, "reveal/pace", auto="1")
    for number in range(1, 30):
        sitting.post(sitting.screen, "reveal/step", step=number, auto="1")
    sitting.table.refresh_from_db()
    assert not sitting.table.reveal_auto
    assert not page(sitting, sitting.screen, "screen").has(id="cue-next")


def test_only_a_host_sets_the_pace_and_only_at_the_reveal() -> None:
    sitting = begun("london", 2)
    assert sitting.post(sitting.screen, "reveal/pace", auto="1").status_code == 422
    guest = next(phone for phone in sitting.phones[1:])
    moves.act(table=sitting.table, action=EndGame(), by=None)
    assert sitting.post(guest, "reveal/pace", auto="1").status_code in (403, 422)
    assert not read(guest.get(sitting.url("play"))).has(id="cue-auto")
