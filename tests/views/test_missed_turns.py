"""Logging one's own claims and tickets at any time: the players before drew cards, and the sheet
shows that."""

import pytest

from games.models import Seat
from games.rules.events import CardsDrawn, RouteClaimed
from games.table.writing import changing
from tests.support.games import game_of
from tests.support.markup import parsed
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db

BIG_BEN = "big-ben--waterloo"


def sheet(sitting: Sitting, seat: int, route: str = BIG_BEN, **asked: str) -> str:
    address = sitting.url(f"claim/{route}")
    return sitting.phone(seat).get(address, asked, headers={"HX-Request": "true"}).content.decode()


def claim(sitting: Sitting, by: int, whose: int | str, route: str = BIG_BEN, seen: int = 0) -> int:
    data = {"route": route, "seen": seen or sitting.number, "whose": whose}
    return sitting.post(sitting.phone(by), "claim", **data).status_code


def latest(sitting: Sitting, count: int) -> list[object]:
    return [entry.fact for entry in game_of(sitting.table).entries[-count:]]


def test_the_sheet_says_whose_claim_it_is_and_who_drew_cards() -> None:
    sitting = begun(players=3)
    html = sheet(sitting, 2)
    name = sitting.state.name
    assert f"<b>{name(2)}</b>" in html
    assert f"It’s {name(0)}’s turn." in html
    assert f"For me: {name(0)} and {name(1)} drew cards" in html
    assert f"For {name(0)}" in html


def test_on_ones_own_turn_it_asks_nothing() -> None:
    html = sheet(begun(players=3), 0)
    assert "drew cards" not in html
    assert "Claim for" in html


def test_a_player_without_a_phone_comes_first_on_every_phone_with_ones_own_beside_it() -> None:
    sitting = begun(players=3)
    host = next(i for i in range(3) if sitting.seat(i).host)
    child, guest = (host + 1) % 3, (host + 2) % 3
    while sitting.state.to_move != child:
        sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    Seat.objects.filter(pk=sitting.seat(child).pk).update(phoneless=True)
    with changing(sitting.table):
        pass
    for seat in (host, guest):
        html = parsed(sheet(sitting, seat))
        first, own = html.one(of_class="sheet-foot").all("button", of_class="go")
        assert first["value"] == str(child)
        assert f"Claim for {sitting.state.name(child)}:" in first.words
        assert own["value"] == str(seat)
        assert "Claim for me:" in own.words
        assert f"For me: {sitting.state.name(child)}" in own.words


def test_one_tap_logs_the_claim_and_the_turns_before() -> None:
    sitting = begun(players=3)
    assert claim(sitting, 2, 2) == 200
    assert latest(sitting, 3) == [CardsDrawn(0, 3), CardsDrawn(1, 2), RouteClaimed(2, BIG_BEN)]
    assert sitting.state.to_move == 0


def test_a_form_sent_twice_acts_once() -> None:
    sitting = begun(players=3)
    seen = sitting.number
    assert [claim(sitting, 2, 2, seen=seen), claim(sitting, 2, 2, seen=seen)] == [200, 200]
    assert sum(isinstance(f, RouteClaimed) for f in latest(sitting, 10)) == 1


def test_a_claim_for_the_player_to_move_fills_in_nothing() -> None:
    sitting = begun(players=3)
    assert claim(sitting, 2, 0) == 200
    assert latest(sitting, 1) == [RouteClaimed(0, BIG_BEN)]


def test_nobody_logs_out_of_turn_for_somebody_who_has_a_phone() -> None:
    sitting = begun(players=3)
    assert claim(sitting, 2, 1) == 422
    assert sitting.state.owners == {}
    assert claim(sitting, 2, 7) == 422


def test_a_turn_of_others_meanwhile_does_not_lose_ones_own_claim() -> None:
    sitting = begun(players=3)
    seen = sitting.number
    sitting.post(sitting.phone(0), "cards", seen=seen)
    assert claim(sitting, 2, 2, seen=seen) == 200
    assert latest(sitting, 2) == [CardsDrawn(1, 2), RouteClaimed(2, BIG_BEN)]


def test_what_was_logged_for_oneself_meanwhile_is_shown_first() -> None:
    sitting = begun(players=3)
    seen = sitting.number
    assert claim(sitting, 1, 0, "brick-lane--tower-of-london", seen=seen) == 200
    assert claim(sitting, 0, 0, seen=seen) == 409


def test_one_undo_takes_all_of_it_back() -> None:
    sitting = begun(players=3)
    claim(sitting, 2, 2)
    assert sitting.post(sitting.phone(2), "undo", seen=sitting.number).status_code == 200
    assert sitting.state.to_move == 0
    assert sitting.state.owners == {}


def test_tickets_can_be_drawn_out_of_turn() -> None:
    sitting = begun(players=3)
    html = sitting.phone(2).get(sitting.url("tickets/draw"), headers={"HX-Request": "true"}).content
    assert b"If you draw now" in html
    assert f"<b>{sitting.state.name(2)}</b>".encode() in html
    reply = sitting.post(sitting.phone(2), "tickets/ask", seen=sitting.number)
    assert reply.status_code == 200
    assert sitting.state.to_move == 2
    assert sitting.state.hands[2].offer


def test_all_last_turns_are_said_by_a_host_or_who_has_played() -> None:
    sitting = begun(players=3, final_round_at=16)
    assert claim(sitting, 0, 0) == 200
    assert sitting.state.final_round
    host = next(i for i in range(3) if sitting.seat(i).host)
    other = next(i for i in range(3) if i != host)
    refused = sitting.post(sitting.phone(other), "last-turns", seen=sitting.number)
    assert refused.status_code == 422
    page = sitting.phone(host).get(sitting.url("play")).content.decode()
    assert "All last turns taken" in page
    done = sitting.post(sitting.phone(host), "last-turns", seen=sitting.number)
    assert done.status_code == 200
    assert sitting.state.finished


def test_what_a_host_cannot_take_can_still_be_logged_for_a_child() -> None:
    sitting = begun("germany", players=4, passengers="untracked")
    host = next(i for i in range(4) if sitting.seat(i).host)
    child = (host + 1) % 4
    assert claim(sitting, host, host, "erfurt--hannover--1") == 200
    Seat.objects.filter(pk=sitting.seat(child).pk).update(phoneless=True)
    with changing(sitting.table):
        pass
    while sitting.state.to_move != (host + 2) % 4:
        sitting.post(sitting.phone(host), "cards", seen=sitting.number)
    refused = sheet(sitting, host, "erfurt--hannover--2")
    assert "owns the parallel route" in refused
    assert f"For {sitting.state.name(child)}" in refused
    assert f"erfurt--hannover--2?whose={child}" in refused
    assert claim(sitting, host, child, "erfurt--hannover--2") == 200


def test_who_still_plays_is_named_in_the_order_of_play() -> None:
    sitting = begun(players=3, final_round_at=16)
    assert claim(sitting, 0, 0) == 200
    html = sitting.screen.get(sitting.url("screen")).content.decode()
    banner = html[html.index("still to play:") :]
    names = [sitting.state.name(seat) for seat in (1, 2, 0)]
    assert sorted(names, key=banner.index) == names
