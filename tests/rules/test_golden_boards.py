"""Recorded games on USA, Europe and New York, each worked out by hand in the comments.

They are short and ended early, so that every number can be added up at a glance. `check` compares
(routes, tickets, bonuses, total, rank) of each player with what `replay --json` prints.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.rules import record
from tests.support.golden_records import GOLDEN, play, refusal

FOLDER = GOLDEN / "boards"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))

Sheet = tuple[int, int, dict[str, int], int, int]


def source(name: str) -> dict[str, Any]:
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def check(name: str, *lines: Sheet) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = record.summary(play(source(name)).state)["players"]
    printed = [(r["routes"], r["tickets"], r["bonuses"], r["total"], r["rank"]) for r in rows]
    assert printed == list(lines)
    return rows


# -- USA ------------------------------------------------------------------------------------------


def test_two_tied_for_the_longest_path_both_score_it() -> None:
    # Ada: Helena – Salt Lake City 3 (4 points) and Calgary – Helena 4 (7): 11, a path of 7 spaces.
    #   Calgary – Salt Lake City +7, Denver – El Paso -4: +3. 11 + 3 + 10 = 24.
    # Bo: Nashville – Raleigh 3 (4), Charleston – Raleigh 2 (2), Atlanta – Charleston 2 (2): 8, and
    #   Nashville – Raleigh – Charleston – Atlanta is 7, too. -6 - 5 = -11. 8 - 11 + 10 = 7.
    check(
        "usa-tied-paths",
        (11, 3, {"longest_path": 10}, 24, 1),
        (8, -11, {"longest_path": 10}, 7, 2),
    )


def test_a_longest_path_may_hold_a_circle() -> None:
    # Portland – Seattle 1, Seattle – Vancouver 1, Vancouver – Calgary 3, Calgary – Seattle 4, and
    # on to Helena 6: 15 spaces through Seattle twice. 1 + 1 + 4 + 7 + 15 = 28 points.
    # Tickets -9 - 13 = -22. 28 - 22 + 10 = 16. Bo has claimed nothing: -6 - 4 = -10.
    check(
        "usa-path-with-a-circle",
        (28, -22, {"longest_path": 10}, 16, 1),
        (0, -10, {"longest_path": 0}, -10, 2),
    )
    (line,) = play_row("usa-path-with-a-circle", 0).bonuses
    assert line.reasons[0].why.params["count"] == 15
    assert set(line.reasons[0].routes) == {
        "portland--seattle--1",
        "seattle--vancouver--1",
        "calgary--vancouver",
        "calgary--seattle",
        "helena--seattle",
    }


def play_row(name: str, seat: int) -> Any:
    from games.rules.scoring import score

    return score(play(source(name)).state).rows[seat]


def test_completed_tickets_break_a_tie_before_the_longest_path() -> None:
    # Ada: Denver – Santa Fe 2 and El Paso – Santa Fe 2: 4 points, path 4. Denver – El Paso +4,
    #   Portland – Phoenix -11: -7. 4 - 7 + 10 = 7.
    # Bo: Atlanta – Charleston 2, Charleston – Raleigh 2 and, apart, Chicago – Duluth 3 (4): 8, path
    #   4, too. -5 - 6 = -11. 8 - 11 + 10 = 7, and no ticket completed.
    check(
        "usa-completed-tickets-break-the-tie",
        (4, -7, {"longest_path": 10}, 7, 1),
        (8, -11, {"longest_path": 10}, 7, 2),
    )


def test_nobody_holds_a_path_of_nothing_so_the_victory_is_shared() -> None:
    # Nobody claimed anything: -4 - 10 = -14, and -6 - 8 = -14.
    check(
        "usa-shared-victory",
        (0, -14, {"longest_path": 0}, -14, 1),
        (0, -14, {"longest_path": 0}, -14, 1),
    )


def test_the_longest_path_breaks_a_tie() -> None:
    # Ada: Calgary – Vancouver 3 (4), path 3: 4 - 8 - 11 + 10 = -5. Bo: 2 + 2 in two pieces, path 2:
    # 4 - 4 - 5 = -5. Nobody completed a ticket, so the longest path decides.
    check(
        "usa-path-breaks-the-tie",
        (4, -19, {"longest_path": 10}, -5, 1),
        (4, -9, {"longest_path": 0}, -5, 2),
    )


def test_1910_counts_globetrotter_and_no_path() -> None:
    # Ada: Atlanta – Raleigh 2, Raleigh – Washington 2: 4. Washington – Atlanta +4, Chicago –
    # New York -5: -1. Most completed (1): 15. 4 - 1 + 15 = 18. Bo: -6 - 6 = -12.
    check(
        "usa-1910",
        (4, -1, {"longest_path": 0, "globetrotter": 15}, 18, 1),
        (0, -12, {"longest_path": 0, "globetrotter": 0}, -12, 2),
    )


def test_the_mega_game_has_both_bonuses_and_revised_values() -> None:
    # Ada: 1 + 1 = 2. Vancouver – Portland +2, Boston – Washington -4, Los Angeles – Miami -19
    # (20 in the base box): -21. 2 - 21 + 10 + 15 = 6. Bo: -4 - 5 - 6 = -15.
    check(
        "usa-mega",
        (2, -21, {"longest_path": 10, "globetrotter": 15}, 6, 1),
        (0, -15, {"longest_path": 0, "globetrotter": 0}, -15, 2),
    )


def test_big_cities_has_no_bonus_at_all() -> None:
    # Ada: 1 point; -5 - 9 = -14; -13. Bo: -11 - 10 = -21.
    check(
        "usa-big-cities",
        (1, -14, {"longest_path": 0}, -13, 1),
        (0, -21, {"longest_path": 0}, -21, 2),
    )


# -- Europe ---------------------------------------------------------------------------------------


def test_a_station_saves_a_ticket_over_a_route_of_another() -> None:
    # Ada: Frankfurt – Paris 3 (4), Frankfurt – München 2 (2): 6, path 5. Her station in Wien lends
    #   her Bo's München – Wien: Paris – Wien +8, Berlin – Roma -9: -1. Two stations left: 8.
    #   6 - 1 + 8 + 10 = 23.
    # Bo: München – Wien 3 (4); -6 - 5 = -11; 12 for stations. 4 - 11 + 12 = 5.
    rows = check(
        "europe-station-saves-a-ticket",
        (6, -1, {"longest_path": 10, "stations": 8}, 23, 1),
        (4, -11, {"longest_path": 0, "stations": 12}, 5, 2),
    )
    assert [row["stations"] for row in rows] == [{"wien": "muenchen--wien"}, {}]
    assert [row["stations_left"] for row in rows] == [2, 3]


def test_a_station_that_helps_nothing_costs_four_points() -> None:
    # Ada: 4; -8 - 9 = -17; two stations left 8; path 10: 5. Bo: -11 + 12 = 1.
    rows = check(
        "europe-station-costs-four-points",
        (4, -17, {"longest_path": 10, "stations": 8}, 5, 1),
        (0, -11, {"longest_path": 0, "stations": 12}, 1, 2),
    )
    assert rows[0]["stations"] == {"athina": None}


def test_a_tunnel_costs_nothing_more_or_up_to_three_or_is_given_up() -> None:
    # Ada: three tunnels at +0, +3 and, with wild cards only, +2: 2 + 2 + 4 = 8, path 5 (Paris –
    #   Zürich – München or Venezia). -8 - 8 = -16. 8 - 16 + 12 + 10 = 14.
    # Bo: one at +1, one given up and claimed a turn later: 2 + 2 = 4. -6 - 5 = -11; 12. 5.
    check(
        "europe-tunnels",
        (8, -16, {"longest_path": 10, "stations": 12}, 14, 1),
        (4, -11, {"longest_path": 0, "stations": 12}, 5, 2),
    )


def test_a_ferry_takes_its_wild_cards() -> None:
    # Both claim 2 spaces (2 points) and share the longest path of 2.
    # Ada: 2 - 7 - 8 + 12 + 10 = 9. Bo: 2 - 6 - 5 + 12 + 10 = 13.
    check(
        "europe-ferry",
        (2, -15, {"longest_path": 10, "stations": 12}, 9, 2),
        (2, -11, {"longest_path": 10, "stations": 12}, 13, 1),
    )


def test_completed_tickets_break_a_tie_in_europe() -> None:
    # Ada: Zürich – Venezia 2, Venezia – Zágráb 2, Zágráb – Budapest 2: 6 points, path 6. Zürich –
    #   Budapest +6, Brest – Petrograd -20: -14. 6 - 14 + 12 + 10 = 14.
    # Bo: Paris – Bruxelles 2, Bruxelles – Dieppe 2, Dieppe – Brest 2: 6, path 6. -6 - 8 = -14.
    #   6 - 14 + 12 + 10 = 14. Only Ada completed a ticket.
    check(
        "europe-completed-tickets-break-the-tie",
        (6, -14, {"longest_path": 10, "stations": 12}, 14, 1),
        (6, -14, {"longest_path": 10, "stations": 12}, 14, 2),
    )


def test_nothing_breaks_the_tie_of_two_who_built_nothing() -> None:
    # -5 - 8 = -13 and -7 - 6 = -13; 12 each for stations.
    check(
        "europe-shared-victory",
        (0, -13, {"longest_path": 0, "stations": 12}, -1, 1),
        (0, -13, {"longest_path": 0, "stations": 12}, -1, 1),
    )


def test_fewer_stations_break_a_tie() -> None:
    # Ada: -8 - 6 + 12 = -2, none built. Bo: -5 - 5 + 8 = -2, one built. No paths, no tickets done.
    check(
        "europe-fewer-stations-break-the-tie",
        (0, -14, {"longest_path": 0, "stations": 12}, -2, 1),
        (0, -10, {"longest_path": 0, "stations": 8}, -2, 2),
    )


def test_with_as_many_stations_the_longest_path_breaks_a_tie() -> None:
    # Ada: 1 - 13 - 8 + 12 + 10 = 2. Bo: -5 - 5 + 12 = 2.
    check(
        "europe-path-breaks-the-tie",
        (1, -21, {"longest_path": 10, "stations": 12}, 2, 1),
        (0, -10, {"longest_path": 0, "stations": 12}, 2, 2),
    )


def test_the_variants_of_1912_deal_their_own_mix() -> None:
    # Mega: two long and five short ones, three kept. -2 - 21 - 20 = -43; -5 - 5 - 5 = -15.
    check(
        "europe-mega",
        (0, -43, {"longest_path": 0, "stations": 12}, -31, 2),
        (0, -15, {"longest_path": 0, "stations": 12}, -3, 1),
    )
    # Big cities: five short ones, two kept. -3 - 6 = -9; -10 - 12 = -22.
    check(
        "europe-big-cities",
        (0, -9, {"longest_path": 0, "stations": 12}, 3, 1),
        (0, -22, {"longest_path": 0, "stations": 12}, -10, 2),
    )
    # Expanded: as in the base box. -2 - 9 = -11; -5 - 5 = -10.
    check(
        "europe-expanded",
        (0, -11, {"longest_path": 0, "stations": 12}, 1, 2),
        (0, -10, {"longest_path": 0, "stations": 12}, 2, 1),
    )


# -- New York -------------------------------------------------------------------------------------


def test_completed_tickets_break_a_tie_in_new_york() -> None:
    # Ada: 1 + 1 = 2; +2; Chinatown and Wall Street are attractions: 2. 6.
    # Bo: 7 + 1 = 8; -3; Chelsea: 1. 6, and no ticket completed.
    check(
        "new-york-completed-tickets-break-the-tie",
        (2, 2, {"attractions": 2}, 6, 1),
        (8, -3, {"attractions": 1}, 6, 2),
    )


def test_who_is_still_level_shares_the_victory() -> None:
    check(
        "new-york-shared-victory",
        (0, -3, {"attractions": 0}, -3, 1),
        (0, -3, {"attractions": 0}, -3, 1),
    )


# -- Refused --------------------------------------------------------------------------------------


def instead(name: str, at: int, **fields: Any) -> dict[str, Any]:
    """A record up to a move (from 1), which is another one."""
    data = source(name)
    data["moves"] = [*data["moves"][: at - 1], {**data["moves"][at - 1], **fields}]
    return data


CASES = [
    ("wrong_cards", instead("europe-ferry", 3, cards={"red": 1, "wild": 1})),
    ("wrong_cards", instead("europe-ferry", 3, tunnel=0)),
    ("wrong_cards", instead("europe-tunnels", 3, tunnel=1)),
    ("not_a_tunnel", instead("europe-tunnels", 6, route="budapest--wien--1")),
    ("route_taken", instead("europe-tunnels", 6, route="muenchen--zuerich")),
    ("unknown_route", instead("europe-tunnels", 6, route="oslo--wien")),
    ("unknown_place", instead("europe-station-saves-a-ticket", 7, place="oslo")),
    ("wrong_cards", instead("europe-station-saves-a-ticket", 7, cards={"red": 2})),
    ("too_few_tickets", instead("europe-tunnels", 1, returned=["athina--wilno", "berlin--roma"])),
    ("too_many_tickets", instead("europe-tunnels", 1, kept=["brest--petrograd", "lisboa--danzig"])),
    ("unknown_ticket", instead("europe-tunnels", 1, kept=["lisboa--cadiz", "paris--wien"])),
    ("unknown_ticket", instead("usa-1910", 1, kept=["denver--el-paso", "chicago--new-york"])),
]


@pytest.mark.parametrize(("code", "data"), CASES)
def test_what_is_refused_has_its_code(code: str, data: dict[str, Any]) -> None:
    move, _player, actual = refusal(data)
    assert (actual, move) == (code, len(data["moves"]))


def drawing(ticket: str) -> dict[str, Any]:
    data = source("europe-station-saves-a-ticket")
    turn = {"player": "Ada", "action": "draw_tickets", "kept": [ticket]}
    data["moves"] = [*data["moves"][:2], turn]
    return data


def test_a_long_or_a_rejected_ticket_cannot_be_drawn_on_a_turn() -> None:
    assert refusal(drawing("lisboa--danzig"))[2] == "unknown_ticket"
    assert refusal(drawing("london--wien"))[2] == "unknown_ticket", "Ada rejected it at the start"
    play(drawing("stockholm--wien"))


@pytest.mark.parametrize("name", NAMES)
def test_reading_back_what_was_written_gives_an_equal_game(name: str) -> None:
    game = play(source(name))
    written = record.write(game.started, game.events)
    again = play(json.loads(json.dumps(written)))
    assert again == game
    assert record.write(again.started, again.events) == written
