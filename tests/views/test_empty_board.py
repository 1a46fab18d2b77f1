"""An empty board of the family: a table whose sheet is drawn by playing on it."""

import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.archive import record_files
from games.maps import empty_boards, library
from games.models import MapSheet, Table
from games.rules.actions import CheckPaper, ChooseOpening, EndGame
from games.rules.bonuses import KINDS
from games.table import learning, moves
from tests.support.markup import read
from tests.support.sittings import Sitting, sit_down

pytestmark = pytest.mark.django_db

ASKED = {
    "name": "Pennsylvania",
    "vehicle": "wagon",
    "vehicles": "45",
    "stations": "0",
    "last_round_at": "2",
    "opening_draw": "3",
    "opening_keep": "1",
    "turn_draw": "3",
    "turn_keep": "1",
}


def opened(players: int = 0, **changes: str) -> Sitting:
    """The lobby of an empty board, with so many people."""
    client = Client()
    reply = client.post("/tables/empty-board", {**ASKED, **changes})
    assert reply.status_code == 302, read(reply).text
    sitting = Sitting(Table.objects.get(code=reply["Location"].split("/")[2]), client)
    for name, color in (("Ada", "red"), ("Bo", "blue"))[:players]:
        phone = Client()
        phone.post(sitting.url("join"), {"name": name, "color": color, "request": name})
        sitting.phones.append(phone)
    return sitting


def test_home_leads_to_it_and_it_asks_for_name_vehicles_and_bonuses() -> None:
    assert "/tables/empty-board" in read(Client().get("/")).values("href")
    page = read(Client().get("/tables/empty-board"))
    for bonus in empty_boards.offered_bonuses():
        assert page.has("input", name=f"bonus-{bonus.kind}")
        for parameter in bonus.editable:
            assert page.has("input", name=f"bonus-{bonus.kind}-{parameter.name}")
    without = {kind for kind, bonus in KINDS.items() if bonus.place_field is not None}
    assert not any(page.has("input", name=f"bonus-{kind}") for kind in without)


def test_it_opens_a_table_on_paper_whose_sheet_nobody_else_is_offered() -> None:
    kind = empty_boards.offered_bonuses()[1].kind
    table = opened(**{f"bonus-{kind}": "on", f"bonus-{kind}-points": "15"}).table
    board = library.board_of(table.sheet)
    assert table.tickets == Table.Tickets.PAPER
    assert (board.name, board.vehicles_each, board.routes) == ("Pennsylvania", 45, ())
    assert [(bonus.kind, bonus.parameters()["points"]) for bonus in board.bonuses] == [(kind, 15)]
    assert "Pennsylvania" not in read(Client().get("/")).text


def test_tickets_are_drawn_and_kept_as_the_box_has_it() -> None:
    page = read(Client().get("/tables/empty-board"))
    usual = {"opening_draw": 3, "opening_keep": 2, "turn_draw": 3, "turn_keep": 1}
    for name, number in usual.items():
        assert page.one("input", name=name)["value"] == str(number)
    table = opened(opening_draw="5", opening_keep="3", turn_draw="4", last_round_at="3").table
    board = library.board_of(table.sheet)
    assert (board.opening.draw, board.opening.keep) == (5, 3)
    assert (board.turn.draw, board.turn.keep) == (4, 1)
    assert [edition.at for edition in board.editions] == [3]


def test_the_form_explains_its_bonuses_and_points_and_says_nothing_twice() -> None:
    page = read(Client().get("/tables/empty-board"))
    assert "The longest continuous path of your own routes" in page.text
    assert page.one("ul", of_class="worth").words.startswith("1 1 2 2 3 4 4 7")
    labels = [label.words for label in page.all("label")]
    assert len(labels) == len(set(labels))


def test_where_there_is_no_list_nobody_is_asked_what_it_lacks() -> None:
    sitting = opened(players=2)
    sitting.post(sitting.screen, "start")
    page = read(sitting.phone(0).get(sitting.url("tickets/draw")))
    assert page.has("input", name="new-a")
    assert "Not in the list?" not in page.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"opening_draw": "2", "opening_keep": "3"},
        {"name": ""},
        {"name": "Paris"},
        {"vehicles": "0"},
        {"vehicle": "rocket"},
        {f"bonus-{empty_boards.offered_bonuses()[0].kind}": "on"},
        {"bonus-stations": "on", "bonus-stations-points": "4"},
    ],
)
def test_what_does_not_fit_gets_a_sentence(wrong: dict[str, str]) -> None:
    library.load(sit_down("paris").board)
    before = MapSheet.objects.count()
    reply = Client().post("/tables/empty-board", {**ASKED, **wrong})
    assert reply.status_code == 422
    assert read(reply).has("span", role="alert") or read(reply).has("p", role="alert")
    assert MapSheet.objects.count() == before


def played() -> Sitting:
    """A game on an empty board, told to the end: three places, two routes, two tickets."""
    sitting = opened(players=2)
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    for seat, (a, b) in enumerate((("Erie", "Altoona"), ("Pittsburgh", "Erie"))):
        new = {"new-a": [a], "new-b": [b], "new-points": ["9"]}
        assert sitting.post(sitting.phone(seat), "tickets/keep", **new).status_code == 200
    first = sitting.state.to_move
    for a, b, color, length in (
        ("Erie", "Pittsburgh", "black", "3"),
        ("Altoona", "Erie", "grey", "2"),
    ):
        phone = sitting.phone(sitting.state.to_move)
        hinted = read(phone.get(sitting.url("play"))).has("p", of_class="map-hint")
        assert hinted is bool(sitting.state.board.routes), "there is nothing to tap yet"
        asked = {"a": a, "b": b, "color": color, "length": length}
        page = read(phone.get(sitting.url("printed"), asked))
        route = page.one("input", name="route")["value"]
        sent = {f"new-{name}": value for name, value in asked.items()}
        reply = sitting.post(phone, "claim", seen=sitting.number, route=route, **sent)
        assert reply.status_code == 200, reply.content.decode()
    state = sitting.state
    assert {place.name for place in state.board.places} == {"Erie", "Pittsburgh", "Altoona"}
    assert len({(place.x, place.y) for place in state.board.places}) == 3
    assert [hand.points for hand in state.hands][first] == 4
    for page in ("screen", "compare", "compare?by=place", "compare?by=ticket"):
        assert sitting.screen.get(sitting.url(page)).status_code == 200
    moves.act(table=sitting.table, action=EndGame(), by=None)
    for seat in sitting.state.waiting_for():
        moves.act(table=sitting.table, action=CheckPaper(seat), by=sitting.seat(seat))
    moves.step_reveal(table=sitting.table, step=9999)
    return sitting


def test_the_board_is_drawn_by_playing_and_kept_for_the_next_table() -> None:
    sitting = played()
    assert sitting.screen.get(f"/result/{sitting.table.key}/").status_code == 200
    assert sitting.screen.get(f"/result/{sitting.table.key}/replay").status_code == 200
    assert sitting.screen.post(f"/result/{sitting.table.key}/keep").status_code == 302
    board = library.in_force(sitting.table.sheet.slug)
    assert board is not None
    assert len(board.routes) == 2
    home = read(Client().get("/"))
    assert "Pennsylvania" in home.text
    reply = Client().post("/tables/", {"sheet": board.slug, "tickets": "dealt"})
    assert Table.objects.get(code=reply["Location"].split("/")[2]).tickets == "paper"


def elsewhere(sitting: Sitting) -> None:
    """Another installation, which has never had this board."""
    Table.objects.all().delete()
    MapSheet.objects.filter(slug=sitting.table.sheet.slug).delete()


def test_its_record_is_played_and_imported_where_nobody_has_the_board(tmp_path: Path) -> None:
    sitting = played()
    state = sitting.state
    content = sitting.screen.get(f"/result/{sitting.table.key}/record.json").content
    elsewhere(sitting)
    (tmp_path / "record.json").write_bytes(content)
    printed = StringIO()
    call_command("replay", str(tmp_path / "record.json"), "--json", stdout=printed)
    totals = [row["total"] for row in json.loads(printed.getvalue())["players"]]
    assert sorted(totals) == [2 - 9, 4 - 9], "a route each, and a ticket each that was missed"
    accepted = record_files.judge(content)
    assert isinstance(accepted, record_files.Accepted)
    assert not MapSheet.objects.filter(slug=sitting.table.sheet.slug).exists()
    table = record_files.store(accepted)
    assert table is not None
    assert accepted.game.state.full_board.route.keys() == state.full_board.route.keys()
    assert Client().get(f"/result/{table.key}/").status_code == 200
    assert "Pennsylvania" not in read(Client().get("/")).one("main").text.split("Past games")[0]
    again = record_files.judge(content)
    assert isinstance(again, record_files.AlreadyHere)


def test_a_sheet_that_a_record_brings_along_is_checked_like_any_other() -> None:
    sitting = played()
    data = json.loads(sitting.screen.get(f"/result/{sitting.table.key}/record.json").content)
    elsewhere(sitting)
    data["sheet"]["vehicles"]["each"] = "many"
    with pytest.raises(record_files.NotTaken) as refused:
        record_files.judge(json.dumps(data).encode())
    assert refused.value.code == "malformed"


def test_what_was_found_out_can_be_merged_where_nobody_has_the_board(tmp_path: Path) -> None:
    sitting = played()
    content = sitting.screen.get(f"/result/{sitting.table.key}/findings.json").content
    elsewhere(sitting)
    (tmp_path / "findings.json").write_bytes(content)
    printed = StringIO()
    call_command("mergesheet", str(tmp_path / "findings.json"), "--yes", stdout=printed)
    assert "Pennsylvania: version 1 is in force." in printed.getvalue()
    board = library.in_force(sitting.table.sheet.slug)
    assert board is not None
    assert {place.name for place in board.places} == {"Erie", "Pittsburgh", "Altoona"}


def test_the_admin_takes_over_what_was_found_out_about_a_board_nobody_has_here(
    admin_client: Client,
) -> None:
    sitting = played()
    content = sitting.screen.get(f"/result/{sitting.table.key}/findings.json").content
    elsewhere(sitting)
    sheets = "/admin/games/mapsheet/"
    shown = admin_client.post(f"{sheets}import/", {"file": BytesIO(content)})
    assert "Place Erie was added." in read(shown).text
    assert not MapSheet.objects.filter(slug=sitting.table.sheet.slug).exists()
    admin_client.post(f"{sheets}import/confirm/", {"text": content.decode()}, follow=True)
    before, draft = MapSheet.objects.filter(slug=sitting.table.sheet.slug).order_by("version")
    assert (before.state, draft.state) == (MapSheet.State.RETIRED, MapSheet.State.DRAFT)
    board = library.sketch_of(draft)
    assert board is not None
    assert {place.name for place in board.places} == {"Erie", "Pittsburgh", "Altoona"}


def test_every_page_of_an_empty_lobby_opens() -> None:
    sitting = opened(players=2)
    for page in ("play", "log", "table", "compare", "compare?by=place", "compare?by=ticket"):
        assert sitting.phones[0].get(sitting.url(page)).status_code == 200, page
    assert sitting.screen.get(sitting.url("screen")).status_code == 200
    assert Client().get(f"/rules/{sitting.table.sheet.slug}/").status_code in (200, 404)


def test_a_rematch_on_a_board_nobody_kept_goes_on_with_what_was_drawn() -> None:
    sitting = played()
    slug = sitting.table.sheet.slug
    page = read(sitting.screen.get(f"/result/{sitting.table.key}/"))
    assert page.has("button", name="sheet", value=slug)
    assert sitting.screen.post(sitting.url("rematch"), {"page": "screen"}).status_code == 302
    again = Table.objects.get(rematch_of=sitting.table)
    assert again.sheet == sitting.table.sheet
    text = read(sitting.screen.get(f"/t/{again.code}/screen")).text
    assert "reconstruction" not in text
    assert "drawn by its players" in text
    board = learning.lobby_state(again).board
    drawn = sitting.state.full_board
    assert (set(board.place), set(board.route)) == (set(drawn.place), set(drawn.route))
    assert {(t.a, t.b, t.points) for t in board.tickets} == {
        (t.a, t.b, t.points) for t in drawn.tickets
    }


def test_a_game_and_its_rematch_on_the_same_sheet_are_one_voice() -> None:
    sitting = played()
    sitting.screen.post(sitting.url("rematch"), {"page": "screen"})
    again = Sitting(Table.objects.get(rematch_of=sitting.table), sitting.screen, sitting.phones)
    again.post(again.screen, "start")
    again.table.refresh_from_db()
    tickets = [ticket.id for ticket in again.state.board.tickets]
    for seat in (0, 1):
        choice = ChooseOpening(seat, (tickets[seat],))
        moves.act(table=again.table, action=choice, by=again.seat(seat))
    moves.act(table=again.table, action=EndGame(), by=None)
    for seat in again.state.waiting_for():
        moves.act(table=again.table, action=CheckPaper(seat), by=again.seat(seat))
    moves.step_reveal(table=again.table, step=9999)
    for table in (sitting.table, again.table):
        sitting.screen.post(f"/result/{table.key}/keep")
    board = library.in_force(sitting.table.sheet.slug)
    assert board is not None
    assert {route.tables for route in board.routes} == {1}


def test_where_there_is_nothing_to_pick_from_people_are_asked_at_once() -> None:
    sitting = opened(players=2)
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    page = read(sitting.phone(0).get(sitting.url("tickets/draw")))
    assert "open" in page.one("details", id="missing-tickets")
    assert not page.has("input", id="find")
    for seat, (a, b) in enumerate((("Erie", "Altoona"), ("Pittsburgh", "Erie"))):
        new = {"new-a": [a], "new-b": [b], "new-points": ["9"]}
        sitting.post(sitting.phone(seat), "tickets/keep", **new)
    page = read(sitting.phone(sitting.state.to_move).get(sitting.url("routes")))
    assert not page.has("input", id="q")
    assert "The map is still empty." in page.text
    assert sitting.url("printed") in page.values("href")
