"""Another map of the family needs a sheet and no engine change.

Tangle combines districts, flags, passengers, the Globetrotter, a country, a triple, and two decks.
"""

import ast

from games.rules import record
from games.rules.actions import AskForTickets, ChooseOpening, DrawTickets
from games.rules.checks import read_and_check
from games.rules.state import FinalRound
from games.rules.views import track_points
from tests.support.boards import ROOT, board, sheet
from tests.support.play import DEALT, table

WAITING = {
    "alder": ("red",),
    "birch": ("red", "blue"),
    "cedar": ("yellow",),
    "dogwood": ("yellow",),
    "elm": ("blue",),
    "fir": ("red", "yellow"),
    "gorse": ("blue", "blue"),
    "hazel": ("yellow",),
    "island": ("red",),
}


def test_the_map_has_every_bonus_and_no_complaint_against_it() -> None:
    tangle, problems = read_and_check(sheet("tangle"))
    assert tangle is not None
    assert problems == []
    assert {bonus.kind for bonus in tangle.bonuses} == {
        "flags",
        "districts",
        "globetrotter",
        "passengers",
    }


def test_a_whole_game_is_played_on_it_from_dealt_tickets_to_the_count() -> None:
    """Twelve buses each; Ada ends a turn with two and Bo has one more turn, then Ada."""
    t = table("tangle", 2, DEALT, opened=False, passengers=WAITING)
    assert t.state.decks == (
        ("birch--elm", "cedar--fir", "gorse--hazel", "elm--island", "alder--fir"),
        ("alder--island", "dogwood--island", "alder--dogwood", "cedar--hazel"),
    )
    t.do(AskForTickets(0, {"short": 1, "long": 1}))  # Birch–Elm, Alder–Island
    t.do(ChooseOpening(0, ("birch--elm",), shuffle=(0.99,)))  # Alder–Island to the bottom
    t.do(AskForTickets(1, {"short": 2}))  # Cedar–Fir, Gorse–Hazel
    t.do(ChooseOpening(1, ("cedar--fir", "gorse--hazel")))

    # The points of each route stand behind it.
    t.claim("alder--birch--1", {"blue": 3}, True, {"alder": "red", "birch": "red"})  # Ada 4
    t.claim("birch--fir--1", {"wild": 1}, False, {"birch": "blue", "fir": "red"})  # Bo 1
    t.claim("alder--elm", {"green": 2}, False, {"elm": "blue"})  # Ada 2
    t.claim("cedar--dogwood", {"green": 1, "wild": 1}, False, {"cedar": "yellow"})  # Bo 2
    t.do(AskForTickets(0, {"short": 1, "long": 1}))
    assert t.state.hands[0].offer == ("elm--island", "dogwood--island")
    t.do(DrawTickets(0, ("elm--island",)))
    t.claim("fir--gorse", None, False, {"fir": "yellow", "gorse": "blue"})  # Bo 2
    t.claim("elm--hazel", {"blue": 2}, False, {"hazel": "yellow"})  # Ada 2
    t.claim("gorse--hazel", {"red": 3}, False, {"gorse": "blue"})  # Bo 4
    t.claim("hazel--island", {"white": 1}, False, {"island": "red"})  # Ada 1
    t.pass_turns()
    t.claim("gorse--island", {"white": 1}, True)  # Ada 1
    t.pass_turns()
    assert t.state.final_round is None
    t.claim("birch--cedar", {"red": 1, "wild": 1}, True)  # Ada 2, a flag, and one bus left
    assert t.state.final_round == FinalRound(fired_by=0, turns_left=2)
    assert track_points(t.state) == (12 + 4, 9)
    t.pass_turns(2)

    # Ada: Birch–Elm by way of Alder, Elm–Island by way of Hazel; district 1 (Alder, Birch).
    # Bo: Gorse–Hazel; Cedar–Fir is missing Birch – Cedar.
    # Red passengers 3 to 1, blue 1 to 3, yellow 1 to 2: first 8, second 4.
    ada = {
        "name": "Ada",
        "rank": 1,
        "total": 12 + 6 + 4 + 2 + 6 + 16,
        "routes": 12,
        "tickets": 3 + 3,
        "bonuses": {"flags": 4, "districts": 2, "globetrotter": 6, "passengers": 8 + 4 + 4},
        "tickets_completed": 2,
        "tickets_failed": 0,
        "vehicles_left": 1,
        "passengers": {"red": 3, "blue": 1, "yellow": 1},
    }
    bo = {
        "name": "Bo",
        "rank": 2,
        "total": 9 + 0 + 20,
        "routes": 9,
        "tickets": 3 - 3,
        "bonuses": {"flags": 0, "districts": 0, "globetrotter": 0, "passengers": 4 + 8 + 8},
        "tickets_completed": 1,
        "tickets_failed": 1,
        "vehicles_left": 4,
        "passengers": {"red": 1, "blue": 3, "yellow": 2},
    }
    assert record.summary(t.state) == {
        "map": "tangle",
        "finished": True,
        "final_round": True,
        "to_move": None,
        "players": [ada, bo],
        "winners": ["Ada"],
    }


def test_the_record_of_that_map_reads_back() -> None:
    t = table("tangle", 3, passengers=WAITING)
    t.claim("birch--fir--2", {"blue": 1}, True, {"fir": "yellow"}).claim("dogwood--gorse").end()
    written = record.write(t.started, t.events)
    assert record.replay(record.read(written), board("tangle")).state == t.state


def test_the_rules_never_ask_which_map_they_are_on() -> None:
    """No place of the rules compares with a slug: maps differ in their sheets alone."""
    slugs = {"paris", "london", "germany", "tangle"}
    for path in sorted((ROOT / "games" / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value.lower() not in slugs, f"{path.name}:{node.lineno}"
