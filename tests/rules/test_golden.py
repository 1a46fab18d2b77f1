"""All golden records: a second count agrees, a record survives the round trip, moves are refused.

The sheets worked out by hand stand in test_golden_paris.py, _london.py and _germany.py.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.rules import record
from tests.support.boards import sheet
from tests.support.golden_records import GAMES, play, refusal, source
from tests.support.recount import VEHICLES, recount

PLAYED_OUT = [name for name in GAMES if name != "germany-ended-early"]
TURNS = {"draw_cards", "claim_route", "draw_tickets", "skip_turn"}


def test_every_map_has_three_games_played_out() -> None:
    played = Counter(source(name)["map"] for name in PLAYED_OUT)
    assert set(played) == {"paris", "london", "germany"}
    assert min(played.values()) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_a_second_count_agrees(name: str) -> None:
    data = source(name)
    assert record.summary(play(data).state)["players"] == recount(data, sheet(data["map"]))


@pytest.mark.parametrize("name", GAMES)
def test_reading_back_what_was_written_gives_an_equal_game(name: str) -> None:
    game = play(source(name))
    written = record.write(game.started, game.events)
    again = play(json.loads(json.dumps(written)))
    assert again == game
    assert record.write(again.started, again.events) == written


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_everybody_has_exactly_one_more_turn_and_the_last_is_of_who_fired_it(name: str) -> None:
    data = source(name)
    at = data.get("options", {}).get("final_round_at", 2)
    lengths = {route["id"]: route["length"] for route in sheet(data["map"])["routes"]}
    left = {player["name"]: VEHICLES[data["map"]] for player in data["players"]}
    turns = [move for move in data["moves"] if move["action"] in TURNS]
    while min(left.values()) > at:
        turn = turns.pop(0)
        left[turn["player"]] -= lengths[turn["route"]] if "route" in turn else 0
    last_round = [move["player"] for move in turns]
    assert sorted(last_round) == sorted(left)
    assert last_round[-1] == turn["player"]


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_a_turn_after_the_last_one_is_refused(name: str) -> None:
    data = source(name)
    first = data["players"][0]["name"]
    data["moves"].append({"player": first, "action": "draw_cards"})
    assert refusal(data) == (len(data["moves"]), first, "game_over")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Two players: Greta took the red one, so the blue one is closed to Hans …
        ("paris-closed-double", (6, "Hans", "route_closed")),
        # … and to Greta it is her own parallel, which is looked at first.
        ("paris-own-double", (7, "Greta", "parallel_route_owned")),
        ("london-closed-double", (4, "Sam", "route_closed")),
        # Germany closes doubles and triples with three players too.
        ("germany-closed-triple", (6, "Caro", "route_closed")),
        # Four players: the third of a triple is free, but not for somebody who owns another.
        ("germany-own-triple", (9, "Dora", "parallel_route_owned")),
        # Kim drew the last ticket of the deck on the move before.
        ("paris-deck-is-empty", (36, "Lea", "too_few_tickets")),
    ],
)
def test_a_move_the_rules_forbid_is_refused(name: str, expected: tuple[int, str, str]) -> None:
    assert refusal(source(f"refused/{name}")) == expected
