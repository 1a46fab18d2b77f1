"""A mistake in the sheet, seen at the table: reported, or corrected for this table."""

import json
from typing import Any

import pytest
from django.test import Client

from games.maps import library
from games.models import Report
from games.rules.state import Phase
from games.table import moves
from games.table.snapshot import snapshots
from tests.support.markup import read
from tests.support.phone_pages import sheet
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def unclaimed(sitting: Sitting) -> Any:
    """An unverified route that stands alone, and another colour for it."""
    board = sitting.state.board
    route = next(r for r in board.routes if not board.parallels[r.id] and r.length == 2)
    return route, "grey" if route.color != "grey" else "red"


def links_of_claim(sitting: Sitting, phone: Client, route: str) -> list[str]:
    """Where the sheet of a claim leads: to the report of a mistake, too."""
    return read(phone.get(sitting.url(f"claim/{route}"))).values("href")


def test_a_host_reports_a_mistake_in_two_taps() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    mistake = sitting.url(f"mistake/{route.id}")
    host = next(p for p in sitting.phones if mistake in links_of_claim(sitting, p, route.id))
    html = read(host.get(mistake))
    assert html.has("input", name="color", value=color)
    reply = sitting.post(host, f"mistake/{route.id}", color=color, seen=sitting.number)
    assert reply.status_code == 200
    assert "that’s reported" in read(reply).text
    report = Report.objects.get()
    assert (report.route, report.color, report.length) == (route.id, color, route.length)
    assert sitting.state.board == sitting.state.sheet, "the table plays on as it was"


def test_a_host_corrects_an_unverified_route_for_this_table() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    sent = {"color": color, "here": "1", "seen": sitting.number}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert sitting.state.board.route[route.id].color == color
    assert sitting.table.entries.get(wire="route.corrected").payload == {
        "route": route.id,
        "color": color,
        "length": route.length,
    }
    assert Report.objects.count() == 1
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert sitting.table.entries.filter(wire="route.corrected").count() == 1, "sent twice"
    html = read(sitting.phone(0).get(sitting.url("play")))
    assert html.has("g", data_route=route.id, data_color=color), "drawn as corrected"
    assert html.has(data_board=f"{route.id}:{color}:{route.length}")
    assert library.board_of(sitting.table.sheet).route[route.id] == route, "the sheet is untouched"
    snapshots.clear()
    assert sitting.state.board.route[route.id].color == color
    sitting.post(sitting.screen, "undo", seen=sitting.number)
    assert sitting.state.board.route[route.id] == route
    play_on(sitting)
    assert sitting.state.phase is Phase.OVER


def test_after_the_correction_its_claim_is_open_again_unless_it_was_claimed() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    sent = {"color": color, "here": "1", "seen": sitting.number}
    reply = sitting.post(sitting.screen, f"mistake/{route.id}", **sent)
    assert reply["X-Next-Sheet"] == sitting.url(f"claim/{route.id}")
    claim = {"route": route.id, "seen": sitting.number}
    assert sitting.post(sitting.screen, "claim", **claim).status_code == 200
    back = {"color": route.color, "here": "1", "seen": sitting.number}
    reply = sitting.post(sitting.screen, f"mistake/{route.id}", **back)
    assert reply.status_code == 200
    assert "X-Next-Sheet" not in reply


def notices(sitting: Sitting, phone: Client) -> list[str]:
    page = read(phone.get(sitting.url("play"))).one(id="notice")
    return [note.words for note in page.all("section", of_class="reported")]


def test_a_guests_report_shows_on_a_hosts_phone_until_it_is_fixed_or_withdrawn() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    host, guest = sitting.phones
    sent = {"color": color, "seen": sitting.number}
    revision = sitting.table.revision
    assert sitting.post(guest, f"mistake/{route.id}", **sent).status_code == 200
    sitting.table.refresh_from_db()
    assert sitting.table.revision > revision, "open pages are told"
    (notice,) = notices(sitting, host)
    assert f"{sitting.table.seats.get(host=False).name} says" in notice
    assert notices(sitting, guest) == []
    assert "withdraw the report" in sheet(sitting, host, f"mistake/{route.id}").words
    as_drawn = {"color": route.color, "length": route.length, "seen": sitting.number}
    assert sitting.post(host, f"mistake/{route.id}", **as_drawn).status_code == 200
    assert notices(sitting, host) == []
    sitting.post(guest, f"mistake/{route.id}", **sent)
    assert len(notices(sitting, host)) == 1
    sitting.post(host, "cards", seen=sitting.number)
    assert len(notices(sitting, host)) == 1, "it stays while the game goes on"
    fix = {"color": color, "here": "1", "seen": sitting.number}
    assert sitting.post(host, f"mistake/{route.id}", **fix).status_code == 200
    assert notices(sitting, host) == []


def test_a_game_with_a_correction_is_played_to_the_end_and_its_record_says_so() -> None:
    sitting = begun("paris")
    route, _color = unclaimed(sitting)
    sent = {"length": "1", "here": "1", "seen": sitting.number}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=9999)
    reply = sitting.screen.get(f"/result/{sitting.table.key}/record.json")
    (correction,) = json.loads(reply.content)["corrections"]
    assert correction["length"] == 1
    assert sitting.screen.get(f"/result/{sitting.table.key}/").status_code == 200


def test_a_verified_route_is_reported_and_not_corrected() -> None:
    sitting = begun("london")
    route, color = unclaimed(sitting)
    sent = {"color": color, "here": "1", "seen": sitting.number}
    reply = sitting.post(sitting.screen, f"mistake/{route.id}", **sent)
    assert reply.status_code == 422
    assert "verified against the printed board" in read(reply).text
    assert not sitting.table.entries.filter(wire="route.corrected").exists()
    sent.pop("here")
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert Report.objects.count() == 1


def test_guests_report_and_only_a_host_mends() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    guest = sitting.phones[1]
    sent = {"color": color, "here": "1", "seen": sitting.number}
    assert sitting.post(Client(), f"mistake/{route.id}", **sent).status_code == 403
    assert Report.objects.count() == 0
    asked = sheet(sitting, guest, f"mistake/{route.id}").words
    assert f"{sitting.seat(0).name} can fix this for the table." in asked
    assert sitting.post(guest, f"mistake/{route.id}", **sent).status_code == 200
    assert Report.objects.get().color == color
    assert "You reported: " in sheet(sitting, guest, f"mistake/{route.id}").words
    text = sheet(sitting, sitting.phones[0], f"mistake/{route.id}").words
    assert f"{sitting.seat(1).name} reported: " in text
    assert "You reported: " not in text
    assert sitting.state.board == sitting.state.sheet
    again = {"color": color, "length": "1", "seen": sitting.number}
    sitting.post(sitting.screen, f"mistake/{route.id}", **again)
    assert Report.objects.get().length == 1, "a later report of the same route replaces the earlier"


def test_a_claimed_route_is_mended_after_somebody_has_read_what_that_changes() -> None:
    sitting = begun("paris")
    route, _color = unclaimed(sitting)
    sitting.post(sitting.phone(sitting.state.to_move), "claim", route=route.id, seen=sitting.number)
    sent = {"length": "1", "here": "1"}
    asked = sitting.post(sitting.screen, f"mistake/{route.id}", **sent, seen=sitting.number)
    assert "would have" in read(asked).text
    assert sitting.state.board == sitting.state.sheet
    sent |= {"recount": "1", "seen": str(sitting.number)}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert sitting.state.board.route[route.id].length == 1


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"seen": "x", "color": "grey"},
        {"color": "puce"},
        {"length": "77"},
        {"length": "0"},
        {"length": "²"},
        {"color": "<b>", "here": "1"},
    ],
)
def test_nonsense_about_a_route_is_a_sentence(sent: dict[str, str]) -> None:
    sitting = begun("paris")
    route, _color = unclaimed(sitting)
    full = {"seen": sitting.number, **sent} if sent else {}
    reply = sitting.post(sitting.screen, f"mistake/{route.id}", **full)
    assert reply.status_code in (409, 422)
    assert sitting.post(sitting.screen, "mistake/nowhere", **full).status_code == 422
    assert Report.objects.count() == 0
    assert not sitting.table.entries.filter(wire="route.corrected").exists()


def test_a_form_made_from_an_older_state_changes_nothing_here_but_is_reported() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    form = {"length": "1", "color": color, "here": "1", "seen": "0"}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **form).status_code == 409
    assert Report.objects.count() == 1
    assert not sitting.table.entries.filter(wire="route.corrected").exists()


def test_the_host_sees_how_much_is_verified() -> None:
    sitting = sit_down("paris")
    done, every = library.verified_share(sitting.board)
    screen, phone = sitting.screen, sitting.phones[0]
    assert f"verified: {done} of {every}" in read(screen.get(sitting.url("screen"))).text
    assert f"{done} of {every}" in read(phone.get(sitting.url("play"))).text
