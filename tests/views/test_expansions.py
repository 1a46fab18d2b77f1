"""Expansions as table options: chosen with the table, changed in the lobby, kept in the record."""

import pytest
from django.test import Client

from games.archive import record_files
from games.models import Table
from games.rules import record
from games.rules.actions import ChooseOpening, EndGame
from games.rules.bonuses.longest_path import path_of
from games.rules.reveal import BonusStep, reveal_view
from games.table import moves
from tests.support.games import game_of
from tests.support.markup import read
from tests.support.phone_pages import page, sheet
from tests.support.sittings import Sitting, begun, loaded, play_on, sit_down

pytestmark = pytest.mark.django_db


def written(sitting: Sitting) -> dict[str, object]:
    game = game_of(sitting.table)
    return record_files.record_of(game.entries, None, sitting.table.sheet)


def test_a_mega_game_deals_five_of_its_own_tickets_and_its_record_says_so() -> None:
    sitting = sit_down("usa", 2, variant="mega")
    sitting.post(sitting.screen, "start")
    offers = [hand.offer for hand in sitting.state.hands]
    assert [len(offer) for offer in offers] == [5, 5]
    assert len(sitting.state.board.tickets) == 69
    assert sitting.state.board.ticket["seattle--new-york"].points == 20, "22 in the base box"
    refused = sitting.post(sitting.phone(0), "tickets/keep", kept=offers[0][:2])
    assert refused.status_code == 422, "three are kept at least"
    for seat, offer in enumerate(offers):
        moves.act(table=sitting.table, action=ChooseOpening(seat, offer[:3]), by=sitting.seat(seat))
    moves.act(table=sitting.table, action=EndGame(), by=None)
    recorded = written(sitting)
    assert recorded["options"] == {"final_round_at": 2, "tickets": "mega"}
    again = record.replay(record.read(recorded), sitting.board)
    assert record.summary(again.state) == record.summary(sitting.state)


@pytest.mark.parametrize(("variant", "mix"), [("mega", (5, 2)), ("big-cities", (5, 0))])
def test_the_variants_of_europe_are_dealt_in_their_mix(variant: str, mix: tuple[int, int]) -> None:
    sitting = sit_down("europe", 2, variant=variant)
    sitting.post(sitting.screen, "start")
    board = sitting.state.board
    for hand in sitting.state.hands:
        decks = [board.ticket[id].deck for id in hand.offer]
        assert (decks.count("short"), decks.count("long")) == mix


def test_the_lobby_shows_the_expansion_and_a_host_changes_it_until_the_start() -> None:
    sitting = sit_down("usa", 2)
    lobby = page(sitting, sitting.screen, "screen")
    assert lobby.one(id="sign").text == "USA"
    assert lobby.values("value", name="variant") == ["", "1910", "mega", "big-cities"]
    sitting.post(sitting.screen, "options", variant="big-cities")
    assert page(sitting, sitting.screen, "screen").one(id="sign").text == "USA · Big Cities"
    assert sitting.post(sitting.screen, "options", variant="1912").status_code == 422
    sitting.post(sitting.screen, "start")
    assert sitting.post(sitting.screen, "options", variant="").status_code == 422
    assert len(sitting.state.board.tickets) == 35
    assert "USA · Big Cities" in page(sitting, sitting.screen, "screen").one(id="banner").text


def test_a_table_with_an_unknown_expansion_is_not_opened(client: Client) -> None:
    loaded("usa")
    client.post("/tables/", {"sheet": "usa", "variant": "1912"})
    assert not Table.objects.exists()


def test_paper_tickets_are_picked_from_those_of_the_expansion() -> None:
    sitting = sit_down("usa", 2, variant="1910", tickets="paper")
    sitting.post(sitting.screen, "start")
    picking = sheet(sitting, sitting.phone(0), "tickets/draw")
    offered = set(picking.values("value", name="kept"))
    assert offered == {ticket.id for ticket in sitting.state.board.tickets}
    assert len(offered) == 35
    answer = sitting.post(sitting.phone(0), "tickets/keep", kept=["denver--el-paso"] * 2)
    assert answer.status_code == 422, "a ticket of the base box"


def test_a_rematch_on_the_same_map_keeps_the_expansion() -> None:
    sitting = begun("usa", 2, variant="mega")
    moves.act(table=sitting.table, action=EndGame(), by=None)
    sitting.post(sitting.screen, "rematch", page="screen")
    assert Table.objects.latest("pk").variant == "mega"


def test_the_rules_page_tells_an_expansion_and_what_is_unsure_of_it(client: Client) -> None:
    loaded("usa")
    loaded("europe")
    base = read(client.get("/rules/usa/"))
    assert "?tickets=mega" in base.values("href", "a")
    assert "Everyone draws 3 tickets" in base.words
    mega = read(client.get("/rules/usa/?tickets=mega"))
    assert "Everyone draws 5 tickets" in mega.words
    assert "USA · Mega Game" in mega.words
    assert "comes from a single source" not in mega.words
    assert "comes from a single source" in read(client.get("/rules/europe/")).words
    assert client.get("/rules/usa/?tickets=nothing").status_code == 200


# -- The longest path -----------------------------------------------------------------------------


def test_the_screen_shows_who_leads_unless_the_table_hides_it() -> None:
    sitting = begun("usa", 2)
    play_on(sitting, turns=30)
    lengths = [path_of(sitting.state.board, h.routes).spaces for h in sitting.state.hands]
    shown = page(sitting, sitting.screen, "screen")
    for seat, length in enumerate(lengths):
        row = shown.one(id=f"row-{seat}")
        assert str(length) in row.one(of_class="longest").text
        assert bool(row.all(of_class="leads")) == (length == max(lengths))
    Table.objects.filter(pk=sitting.table.pk).update(lead_hidden=True, revision=10_000)
    assert not page(sitting, sitting.screen, "screen").all(of_class="longest")
    assert not page(sitting, sitting.phone(0)).all(of_class="longest")


def test_the_reveal_lights_the_longest_path_and_tells_its_places() -> None:
    sitting = begun("usa", 2)
    play_on(sitting)
    state = sitting.state
    shown = reveal_view(state, 10_000).shown
    number, step = next(
        (i, step)
        for i, step in enumerate(shown, start=1)
        if isinstance(step, BonusStep) and step.kind == "longest_path"
    )
    paths = [path_of(state.board, hand.routes) for hand in state.hands]
    longest = max(path.spaces for path in paths)
    winners = [path for path in paths if path.spaces == longest]
    assert set(step.chapter.routes) == {route for path in winners for route in path.routes}
    moves.step_reveal(table=sitting.table, step=number)
    text = page(sitting, sitting.screen, "screen").one(id="stage").text
    for path in winners:
        assert " – ".join(state.board.place[id].name for id in path.stops) in text
