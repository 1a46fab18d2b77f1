"""After the game: “Keep this as our Paris”, and corrections from others."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client, override_settings

from games.maps import drafts, findings, findings_file, library
from games.models import Finding, MapSheet
from games.rules import sheet as sheet_format
from games.rules.actions import (
    CheckPaper,
    ChooseOpening,
    ClaimRoute,
    CorrectRoute,
    CorrectSheet,
    EndGame,
)
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
)
from games.table import learning, moves
from tests.support.markup import read
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db

SOURIS = PlaceAdded("montsouris", "Montsouris")
WAY = RouteAdded("louvre--montsouris", "louvre", "montsouris", "red", 2)
TICKET = NewTicket("louvre", "montsouris", 7, "tickets", {"montsouris": "Montsouris"})


def single(sitting: Sitting, skip: int = 0) -> str:
    """A route of the sheet that stands alone and that nobody verified."""
    board = sitting.board
    single_routes = [r.id for r in board.routes if not board.parallels[r.id] and r.length > 1]
    return single_routes[skip]


def evening(length: int = 1, *, revealed: bool = True) -> Sitting:
    """A game on a board that differs from the sheet, to its end, or to the reveal."""
    sitting = sit_down("paris", tickets="paper")
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    table, listed = sitting.table, [ticket.id for ticket in sitting.board.tickets]
    mine = ChooseOpening(0, (TICKET.id, listed[0]), None, (), (TICKET,))
    moves.act(table=table, action=mine, by=sitting.seat(0))
    moves.act(table=table, action=ChooseOpening(1, tuple(listed[1:3])), by=sitting.seat(1))
    wrong, gone, right = single(sitting), single(sitting, 1), single(sitting, 2)
    color = sitting.board.route[wrong].color
    facts = [
        CorrectSheet(SOURIS),
        CorrectSheet(WAY),
        CorrectSheet(PlaceRenamed("belleville", "Ménilmontant")),
        CorrectSheet(RouteStruck(gone)),
        CorrectRoute(wrong, color, length),
        CorrectSheet(ItemConfirmed("routes", right)),
        ClaimRoute(0, WAY.route),
        EndGame(),
    ]
    learning.learn(table=table, actions=facts, by=sitting.seat(0))
    for seat in sitting.state.waiting_for():
        moves.act(table=table, action=CheckPaper(seat), by=sitting.seat(seat))
    if revealed:
        moves.step_reveal(table=table, step=9999)
    return sitting


def test_every_step_of_the_reveal_opens_with_a_ticket_that_only_its_owner_knew() -> None:
    sitting = evening(revealed=False)
    seen = ""
    for step in range(8):
        moves.step_reveal(table=sitting.table, step=step)
        assert sitting.phone(1).get(sitting.url("play")).status_code == 200
        page = sitting.screen.get(sitting.url("screen"))
        assert page.status_code == 200
        seen += read(page).text
    assert "Louvre – Montsouris" in seen


def keep(sitting: Sitting, **sent: str) -> int:
    reply = sitting.screen.post(f"/result/{sitting.table.key}/keep", sent)
    return int(reply.status_code)


def test_tickets_of_a_verified_sheet_leave_nothing_to_keep() -> None:
    sitting = sit_down("london", tickets="paper")
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    listed = [ticket.id for ticket in sitting.board.tickets]
    for seat in (0, 1):
        action = ChooseOpening(seat, (listed[seat],))
        moves.act(table=sitting.table, action=action, by=sitting.seat(seat))
    moves.act(table=sitting.table, action=EndGame(), by=sitting.seat(0))
    for seat in (0, 1):
        moves.act(table=sitting.table, action=CheckPaper(seat), by=sitting.seat(seat))
    sitting.post(sitting.screen, "reveal/step", page="screen", step=9999)
    page = read(sitting.screen.get(f"/result/{sitting.table.key}/"))
    assert "#score-sheets" in page.values("href")
    assert f"/result/{sitting.table.key}/keep" not in page.values("href")


def test_the_next_table_has_nothing_to_correct_any_more() -> None:
    sitting = evening()
    page = read(sitting.screen.get(f"/result/{sitting.table.key}/"))
    assert f"/result/{sitting.table.key}/keep" in page.values("href")
    preview = read(sitting.screen.get(f"/result/{sitting.table.key}/keep"))
    assert "Montsouris" in preview.text
    assert not Finding.objects.exists(), "looking writes nothing"
    assert keep(sitting) == 302
    board = library.in_force("paris")
    assert board is not None
    played = sitting.state.full_board
    assert set(board.route) == set(played.route)
    assert board.place["belleville"].name == "Ménilmontant"
    assert board.ticket[TICKET.id].points == 7
    for route in board.routes:
        assert (route.color, route.length) == (
            played.route[route.id].color,
            played.route[route.id].length,
        )
    second = sit_down("paris", sheet=MapSheet.objects.get(slug="paris", state="published"))
    assert second.board == board
    assert library.board_of(sitting.table.sheet) == sitting.state.sheet, "games keep their version"


def test_a_kept_board_says_so_on_home_in_the_lobby_and_on_its_rules_page() -> None:
    assert "corrected by its players" not in read(Client().get("/rules/paris/")).text
    assert keep(evening()) == 302
    sheet = MapSheet.objects.get(slug="paris", state="published")
    board = library.board_of(sheet)
    every = [*board.places, *board.routes, *board.tickets]
    done = sum(bool(item.tables) or library.is_verified(board, item) for item in every)
    sentence = f"corrected by its players, version 2: {done} of {len(every)} confirmed"
    second = sit_down("paris", sheet=sheet)
    pages = [
        read(Client().get("/")).one(id="map-paris").text,
        read(Client().get("/rules/paris/")).text,
        read(second.screen.get(second.url("screen"))).text,
        read(second.phones[0].get(second.url("play"))).one(id="turn").text,
    ]
    assert [sentence in page for page in pages] == [True] * 4
    assert not any("reconstruction" in page for page in (pages[0], *pages[2:]))


def test_two_tables_that_agree_make_an_item_checked() -> None:
    assert keep(evening()) == 302
    assert library.in_force("paris").route[WAY.route].verified is False  # type: ignore[union-attr]
    finding = {"a": "louvre", "b": "montsouris", "color": "red", "length": 2}
    findings.save_findings("paris", "elsewhere", {("routes", WAY.route): finding})
    board = library.in_force("paris")
    assert board is not None
    merged = findings.merge(board, findings.item_versions(findings.Basis(board)))
    assert merged.board.route[WAY.route].verified is True
    assert merged.tables[("routes", WAY.route)] == 2
    assert not merged.contradictions


def test_where_tables_contradict_one_another_both_are_shown_to_the_one_who_decides() -> None:
    sitting = evening()
    finding = {"a": "louvre", "b": "montsouris", "color": "blue", "length": 2}
    findings.save_findings("paris", "elsewhere", {("routes", WAY.route): finding})
    page = read(sitting.screen.get(f"/result/{sitting.table.key}/keep"))
    field = f"choice-routes-{WAY.route}"
    assert len([i for i in page.all("input") if i.get("name") == field]) == 2
    assert keep(sitting, **{field: "1"}) == 302
    board = library.in_force("paris")
    assert board is not None
    assert board.route[WAY.route].color == "blue"


def test_what_was_kept_is_said_to_be_kept_and_asked_no_second_time() -> None:
    sitting = evening()
    finding = {"a": "louvre", "b": "montsouris", "color": "blue", "length": 2}
    findings.save_findings("paris", "elsewhere", {("routes", WAY.route): finding})
    result, keeps = f"/result/{sitting.table.key}/", f"/result/{sitting.table.key}/keep"
    kept, offer = "Everything your table learnt has been kept.", "This table found out"
    before = read(sitting.screen.get(result)).text
    assert (kept in before, offer in before) == (False, True)
    assert keep(sitting, **{f"choice-routes-{WAY.route}": "1"}) == 302
    after = read(sitting.screen.get(result)).text
    assert (kept in after, offer in after) == (True, False)
    page = read(sitting.screen.get(keeps))
    assert kept in page.text
    assert "Tables disagree" not in page.text
    assert not page.one("main").has("form")
    assert f"/result/{sitting.table.key}/findings.json" in page.values("href")
    # Found out afterwards, on the result's own comparison: it can be kept again.
    fact = CorrectSheet(ItemConfirmed("routes", single(sitting, 4)))
    learning.learn(table=sitting.table, actions=[fact], by=sitting.seat(0))
    assert offer in read(sitting.screen.get(result)).text


@override_settings(SHEETS="staff")
def test_elsewhere_it_is_a_draft_for_the_map_editors() -> None:
    sitting = evening()
    assert keep(sitting) == 302
    assert MapSheet.objects.get(slug="paris", state="draft").draft
    assert "montsouris" not in library.in_force("paris").place  # type: ignore[union-attr]


def test_only_a_host_keeps_and_sends_in() -> None:
    sitting = evening()
    for path in ("keep", "findings.json"):
        assert Client().get(f"/result/{sitting.table.key}/{path}").status_code == 404
        assert sitting.screen.get(f"/result/{sitting.table.key}/{path}").status_code == 200


def test_a_file_has_no_names_of_people_and_is_merged_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = evening()
    text = sitting.screen.get(f"/result/{sitting.table.key}/findings.json").content.decode()
    assert all(name not in text for name in ("Ada", "Bo", sitting.table.key, sitting.table.code))
    file = tmp_path / "paris.json"
    file.write_text(text)
    call_command("mergesheet", str(file))
    assert "Nothing was changed" in capsys.readouterr().out
    assert "montsouris" not in library.in_force("paris").place  # type: ignore[union-attr]
    call_command("mergesheet", str(file), "--yes")
    assert "Montsouris" in capsys.readouterr().out
    assert "montsouris" in library.in_force("paris").place  # type: ignore[union-attr]
    slug, tables = findings_file.read_file(json.loads(text))
    assert (slug, len(tables)) == ("paris", 1)


def test_the_command_says_in_words_where_tables_contradict_one_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = evening()
    text = sitting.screen.get(f"/result/{sitting.table.key}/findings.json").content.decode()
    finding = {"a": "louvre", "b": "montsouris", "color": "blue", "length": 2}
    findings.save_findings("paris", "elsewhere", {("routes", WAY.route): finding})
    file = tmp_path / "paris.json"
    file.write_text(text)
    call_command("mergesheet", str(file))
    out = capsys.readouterr().out
    assert "Paris: 1 table, " in out
    assert "blue, 2 spaces at 1 table" in out
    assert "{" not in out


def test_the_admin_shows_what_a_file_changes_before_it_becomes_a_draft(
    admin_client: Client,
) -> None:
    sitting = evening()
    text = sitting.screen.get(f"/result/{sitting.table.key}/findings.json").content.decode()
    finding = {"a": "louvre", "b": "montsouris", "color": "blue", "length": 2}
    findings.save_findings("paris", "elsewhere", {("routes", WAY.route): finding})
    file = SimpleUploadedFile("paris.json", text.encode())
    page = read(admin_client.post("/admin/games/mapsheet/import/", {"file": file}))
    assert "Montsouris" in page.text
    assert page.has("svg")
    field = f"choice-routes-{WAY.route}"
    assert len([i for i in page.all("input") if i.get("name") == field]) == 2
    assert "blue, 2 spaces" in page.text
    assert not Finding.objects.exclude(source="elsewhere").exists(), "looking writes nothing"
    sent = {"text": text, field: "1"}
    reply = admin_client.post("/admin/games/mapsheet/import/confirm/", sent)
    assert reply.status_code == 302
    draft = MapSheet.objects.get(slug="paris", state="draft")
    routes = {route["id"]: route for route in json.loads(draft.draft)["routes"]}
    assert (routes[WAY.route]["color"], routes[WAY.route]["tables"]) == ("blue", 1)
    assert "montsouris" not in library.in_force("paris").place  # type: ignore[union-attr]
    nonsense = SimpleUploadedFile("x.json", json.dumps({"format": findings_file.FORMAT}).encode())
    page = admin_client.post("/admin/games/mapsheet/import/", {"file": nonsense})
    assert page.status_code == 422


def test_every_item_says_how_it_is_known_and_a_sheet_confirmed_twice_is_checked() -> None:
    assert keep(evening()) == 302
    board = library.in_force("paris")
    assert board is not None
    assert str(findings.how_known(board, board.route[WAY.route])) == "confirmed at 1 table"
    verified = next(place for place in board.places if place.verified and not place.tables)
    assert str(findings.how_known(board, verified)) == "printed rulebook or board"
    guessed = next(route for route in board.routes if not route.tables)
    assert str(findings.how_known(board, guessed)) == "reconstruction"
    assert sheet_format.read(sheet_format.write(board))[0] == board, "the file carries it"
    every = {
        (kind, item.id): findings._facts(item)
        for kind in findings.KINDS
        for item in getattr(board, kind)
    }
    for source in ("one", "another"):
        findings.save_findings("paris", source, every)
    sheet = findings.publish(findings.merge(board, findings.item_versions(findings.Basis(board))))
    assert library.board_of(sheet).verified
    assert library.checked_at_tables(library.board_of(sheet)) == 2
    assert "confirmed at 2 tables" in read(Client().get("/")).text


@override_settings(SHEETS="staff")
def test_a_draft_that_somebody_works_on_keeps_what_is_in_it() -> None:
    sitting = evening()
    draft = drafts.draft_of(sitting.table.sheet, None)
    data = drafts.sheet_data(draft)
    data["notes"] = "Half done."
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    assert keep(sitting) == 302
    saved = json.loads(MapSheet.objects.get(slug="paris", state="draft").draft)
    assert saved["notes"] == "Half done."
    assert WAY.route in {route["id"] for route in saved["routes"]}


def test_a_phone_is_told_where_it_can_be_kept_at_once() -> None:
    sitting = evening()
    address = f"/result/{sitting.table.key}/keep"
    sentence = "on the computer that runs Stationmaster"
    assert sentence not in read(sitting.screen.get(address)).text
    assert sentence in read(sitting.screen.get(address, REMOTE_ADDR="192.168.7.7")).text
    with override_settings(SHEETS="staff"):
        assert sentence not in read(sitting.screen.get(address, REMOTE_ADDR="192.168.7.7")).text


def test_keeping_is_offered_near_the_top_and_on_the_hosts_phone() -> None:
    sitting = evening()
    keeps = f"/result/{sitting.table.key}/keep"
    page = read(sitting.screen.get(f"/result/{sitting.table.key}/")).text
    winner, keeping, chart = map(
        page.index, (" points", "Keep this as our Paris", "Score over time")
    )
    assert winner < keeping < chart
    assert page.index("Keep this as our Paris") < page.index("Watch the replay")
    host, guest = (
        read(phone.get(sitting.url("play"))).one(id="turn").values("href", "a")
        for phone in sitting.phones
    )
    assert keeps in host
    assert keeps not in guest


def test_a_table_that_learnt_nothing_offers_nothing_to_keep() -> None:
    sitting = begun("london")
    play_on(sitting)
    sitting.post(sitting.screen, "reveal/step", step=9999)
    page = read(sitting.phones[0].get(sitting.url("play"))).one(id="turn")
    assert not [address for address in page.values("href", "a") if address.endswith("/keep")]
