"""A new bonus is a module, a line in the registry and at most three templates, and nothing else.

Lanterns (tests/support/lanterns.py) go through everything a bonus meets: sheet, set-up, claims,
phones, screen, log, reveal, result, record, rules page and the editors of sheets.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.maps import drafts, library
from games.models import MapSheet
from games.rules import bonuses, log, record
from games.rules.actions import ClaimRoute
from games.rules.board import Board
from games.rules.checks import read_and_check
from games.rules.reveal import reveal_view
from games.rules.scoring import score
from games.rules.state import Phase
from games.rules.violations import RuleViolation
from games.table import moves
from tests.support.boards import sheet as sheet_data
from tests.support.games import game_of
from tests.support.lanterns import LanternMemory, Lanterns
from tests.support.markup import Element, parsed
from tests.support.sittings import Sitting, play_on, sit_down

pytestmark = pytest.mark.django_db

STAND = ("big-ben", "waterloo", "hyde-park", "brick-lane", "st-pauls")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The line in the registry, and the folder of templates."""
    monkeypatch.setitem(bonuses.KINDS, "lanterns", Lanterns)
    pages, parts = settings.TEMPLATES
    folder = Path(__file__).parent / "templates"
    settings.TEMPLATES = [pages, {**parts, "DIRS": [*parts["DIRS"], folder]}]


def data() -> dict[str, Any]:
    sheet = sheet_data("london")
    sheet |= {"slug": "harbour", "name": "Harbour"}
    sheet.pop("names", None)
    sheet["bonuses"] = [{"kind": "lanterns", "places": list(STAND), "points": 3}]
    for place in sheet["places"]:
        place.pop("district", None)
    sheet["tie_breaks"] = ["tickets_completed", "lanterns"]
    return sheet


def harbour() -> Board:
    board, problems = read_and_check(data())
    assert board is not None, problems
    return board


def stored() -> MapSheet:
    return library.load(harbour()).sheet


def started() -> Sitting:
    sitting = sit_down(sheet=stored(), slug="harbour", lanterns="drawn")
    assert sitting.post(sitting.screen, "start").status_code == 200
    sitting.table.refresh_from_db()
    return sitting


def page(client: Client, address: str) -> Element:
    reply = client.get(address)
    assert reply.status_code == 200, address
    return parsed(reply.content.decode())


def lit_route(sitting: Sitting) -> str:
    """A route to a lantern that the player to move can claim."""
    state = sitting.state
    return next(
        route.id
        for route in state.board.routes
        if state.why_not(state.to_move, route.id) is None and {*route.ends} & {*STAND}
    )


def test_it_is_read_checked_and_written_with_its_sheet() -> None:
    board = harbour()
    assert board.bonuses == (Lanterns(STAND, 3),)
    broken = data()
    broken["bonuses"][0]["places"] = ["nowhere"]
    assert [str(problem) for problem in read_and_check(broken)[1] if problem.error] == [
        "bonuses[0].places[0]: There is no place nowhere."
    ]
    assert library.board_of(stored()).bonuses == board.bonuses, "and comes back from the database"


def test_the_table_is_offered_its_way_of_setting_up_and_told_what_to_do() -> None:
    stored()
    poster = page(Client(), "/").one(id="map-harbour")
    assert poster.one("input", name="lanterns").attributes["value"] == "drawn"
    sitting = sit_down(sheet=stored(), slug="harbour")
    assert "lanterns lit by lot" in page(sitting.screen, sitting.url("screen")).text
    sitting.post(sitting.screen, "start")
    screen = page(sitting.screen, sitting.url("screen"))
    assert "Light the lanterns." in screen.one(id="banner").text
    standing = screen.one(id="picture").all("g", of_class="lantern")
    lit = [slot.attributes["data-color"] for slot in standing]
    assert sorted(lit) == ["green", "green", "red", "red", "red"]


def test_a_claim_asks_for_it_and_everybody_sees_the_answer() -> None:
    sitting = started()
    play_on(sitting, turns=0)
    mover, route = sitting.state.to_move, lit_route(sitting)
    sheet = page(sitting.phone(mover), sitting.url(f"claim/{route}"))
    assert sheet.one("form", of_class="claim").one("input", name="light").attributes["value"] == "1"
    dark = next(r.id for r in sitting.board.routes if not {*r.ends} & {*STAND})
    assert not page(sitting.phone(mover), sitting.url(f"claim/{dark}")).all(name="light")

    form = {"route": route, "seen": sitting.number, "light": "1"}
    reply = sitting.post(sitting.phone(mover), "claim", **form)
    assert reply.status_code == 200
    memory = sitting.state.memories[0]
    assert isinstance(memory, LanternMemory)
    assert memory.taken[mover] == 1

    screen = page(sitting.screen, sitting.url("screen"))
    assert screen.one(id=f"row-{mover}").one(of_class="lanterns", data_where="screen").text == "1"
    assert "A lantern is taken." in screen.one(id="lines").text
    assert len(screen.one(id="picture").all("g", of_class="lantern", data_color="")) == 1
    waiting = json.loads(screen.one(id="mapstate").attributes["data-state"])["waiting"]
    assert sorted(map(len, waiting))[-5:] == [0, 1, 1, 1, 1]
    phone = page(sitting.phone(mover), sitting.url("table"))
    assert phone.one(id=f"card-{mover}").one(of_class="lanterns", data_where="phone").text == "1"


def test_pushes_carry_it_without_another_request() -> None:
    sitting = started()
    play_on(sitting, turns=0)
    mover, route = sitting.state.to_move, lit_route(sitting)
    sitting.post(sitting.phone(mover), "claim", route=route, seen=sitting.number, light="1")
    sent = sitting.screen.get(sitting.url("live")).json()["html"]
    assert parsed(sent).one(id=f"row-{mover}").one(of_class="lanterns").text == "1"


def test_the_rules_refuse_what_it_refuses_here_and_on_a_map_without_it() -> None:
    sitting = started()
    play_on(sitting, turns=0)
    state = sitting.state
    dark = next(r.id for r in state.board.routes if not {*r.ends} & {*STAND})
    with pytest.raises(RuleViolation, match="No lantern stands there"):
        moves.act(
            table=sitting.table,
            action=ClaimRoute(state.to_move, dark, None, {"light": True}),
            by=None,
        )
    plain = sit_down("paris", 2)
    plain.post(plain.screen, "start")
    play_on(plain, turns=0)
    free = plain.board.routes[0].id
    with pytest.raises(RuleViolation, match="doesn’t have this bonus"):
        moves.act(
            table=plain.table,
            action=ClaimRoute(plain.state.to_move, free, None, {"light": True}),
            by=None,
        )


def test_a_whole_game_is_counted_revealed_and_told_with_it() -> None:
    sitting = started()
    play_on(sitting)
    state = sitting.state
    assert state.phase is Phase.OVER
    rows = score(state).rows
    taken = [row.bonuses[0].points // 3 for row in rows]
    assert sum(taken) > 0, "the players of demo games take lanterns"
    assert [row.tie_breaks[1] for row in rows] == taken

    steps = reveal_view(state, 0).steps
    moves.step_reveal(table=sitting.table, step=steps - 2)
    shown = page(sitting.screen, sitting.url("screen"))
    names = [f"{state.name(seat)} {n}" for seat, n in enumerate(taken)]
    assert [b.text for b in shown.one(id="stage").one(of_class="glow").all("b")] == names
    phone = page(sitting.phones[0], sitting.url("play"))
    assert phone.one(id="turn").one("h2").text == "Lanterns"

    moves.step_reveal(table=sitting.table, step=steps)
    result = page(sitting.screen, f"/result/{sitting.table.key}/")
    assert "Lanterns" in [th.text for th in result.one("table", of_class="ranks").all("th")]
    ledgers = " ".join(ledger.text for ledger in result.all(of_class="ledger"))
    assert f"{max(taken)} lanterns" in ledgers


def test_its_fields_are_in_the_record_and_read_back() -> None:
    sitting = started()
    play_on(sitting)
    game = game_of(sitting.table)
    events = [event for _number, event in log.in_force(game.entries)]
    written = json.loads(json.dumps(record.write(log.started(game.entries), events)))
    assert set(written["setup"]["lanterns"]) == set(STAND)
    assert any(move.get("light") is True for move in written["moves"])
    again = record.replay(record.read(written), sitting.board)
    assert record.summary(again.state) == record.summary(game.state)
    assert all("lanterns" in row for row in record.summary(game.state)["players"])


def test_the_rules_page_and_the_editors_of_sheets_know_it() -> None:
    sheet = stored()
    rules = page(Client(), "/rules/harbour/").text
    assert "A lantern scores 3." in rules
    assert "Still tied: more lanterns." in rules
    chief = Client()
    chief.force_login(User.objects.create_superuser("chief"))
    draft = drafts.draft_of(sheet, None)
    board = page(chief, f"/admin/sheets/{draft.pk}/draw")
    points = board.one("fieldset", data_bonus="lanterns").one("input", data_field="@.points")
    assert points.attributes["max"] == "50"
    assert board.all("input", data_member="tie_breaks", value="lanterns")

    address = f"/admin/games/mapsheet/{draft.pk}/settings/"
    form = chief.get(address).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    sent = {name: "on" if value is True else value for name, value in sent.items()}
    sent |= {"seen": draft.checksum, "lanterns-points": "7"}
    assert chief.post(address, sent).status_code == 302
    draft.refresh_from_db()
    assert library.board_of(draft).bonuses == (Lanterns(STAND, 7),), "what has no field is kept"
