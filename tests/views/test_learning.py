"""The printed board differs from the sheet: corrections on phones and in the host's comparison."""

from dataclasses import replace

import pytest
from django.test import Client

from games.maps import findings, library
from games.models import Table
from games.pages import comparing
from games.rules.actions import CorrectRoute, CorrectSheet
from games.rules.board import Place
from games.rules.sheet_facts import ItemConfirmed, PlaceRenamed
from games.table import learning, versions
from games.table.snapshot import snapshots
from tests.support.games import game_of
from tests.support.markup import Element, read
from tests.support.same_bytes import others_see
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db

NEW = {"a": "Louvre", "b": "Montsouris", "color": "red", "length": "2"}


def mover(sitting: Sitting) -> Client:
    return sitting.phone(sitting.state.to_move)


def unverified_place(sitting: Sitting) -> str:
    board = sitting.board
    return next(place.id for place in board.places if not library.is_verified(board, place))


def claim_printed(sitting: Sitting, **changes: str) -> int:
    sent = {f"new-{name}": value for name, value in {**NEW, **changes}.items()}
    page = read(mover(sitting).get(sitting.url("printed"), {**NEW, **changes}))
    route = page.one("input", name="route")["value"]
    fields = {"route": route, "paid": "1", "color": sent["new-color"], "wilds": "0"}
    reply = sitting.post(mover(sitting), "claim", seen=sitting.number, **fields, **sent)
    return int(reply.status_code)


def test_a_printed_route_with_a_new_place_is_claimed_in_one_go() -> None:
    sitting = begun("paris")
    seat = sitting.state.to_move
    page = read(mover(sitting).get(sitting.url("routes")))
    assert sitting.url("printed") in page.values("href")
    assert claim_printed(sitting) == 200
    state = sitting.state
    assert state.owners == {"louvre--montsouris": seat}
    assert state.board.place["montsouris"].name == "Montsouris"
    wires = list(sitting.table.entries.order_by("number").values_list("wire", flat=True))[-3:]
    assert wires == ["place.added", "route.added", "route.claimed"]
    page = read(sitting.screen.get(sitting.url("screen")))
    assert page.has("g", data_route="louvre--montsouris")
    snapshots.clear()
    assert sitting.state == state


def test_a_double_route_brings_its_other_half_along() -> None:
    sitting = begun("paris")
    assert claim_printed(sitting, parallels="2", twin="blue") == 200
    assert set(sitting.state.board.parallels["louvre--montsouris"]) == {"louvre--montsouris--2"}
    assert sitting.state.board.route["louvre--montsouris--2"].color == "blue"


def test_the_form_asks_for_places_as_taps_or_words() -> None:
    sitting = begun("paris")
    page = read(mover(sitting).get(sitting.url("printed"), {"a": "louvre"}))
    assert page.one("input", name="a")["value"] == "Louvre"
    assert page.has("button", data_place_name="Louvre")


@pytest.mark.parametrize("color", ["", "puce"])
def test_nonsense_is_answered_with_a_sentence(color: str) -> None:
    sitting = begun("paris")
    reply = mover(sitting).get(sitting.url("printed"), {**NEW, "color": color})
    assert reply.status_code in (200, 302, 422)
    sent = {f"new-{name}": value for name, value in {**NEW, "color": color}.items()}
    reply = sitting.post(mover(sitting), "claim", seen=sitting.number, route="x", **sent)
    assert reply.status_code == 422
    assert not sitting.table.entries.filter(wire="place.added").exists()


def test_a_checked_sheet_is_left_alone_unless_a_host_allows_it() -> None:
    sitting = begun("london")
    new = {"a": "Waterloo", "b": "Soho", "color": "green"}
    page = read(mover(sitting).get(sitting.url("routes")))
    assert sitting.url("printed") not in page.values("href")
    sent = {f"new-{name}": value for name, value in {**NEW, **new}.items()}
    reply = sitting.post(mover(sitting), "claim", seen=sitting.number, route="x", **sent)
    assert reply.status_code == 422
    assert sitting.post(sitting.screen, "board/allow", learns="1").status_code == 200
    assert claim_printed(sitting, **new) == 200


def test_a_claim_with_a_tick_confirms_the_route_and_without_one_learns_nothing() -> None:
    sitting = begun("paris")
    route = next(r for r in sitting.state.board.routes if not sitting.state.board.parallels[r.id])
    sheet = read(mover(sitting).get(sitting.url(f"claim/{route.id}")))
    assert sheet.has("input", name="printed")
    sitting.post(mover(sitting), "claim", seen=sitting.number, route=route.id, printed="1")
    assert ("routes", route.id) in sitting.state.lessons.confirmed
    other = next(r for r in sitting.state.board.routes if r.id not in sitting.state.owners)
    sitting.post(mover(sitting), "claim", seen=sitting.number, route=other.id)
    assert len(sitting.state.lessons.confirmed) == 1


def test_a_host_strikes_out_and_renames_and_guests_do_not() -> None:
    sitting = begun("paris")
    route = sitting.state.board.routes[0]
    guest = sitting.phones[1]
    assert sitting.post(guest, "board/strike", route=route.id).status_code == 403
    assert sitting.post(sitting.screen, "board/strike", route=route.id).status_code == 200
    assert route.id not in sitting.state.board.route
    place = unverified_place(sitting)
    assert sitting.post(guest, "board/rename", place=place, name="X").status_code == 403
    sitting.post(sitting.screen, "board/rename", place=place, name="Here")
    assert sitting.state.board.place[place].name == "Here"
    sitting.post(sitting.screen, "board/move", place=place, x="12", y="34")
    assert (sitting.state.board.place[place].x, sitting.state.board.place[place].y) == (12, 34)
    sitting.post(sitting.screen, "undo", seen=sitting.number)
    sitting.post(sitting.screen, "undo", seen=sitting.number)
    sitting.post(sitting.screen, "undo", seen=sitting.number)
    assert sitting.state.board == sitting.state.sheet


# -- Paper tickets that are not in the list -------------------------------------------------------


def opened(tickets: dict[str, object]) -> Sitting:
    """Ada has told her tickets; Bo has not."""
    sitting = sit_down("paris", tickets="paper")
    first = sitting.table.seats.get(name="Ada")
    sitting.post(sitting.screen, f"seats/{first.pk}/first")
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    reply = sitting.post(sitting.phone(0), "tickets/keep", **tickets)
    assert reply.status_code == 200, reply.content.decode()
    return sitting


def test_a_paper_ticket_with_a_new_place_changes_nobody_elses_bytes() -> None:
    """docs/security.md: one entry, whatever it holds; the same line, the same numbers."""

    board = sit_down("paris").board
    listed = [ticket.id for ticket in board.tickets[:2]]
    plain = opened({"kept": listed})
    new = {"new-a": ["Montsouris"], "new-b": ["Louvre"], "new-points": ["9"]}
    with_new = opened({"kept": listed[:1], **new})
    secret = with_new.state.hands[0].tickets[1]
    assert secret == "louvre--montsouris--9"
    assert "Montsouris" in with_new.phone(0).get(with_new.url("play")).content.decode()
    assert others_see(with_new) == others_see(plain)


def test_a_ticket_that_is_in_the_list_after_all_is_just_picked() -> None:
    board = sit_down("paris").board
    first, second = board.tickets[:2]
    a, b = board.place[second.b].name, board.place[second.a].name
    sitting = opened(
        {"kept": [first.id], "new-a": [a], "new-b": [b], "new-points": [str(second.points)]}
    )
    assert sitting.state.hands[0].tickets == (first.id, second.id)
    assert not sitting.state.hands[0].added


# -- Comparing in the lobby -----------------------------------------------------------------------


def test_a_host_compares_in_the_lobby_and_the_game_begins_with_it() -> None:
    sitting = sit_down("paris", tickets="paper")
    assert sitting.url("compare") in read(sitting.phones[0].get(sitting.url("play"))).values("href")
    host = sitting.phones[0]
    assert host.get(sitting.url("compare")).status_code == 200
    assert host.get(sitting.url("compare?by=place")).status_code == 200
    route = sitting.board.routes[0]
    sent = {"back": "compare", "kind": "routes", "item": route.id}
    page = host.post(sitting.url("board/confirm"), sent, follow=True)
    assert page.status_code == 200
    done = sum(library.is_verified(sitting.board, place) for place in sitting.board.places)
    assert f"{done + 1} of" in read(page).text
    host.post(sitting.url("compare"), {"what": "add", **NEW})
    place = unverified_place(sitting)
    host.post(sitting.url("board/rename"), {"back": "compare", "place": place, "name": "Here"})
    assert "Montsouris" in host.get(sitting.url("play")).content.decode()
    assert Table.objects.get(pk=sitting.table.pk).lessons
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    state = sitting.state
    assert {"louvre--montsouris"} <= set(state.board.route)
    assert state.board.place[place].name == "Here"
    assert ItemConfirmed("routes", route.id).item in {
        item for _kind, item in state.lessons.confirmed
    }
    assert sitting.table.entries.filter(wire="sheet.compared").count() == 1
    assert game_of(sitting.table).in_force is None, "there is nothing to undo"


def test_what_the_table_mended_needs_no_tick_in_the_comparison() -> None:
    sitting = begun("paris")
    before = comparing.progress(sitting.state)
    board = sitting.board
    alone = next(r for r in board.routes if not board.parallels[r.id] and r.length > 1)
    twin = next(r for r in board.routes if board.parallels[r.id] and r.length > 1)
    facts = [
        CorrectSheet(PlaceRenamed(unverified_place(sitting), "Passy")),
        CorrectRoute(alone.id, alone.color, 1),
        CorrectRoute(twin.id, twin.color, 1),  # the other one's colour is not known by that
    ]
    learning.learn(table=sitting.table, actions=facts, by=sitting.seat(0))
    sitting.table.refresh_from_db()
    after = comparing.progress(sitting.state)
    assert (after["done"], after["every"]) == (before["done"] + 2, before["every"])
    rows = comparing.by_route(sitting.state, alone.id, 0)["rows"]
    done = {row["route"].id: row["done"] for row in rows}
    assert (done[alone.id], done[twin.id]) == (True, False)


def test_guests_do_not_compare_and_a_wrong_form_changes_nothing() -> None:
    sitting = sit_down("paris", 2)
    assert sitting.phones[1].post(sitting.url("board/confirm"), {}).status_code in (302, 403)
    host = sitting.phones[0]
    for sent in ({}, {"what": "route"}, {"what": "add"}, {"what": "x"}):
        assert host.post(sitting.url("compare"), sent).status_code in (302, 422)
    assert not Table.objects.get(pk=sitting.table.pk).lessons


# -- The board was corrected elsewhere ------------------------------------------------------------


def corrected_elsewhere(change: dict[str, object], route: str, name: str = "Ménil") -> None:
    """Somebody publishes a version in which a route is otherwise."""
    board = library.in_force("paris")
    assert board is not None
    routes = [replace(r, **change) if r.id == route else r for r in board.routes]
    made = replace(board, routes=tuple(routes), places=renamed(board.places, name))
    library.load(made)
    versions.announce_new_version("paris")


def renamed(places: tuple[Place, ...], name: str = "Ménil") -> tuple[Place, ...]:
    return tuple(replace(p, name=name) if p.id == "belleville" else p for p in places)


def test_a_running_table_is_offered_a_corrected_board_and_can_take_it_back() -> None:
    sitting = begun("paris")
    route = next(r for r in sitting.board.routes if not sitting.board.parallels[r.id])
    before = sitting.state
    corrected_elsewhere({"color": "green", "length": 1}, route.id)
    assert "corrected version of this board" in read(sitting.phones[1].get(sitting.url("log"))).text
    page = read(sitting.phones[0].get(sitting.url("table")))
    assert sitting.url("board/adopt") in page.values("action")
    assert sitting.url("board/adopt") not in read(
        sitting.phones[1].get(sitting.url("table"))
    ).values("action")
    assert sitting.post(sitting.phones[1], "board/adopt").status_code == 403
    assert sitting.post(sitting.phones[0], "board/adopt").status_code == 200
    mended = sitting.state.board.route[route.id]
    assert (mended.color, mended.length) == ("green", 1)
    assert sitting.state.board.place["belleville"].name == "Ménil"
    assert "uses version 2" in read(sitting.phones[1].get(sitting.url("log"))).text
    page = read(sitting.phones[0].get(sitting.url("table")))
    assert sitting.url("board/adopt") not in page.values("action")
    assert sitting.post(sitting.phones[0], "board/adopt", seen=9).status_code == 422, "done already"
    sitting.post(sitting.phones[0], "undo", seen=sitting.number)
    assert sitting.state == before


def test_a_table_takes_over_one_version_after_the_other_and_keeps_what_it_found_out() -> None:
    sitting = begun("paris")
    single = [r for r in sitting.board.routes if not sitting.board.parallels[r.id]]
    route, own = single[0], single[1]
    host = sitting.phones[0]
    mended = {"what": "route", "route": own.id, "color": "purple", "length": own.length}
    host.post(sitting.url("compare"), {**mended, "back": "compare"})
    for color, name in (("green", "Ménil"), ("blue", "Ménilmontant"), ("red", "Belleville")):
        corrected_elsewhere({"color": color}, route.id, name)
        adopted = sitting.post(host, "board/adopt", request=name)
        assert adopted.status_code == 200, color
        assert sitting.state.board.route[route.id].color == color
        assert sitting.state.board.place["belleville"].name == name
        assert sitting.state.board.route[own.id].color == "purple"
    corrected_elsewhere({"color": "green"}, own.id, "Belleville")
    known_better = sitting.post(host, "board/adopt", request="own")
    assert known_better.status_code == 422


def test_what_a_newer_version_brought_is_no_finding_of_the_table_that_took_it_over() -> None:
    sitting = begun("paris")
    route = next(r for r in sitting.board.routes if not sitting.board.parallels[r.id])
    corrected_elsewhere({"color": "green", "length": 1}, route.id)
    sitting.post(sitting.phones[0], "board/adopt")
    assert findings.findings_of(sitting.state) == {}


def test_nothing_is_offered_that_contradicts_what_was_played() -> None:
    sitting = begun("paris")
    route = next(r for r in sitting.board.routes if not sitting.board.parallels[r.id])
    sitting.post(mover(sitting), "claim", seen=sitting.number, route=route.id)
    assert route.id in sitting.state.owners
    corrected_elsewhere({"length": 3 if route.length == 1 else 1}, route.id)
    page = read(sitting.phones[0].get(sitting.url("table")))
    assert sitting.url("board/adopt") not in page.values("action")
    assert sitting.post(sitting.phones[0], "board/adopt").status_code == 422


def test_a_lobby_uses_the_corrected_board_with_what_it_found_out_already() -> None:
    sitting = sit_down("paris", tickets="paper")
    host = sitting.phones[0]
    host.post(sitting.url("compare"), {"what": "add", "back": "compare", **NEW})
    corrected_elsewhere({"color": "green"}, sitting.board.routes[0].id)
    assert sitting.url("board/adopt") in read(host.get(sitting.url("compare"))).values("action")
    host.post(sitting.url("board/adopt"), {"back": "compare"})
    sitting.table.refresh_from_db()
    assert sitting.table.sheet.version == 2
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    assert "louvre--montsouris" in sitting.state.board.route
    assert sitting.state.board.routes[0].color == "green"


# -- Tickets in the comparison --------------------------------------------------------------------


def test_tickets_are_compared_struck_out_and_added() -> None:
    sitting = sit_down("paris", tickets="paper")
    host, (first, second, third) = sitting.phones[0], sitting.board.tickets[:3]
    back = {"back": "compare", "by": "ticket"}
    page = read(host.get(sitting.url("compare?by=ticket")))
    assert page.has("input", name="ticket", value=first.id)
    host.post(sitting.url("board/confirm"), {**back, "kind": "tickets", "item": first.id})
    host.post(sitting.url("board/strike"), {**back, "ticket": second.id})
    names = [sitting.board.place[id].name for id in (third.a, third.b)]
    mended = {"a": names[0], "b": names[1], "points": "19", "instead": third.id}
    host.post(sitting.url("compare"), {**back, "what": "ticket", **mended})
    new = {"what": "ticket", "a": "Louvre", "b": "Montsouris", "points": "7"}
    host.post(sitting.url("compare"), {**back, **new})
    sitting.table.refresh_from_db()
    board = learning.lobby_state(sitting.table).board
    assert second.id not in board.ticket
    assert third.id not in board.ticket
    assert {t.points for t in board.tickets if {t.a, t.b} == {third.a, third.b}} == {19}
    assert board.ticket["louvre--montsouris--7"].points == 7
    refused = host.post(sitting.url("compare"), {**back, **new}, follow=True)
    assert "already in the list" in read(refused).text
    assert refused.redirect_chain, "refused on the page of the comparison"


def test_a_table_that_deals_is_only_pointed_to_options_while_there_are_some() -> None:
    lobby = sit_down("paris")
    in_the_options = "choose “paper tickets” in the options"
    assert in_the_options in read(lobby.phones[0].get(lobby.url("compare?by=ticket"))).words
    sitting = begun("paris")
    words = read(sitting.phones[0].get(sitting.url("compare?by=ticket"))).words
    assert in_the_options not in words
    assert "they stay as they are in this game" in words


# -- What the comparison says ---------------------------------------------------------------------


def added_in_lobby() -> tuple[Sitting, Element]:
    sitting = sit_down("paris", tickets="paper")
    sent = {"back": "compare", "what": "add", **NEW, "color": "green"}
    return sitting, read(sitting.phones[0].post(sitting.url("compare"), sent, follow=True))


def test_an_added_route_is_said_and_undo_says_what_it_undoes() -> None:
    sitting, page = added_in_lobby()
    sentence = "Louvre – Montsouris is on the printed board: green, 2 spaces"
    assert sentence in page.one(id="toast").text
    assert sentence in page.one("form", of_class="take-back").text
    page = read(
        sitting.phones[0].post(
            sitting.url("compare"), {"back": "compare", "what": "undo"}, follow=True
        )
    )
    sitting.table.refresh_from_db()
    assert sitting.table.lessons == [], "the place went with its route"
    assert not page.has("form", of_class="take-back")


def test_one_undo_takes_back_one_step() -> None:
    sitting, _page = added_in_lobby()
    host, route = sitting.phones[0], sitting.board.routes[0].id
    host.post(sitting.url("board/confirm"), {"back": "compare", "kind": "routes", "item": route})
    page = read(host.get(sitting.url("compare")))
    assert "matches the printed board" in page.one("form", of_class="take-back").text
    host.post(sitting.url("compare"), {"back": "compare", "what": "undo"})
    sitting.table.refresh_from_db()
    assert "louvre--montsouris" in learning.lobby_state(sitting.table).board.route


def test_while_playing_an_added_route_is_said_too() -> None:
    sitting = begun("paris")
    sent = {"back": "compare", "what": "add", **NEW, "color": "green"}
    page = read(sitting.screen.post(sitting.url("compare"), sent, follow=True))
    assert "Louvre – Montsouris is on the printed board: green" in page.one(id="toast").text
    assert not page.has("form", of_class="take-back"), "the log of the table undoes it"


def test_a_missing_route_begins_at_the_place_and_asks_for_the_colour_beside_it() -> None:
    sitting = sit_down("paris")
    host = sitting.phones[0]
    page = read(host.get(sitting.url("compare?by=place&at=louvre")))
    assert page.one("input", id="add-a")["value"] == "Louvre"
    assert page.has("input", name="twin", value="blue")
    host.post(sitting.url("compare"), {"what": "add", **NEW, "parallels": "2", "twin": "blue"})
    sitting.table.refresh_from_db()
    board = learning.lobby_state(sitting.table).board
    assert board.route["louvre--montsouris--2"].color == "blue"
    page = read(host.get(sitting.url("compare?by=route")))
    assert "value" not in page.one("input", id="add-a")


def test_the_comparison_says_what_a_claimed_route_would_count_before_it_does() -> None:
    sitting = begun("paris")
    state = sitting.state
    route = next(r for r in state.board.routes if r.length == 3 and not state.board.parallels[r.id])
    sitting.post(mover(sitting), "claim", route=route.id, seen=sitting.number)
    sent = {"back": "compare", "what": "route", "route": route.id, "color": route.color}
    page = read(sitting.screen.post(sitting.url("compare"), {**sent, "length": "1"}, follow=True))
    form = page.one("form", of_class="recounts")
    assert "This changes the score: " in form.text
    assert sitting.state.board.route[route.id].length == 3
    again = {field["name"]: field["value"] for field in form.all("input")}
    sitting.screen.post(sitting.url("compare"), again)
    assert sitting.state.board.route[route.id].length == 1
    assert ("routes", route.id) in sitting.state.lessons.confirmed
