"""The lobby: opening a table, taking seats, hosts, and what never opens a seat."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Seat, Table
from games.refusals import Refused
from games.rules.state import Phase
from games.table import codes, lobby
from games.table.hosts import OBJECTION, ask_to_host, reissue
from games.table.snapshot import load
from tests.support.games import game_of
from tests.support.sittings import begun, loaded, open_directly, sit_down

pytestmark = pytest.mark.django_db


def test_one_tap_opens_a_table_with_sensible_defaults() -> None:
    table = sit_down("germany", 0).table
    assert (table.stage, table.tickets, table.passengers) == ("lobby", "dealt", "drawn")
    assert (table.final_round_at, table.hints, table.score_hidden) == (2, True, False)


def test_paris_opened_in_german_plays_the_german_edition() -> None:
    loaded("paris")
    client = Client(headers={"Accept-Language": "de"})
    client.post("/tables/", {"sheet": "paris"})
    assert Table.objects.get().final_round_at == 1


def test_codes_have_four_letters_without_look_alikes_and_vowels() -> None:
    drawn = {codes.table_code() for _ in range(500)}
    assert all(len(code) == 4 and not set(code) & set("AEIOUYLQ01") for code in drawn)
    assert not any(codes.UNWANTED.search(code) for code in drawn)
    assert codes.tidy(" kt-rw ") == "KTRW"


def test_two_open_tables_never_share_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["KTRW", "KTRW", "KTRW", "BCDF"])
    monkeypatch.setattr(codes, "table_code", lambda: next(drawn))
    assert [open_directly().code, open_directly().code] == ["KTRW", "BCDF"]


def test_a_closed_table_frees_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "table_code", lambda: "KTRW")
    first = open_directly()
    lobby.close(table=first)
    assert open_directly().code == "KTRW"
    assert load("ktrw").table != first


def test_the_first_phone_and_the_opening_browser_are_hosts() -> None:
    sitting = sit_down("london", 3)
    assert [seat.host for seat in sitting.table.seats.all()] == [True, False, False]
    assert sitting.post(sitting.screen, "lock", locked="1").status_code == 200
    assert sitting.post(sitting.phones[1], "lock", locked="0").status_code == 403
    sitting.table.refresh_from_db()
    assert sitting.table.locked


@pytest.mark.parametrize(
    ("name", "color", "sentence"),
    [
        ("ada", "white", "already called ada"),
        ("Bo", "red", "Someone just took red"),
        ("Bo", "mauve", "pick a colour"),
        ("   ", "white", "enter a name"),
        ("", "white", "enter a name"),
        ("Bo", "", "pick a colour"),
    ],
)
def test_a_seat_that_cannot_be_taken_says_why(name: str, color: str, sentence: str) -> None:
    sitting = sit_down("london", 1)
    reply = Client().post(sitting.url("join"), {"name": name, "color": color, "request": "x"})
    assert reply.status_code == 422
    assert sentence in reply.content.decode()
    assert sitting.table.seats.count() == 1


def test_the_same_form_sent_twice_takes_one_seat_and_opens_it_both_times() -> None:
    sitting = sit_down("london", 0)
    form = {"name": "Ada", "color": "red", "request": "one-form"}
    first, second = Client(), Client()
    assert first.post(sitting.url("join"), form).status_code == 302
    assert second.post(sitting.url("join"), form).status_code == 302
    assert sitting.table.seats.count() == 1
    for client in (first, second):
        assert client.get(sitting.url("play")).status_code == 200


def test_knowing_a_name_or_the_code_never_opens_a_seat() -> None:
    sitting = sit_down("london", 2)
    stranger = Client()
    reply = stranger.post(
        sitting.url("join"), {"name": "Ada", "color": "white", "request": "other"}
    )
    assert reply.status_code == 422
    assert stranger.get(sitting.url("play")).status_code == 302
    assert stranger.get(sitting.url("seat/guess")).status_code == 404
    stranger.cookies[f"seat_{sitting.table.pk}"] = "Ada"
    assert stranger.get(sitting.url("play")).status_code == 302


def test_a_full_or_locked_table_says_so() -> None:
    sitting = sit_down("london", 4)
    form = {"name": "Eli", "color": "yellow", "request": "x"}
    assert "All 4 seats" in Client().post(sitting.url("join"), form).content.decode()
    two = sit_down("london", 2)
    lobby.set_locked(table=two.table, locked=True)
    assert "locked" in Client().post(two.url("join"), form).content.decode()


def test_late_joiners_become_spectators() -> None:
    sitting = begun("london", 2)
    late = Client()
    assert late.get(sitting.url()).url == sitting.url("screen")
    form = {"name": "Late", "color": "yellow", "request": "x"}
    assert late.post(sitting.url("join"), form).url == sitting.url("screen")
    assert late.get(sitting.url("screen")).status_code == 200


def test_seats_are_moved_into_clockwise_order_and_removed_before_the_start() -> None:
    sitting = sit_down("london", 3)
    ada, bo, cy = sitting.table.seats.all()
    sitting.post(sitting.screen, f"seats/{cy.pk}/move", place=0)
    assert [seat.name for seat in sitting.table.seats.order_by("position")] == ["Cy", "Ada", "Bo"]
    sitting.post(sitting.screen, f"seats/{ada.pk}/remove")
    assert [seat.name for seat in sitting.table.seats.order_by("position")] == ["Cy", "Bo"]
    assert sitting.table.seats.filter(host=True).exists()
    assert sitting.post(sitting.phones[1], f"seats/{cy.pk}/remove").status_code == 403
    assert bo.name == "Bo"


def test_turns_go_clockwise_from_the_named_first_player() -> None:
    sitting = sit_down("london", 3)
    bo = sitting.table.seats.get(name="Bo")
    sitting.post(sitting.screen, f"seats/{bo.pk}/first")
    sitting.post(sitting.screen, "start")
    assert [player.name for player in sitting.state.players] == ["Bo", "Cy", "Ada"]


def test_a_random_first_player_is_drawn_among_all() -> None:
    drawn: set[str] = set()
    for _attempt in range(30):
        sitting = sit_down("paris", 2)
        sitting.post(sitting.screen, "start")
        drawn.add(sitting.state.players[0].name)
        if len(drawn) == 2:
            break
    assert drawn == {"Ada", "Bo"}


def test_a_game_needs_enough_players_and_says_so() -> None:
    sitting = sit_down("germany", 1)
    reply = sitting.post(sitting.screen, "start")
    assert reply.status_code == 422
    assert "Germany is for 2 to 5 players." in reply.content.decode()
    sitting.table.refresh_from_db()
    assert sitting.table.stage == "lobby"


def test_starting_twice_starts_once() -> None:
    sitting = sit_down("london", 2)
    sitting.post(sitting.screen, "start")
    entries = sitting.table.entries.count()
    assert sitting.post(sitting.screen, "start").status_code == 200
    assert sitting.table.entries.count() == entries


def test_drawn_passengers_are_the_whole_bag_on_the_right_places() -> None:
    sitting = sit_down("germany", 2)
    sitting.post(sitting.screen, "start")
    started = game_of(sitting.table).entries[0].fact
    waiting = started.setup["passengers"]
    assert {id: len(colors) for id, colors in waiting.items()} == {
        place.id: place.facts["passengers"]
        for place in sitting.board.places
        if "passengers" in place.facts
    }
    everybody = [color for colors in waiting.values() for color in colors]
    assert {color: everybody.count(color) for color in everybody} == dict.fromkeys(
        ("black", "blue", "green", "red", "white", "yellow"), 10
    )


def test_typed_in_passengers_are_checked_and_kept() -> None:
    sitting = sit_down("germany", 2, passengers="typed")
    reply = sitting.post(sitting.screen, "setup", **{"at-kiel": ["red", "red"]})
    assert "Kiel can hold at most 1 passenger." in reply.content.decode()
    sitting.post(sitting.screen, "setup", **{"at-kiel": ["red"], "at-berlin": ["blue"]})
    sitting.post(sitting.screen, "start")
    started = game_of(sitting.table).entries[0].fact
    assert started.setup["passengers"]["kiel"] == ("red",)
    assert started.setup["passengers"]["berlin"] == ("blue",)


def test_a_seat_without_a_phone_waits_for_the_reveal_only_with_paper_tickets() -> None:
    for tickets, waits in (("dealt", False), ("paper", True)):
        sitting = sit_down("london", 1, tickets=tickets)
        sitting.post(sitting.screen, "seats/add", name="Kim", color="blue", request="kim")
        sitting.post(sitting.screen, "start")
        assert [player.at_reveal for player in sitting.state.players] == [False, waits]


def test_a_hosts_phone_is_handed_to_a_player_without_one() -> None:
    sitting = sit_down("london", 2)
    sitting.post(sitting.screen, "seats/add", name="Kim", color="blue", request="kim")
    sitting.post(sitting.screen, "start")
    kim = sitting.table.seats.get(name="Kim")
    offer = sitting.state.hands[kim.number].offer
    assert sitting.phones[0].get(sitting.url(f"handed/{kim.pk}")).status_code == 200
    assert sitting.phones[1].get(sitting.url(f"handed/{kim.pk}")).status_code == 302
    bo = sitting.table.seats.get(name="Bo")
    assert sitting.phones[0].get(sitting.url(f"handed/{bo.pk}")).status_code == 302
    form = {"for": kim.pk, "kept": offer[:1]}
    sitting.post(sitting.phones[1], "tickets/keep", **form)
    assert not sitting.state.hands[kim.number].chosen
    sitting.post(sitting.phones[0], "tickets/keep", **form)
    assert sitting.state.hands[kim.number].tickets == offer[:1]


def test_the_personal_link_moves_a_seat_and_a_reissue_closes_the_old_one() -> None:
    sitting = begun("london", 2)
    old = sitting.phones[1]
    page = old.get(sitting.url("my-qr")).content.decode()
    secret = old.cookies[f"seat_{sitting.table.pk}"].value
    assert f"seat/{secret}" in page

    second = Client()
    assert second.get(sitting.url(f"seat/{secret}")).url == sitting.url("play")
    assert second.get(sitting.url("play")).status_code == 200
    assert old.get(sitting.url("play")).status_code == 200  # two devices for one seat work

    bo = sitting.table.seats.get(name="Bo")
    assert sitting.post(sitting.phones[1], f"seats/{bo.pk}/reissue").status_code == 403
    assert sitting.post(sitting.phones[0], f"seats/{bo.pk}/reissue").status_code == 200
    assert old.get(sitting.url("play")).status_code == 302
    assert old.get(sitting.url(f"seat/{secret}")).status_code == 404
    everybody = sitting.phones[0].get(sitting.url("play")).content.decode()
    assert "A host gave Bo a new link" in everybody


def test_a_note_in_the_log_does_not_make_forms_stale() -> None:
    sitting = begun("london", 2)
    seen = sitting.number
    reissue(table=sitting.table, seat=sitting.table.seats.get(name="Bo"), by=None)
    reply = sitting.post(sitting.phone(0), "cards", seen=seen)
    assert reply.status_code == 200
    assert sitting.state.turns_played == 1


def test_hosts_share_the_role_or_give_it_away() -> None:
    sitting = sit_down("london", 2)
    ada, bo = sitting.table.seats.all()
    sitting.post(sitting.phones[0], f"seats/{bo.pk}/host", instead="1")
    assert set(sitting.table.seats.filter(host=True)) == {bo}
    sitting.post(sitting.phones[1], f"seats/{ada.pk}/host")
    assert sitting.table.seats.filter(host=True).count() == 2


def silence(table: Table) -> None:
    Seat.objects.filter(table=table).update(seen_at=timezone.now() - timedelta(minutes=5))


def test_when_all_hosts_are_gone_a_seat_takes_over_unless_somebody_objects() -> None:
    sitting = begun("london", 3)
    table, cy = sitting.table, sitting.table.seats.get(name="Cy")
    with pytest.raises(Refused, match="still a host"):
        ask_to_host(table=table, seat=cy)

    silence(table)
    assert sitting.post(sitting.phones[2], "host/ask").status_code == 200
    table.refresh_from_db()
    assert table.claimant == cy
    assert "Cy" in sitting.phones[1].get(sitting.url("play")).content.decode()

    sitting.post(sitting.phones[2], "host/settle")  # too early: nothing happens
    cy.refresh_from_db()
    assert not cy.host
    sitting.post(sitting.phones[1], "host/object")
    table.refresh_from_db()
    assert table.claimant is None

    silence(table)
    sitting.post(sitting.phones[2], "host/ask")
    Table.objects.update(claimed_at=timezone.now() - OBJECTION)
    sitting.post(sitting.phones[2], "host/settle")
    cy.refresh_from_db()
    assert cy.host
    assert "Cy took over as host" in sitting.phones[1].get(sitting.url("play")).content.decode()


def test_the_claimant_cannot_object_for_the_others() -> None:
    sitting = begun("london", 2)
    silence(sitting.table)
    sitting.post(sitting.phones[1], "host/ask")
    sitting.post(sitting.phones[1], "host/object")
    sitting.table.refresh_from_db()
    assert sitting.table.claimant is not None


def test_a_rematch_keeps_the_people_and_their_phones() -> None:
    sitting = begun("london", 2)
    sitting.post(sitting.screen, "end", seen=sitting.number)
    reply = sitting.screen.post(sitting.url("rematch"), {"sheet": "london", "page": "screen"})
    sitting.table.refresh_from_db()
    new = sitting.table.rematch
    assert reply.url == f"/t/{new.code}/screen"
    assert sitting.screen.post(sitting.url("rematch"), {"page": "screen"}).url == reply.url
    assert Table.objects.count() == 2
    followed = sitting.phones[1].get(sitting.url("follow"), follow=True)
    assert followed.redirect_chain[-1][0] == f"/t/{new.code}/play"
    assert [seat.name for seat in new.seats.all()] == ["Ada", "Bo"]
    assert (
        sitting.screen.post(f"/t/{new.code}/start", headers={"HX-Request": "true"}).status_code
        == 200
    )


def test_a_rematch_on_a_smaller_map_says_so() -> None:
    loaded("london")
    sitting = begun("germany", 5)
    reply = sitting.post(sitting.screen, "rematch", sheet="london")
    assert "London has only 4 seats." in reply.content.decode()


def test_dealt_opening_tickets_wait_on_every_phone_at_once() -> None:
    sitting = sit_down("london", 3)
    sitting.post(sitting.screen, "start")
    state = sitting.state
    assert state.phase is Phase.OPENING
    assert all(len(hand.offer) == 2 for hand in state.hands)
    sitting.post(sitting.phone(2), "tickets/keep", kept=state.hands[2].offer)
    assert sitting.state.waiting_for() == (0, 1)
