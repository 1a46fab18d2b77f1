"""Random games on USA, Europe and New York, with every expansion: a second count agrees."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import record
from games.rules.actions import BuildStation, EndGame
from games.rules.state import Phase
from tests.rules.test_golden_boards import NAMES, source
from tests.support.boards import board, sheet
from tests.support.golden_records import play as play_record
from tests.support.play import RECORD, Table
from tests.support.random_play import legal_action, new_game
from tests.support.recount_boards import recount

NEW_BOARDS = ("usa", "europe", "new-york")


@pytest.mark.parametrize("name", NAMES)
def test_a_second_count_of_the_golden_games_agrees(name: str) -> None:
    data = source(name)
    assert record.summary(play_record(data).state)["players"] == recount(data, sheet(data["map"]))


@st.composite
def finished(draw: st.DrawFn) -> Table:
    """A game to its end, or ended early; where there are stations, all are built near the end."""
    slug = draw(st.sampled_from(NEW_BOARDS))
    seats, moves = draw(st.integers(*board(slug).players)), draw(st.integers(10, 120))
    rng = draw(st.randoms(use_true_random=True))
    t = new_game(rng, slug, RECORD, seats)
    while (action := legal_action(rng, t)) is not None:
        if t.state.phase is Phase.TURNS and t.state.turns_played >= moves:
            action = _build(rng, t) or EndGame()
        t.do(action)
    return t


def _build(rng: Random, t: Table) -> BuildStation | None:
    """A station of the seat to move at the end of somebody else's route."""
    seat = t.state.to_move
    others = [id for id, owner in t.state.owners.items() if owner != seat]
    cities = [
        end
        for id in sorted(others)
        for end in t.board.route[id].ends
        if t.state.station_owner(end) is None
    ]
    if not t.state.stations_left(seat) or not cities:
        return None
    return BuildStation(seat, rng.choice(cities), None)


@given(finished())
def test_a_second_count_agrees(t: Table) -> None:
    written = json.loads(json.dumps(record.write(t.started, t.events, t.board)))
    again = record.replay(record.read(written), t.board)
    assert record.summary(again.state)["players"] == recount(written, sheet(written["map"]))


# -- Uses of stations that are worth the same -----------------------------------------------------


def with_stations(*places: str) -> dict[str, str | None]:
    """What Ada's stations lend: she joined Paris, Frankfurt, Berlin and München and needs Wien,
    where Bo first claimed the route from München, then the one from Berlin."""
    data = source("europe-station-saves-a-ticket")
    claims = ("frankfurt--paris--1", "muenchen--wien", "frankfurt--muenchen")
    claims += ("berlin--wien", "berlin--frankfurt--1")
    turns = [{"action": "claim_route", "route": route} for route in claims]
    for place in places:
        turns += [{"action": "draw_cards"}, {"action": "build_station", "place": place}]
    people = ("Ada", "Bo") * len(turns)
    moves = [{"player": name, **turn} for name, turn in zip(people, turns, strict=False)]
    data["moves"] = [*data["moves"][:2], *moves]
    lent: dict[str, str | None] = record.summary(play_record(data).state)["players"][0]["stations"]
    return lent


def test_of_two_routes_that_serve_as_well_the_first_of_the_sheet_is_lent() -> None:
    assert with_stations("wien") == {"wien": "berlin--wien"}


def test_a_station_lends_nothing_where_a_later_one_does_as_well() -> None:
    assert with_stations("wien", "berlin") == {"wien": None, "berlin": "berlin--wien"}
    assert with_stations("berlin", "wien") == {"berlin": None, "wien": "berlin--wien"}
