"""docs/record.md: one file that holds a whole table, read and replayed."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.rules import record
from games.rules.bonuses import KINDS
from games.rules.reading import Malformed
from games.rules.record import IllegalMove
from games.rules.violations import Code
from tests.support.boards import board

Data = dict[str, Any]
TICKETS = [ticket.id for ticket in board("london").tickets]


def london(*moves: Data, opened: bool = True, seats: int = 2) -> Data:
    people = [{"name": n, "color": c} for n, c in (("Ada", "red"), ("Bo", "white"), ("Cy", "blue"))]
    opening = [
        {"player": people[i]["name"], "action": "keep_tickets", "kept": [TICKETS[i]]}
        for i in range(seats)
    ]
    return {
        "format": "stationmaster-record",
        "version": 1,
        "map": "london",
        "players": people[:seats],
        "moves": [*(opening if opened else []), *moves],
    }


def move(player: str, action: str, **fields: object) -> Data:
    return {"player": player, "action": action, **fields}


def claim(player: str, route: str, **fields: object) -> Data:
    return move(player, "claim_route", route=route, **fields)


def replayed(data: Data) -> record.Game:
    recorded = record.read(data)
    return record.replay(recorded, board(recorded.map))


def illegal(data: Data) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        replayed(data)
    return refused.value


def malformed(data: Any) -> Malformed:
    with pytest.raises(Malformed) as refused:
        replayed(data)
    return refused.value


# -- Reading and replaying ------------------------------------------------------------------------


def test_a_record_is_played_move_by_move() -> None:
    game = replayed(london(claim("Ada", "big-ben--waterloo"), move("Bo", "draw_cards")))
    assert game.state.owners == {"big-ben--waterloo": 0}
    assert len(game.events) == 4
    assert game.started.map == "london"


def test_players_stand_in_turn_order_and_the_first_one_starts() -> None:
    assert illegal(london(move("Bo", "draw_cards"))).violation.code == "not_your_turn"


def test_options_and_setup_may_be_missing() -> None:
    data = london()
    assert replayed(data).started.final_round_at == 2
    data["options"] = {}
    data["setup"] = {}
    assert replayed(data).started.final_round_at == 2
    data["options"] = {"final_round_at": 1}
    assert replayed(data).started.final_round_at == 1


def test_further_fields_at_the_top_are_left_alone() -> None:
    assert replayed({**london(), "played_on": "2024-05-01"}).state.turns_played == 0


def test_an_illegal_move_says_which_one_whose_and_why() -> None:
    data = london(claim("Ada", "big-ben--waterloo"), claim("Bo", "big-ben--waterloo"))
    refusal = illegal(data)
    assert (refusal.move, refusal.player) == (4, "Bo"), "moves count from 1"
    assert refusal.violation.code == "route_taken"
    assert str(refusal) == "Big Ben – Waterloo already belongs to Ada."


# -- Every code of the contract -------------------------------------------------------------------

A, B, C, D = TICKETS[4:8]
DOUBLE = "covent-garden--st-pauls"
FOURS = ("baker-street--hyde-park", "british-museum--charterhouse")
FOURS += ("elephant-and-castle--tower-of-london", "baker-street--british-museum")
ENDED = {"action": "end_game"}


def europe(*moves: Data) -> Data:
    opening = (
        move("Ada", "keep_tickets", kept=["berlin--roma", "paris--wien"]),
        move("Bo", "keep_tickets", kept=["athina--angora", "brest--venezia"]),
    )
    return {**london(), "map": "europe", "moves": [*opening, *moves]}


def station(player: str, place: str) -> Data:
    return move(player, "build_station", place=place)


def many(*routes: str) -> list[Data]:
    turns = [(claim("Ada", route), move("Bo", "draw_cards")) for route in routes]
    return [step for turn in turns for step in turn]


CASES: list[tuple[str, Data]] = [
    ("unknown_player", london(move("Eve", "draw_cards"))),
    ("unknown_player", london({"player": "Eve", "action": "end_game"})),
    ("unknown_route", london(claim("Ada", "big-ben--louvre"))),
    ("unknown_ticket", london(move("Ada", "draw_tickets", kept=["big-ben--louvre"]))),
    ("setup_incomplete", london(move("Ada", "draw_cards"), opened=False)),
    ("not_your_turn", london(move("Bo", "draw_cards"))),
    ("not_your_turn", london(move("Ada", "keep_tickets", kept=[A]))),
    ("not_your_turn", london(move("Ada", "reveal_tickets", kept=[A]))),
    ("route_taken", london(claim("Ada", FOURS[0]), claim("Bo", FOURS[0]))),
    ("route_closed", london(claim("Ada", f"{DOUBLE}--1"), claim("Bo", f"{DOUBLE}--2"))),
    ("parallel_route_owned", london(*many(f"{DOUBLE}--1"), claim("Ada", f"{DOUBLE}--2"))),
    (
        "not_enough_vehicles",
        {
            **london(*many(*FOURS), claim("Ada", "big-ben--elephant-and-castle")),
            "options": {"final_round_at": 0},
        },
    ),
    ("wrong_cards", london(claim("Ada", FOURS[0], cards={"pink": 4}))),
    ("wrong_cards", london(claim("Ada", FOURS[0], cards={"black": 3}))),
    ("keep_not_allowed", london(claim("Ada", FOURS[0], keep_card=True))),
    ("passenger_not_there", london(claim("Ada", FOURS[0], passengers={"hyde-park": "red"}))),
    ("too_few_tickets", london(move("Ada", "draw_tickets", kept=[]))),
    ("too_few_tickets", london(move("Ada", "draw_tickets", kept=[A], returned=[]))),
    ("too_many_tickets", london(move("Ada", "draw_tickets", kept=[A, B, C]))),
    ("too_many_tickets", london(move("Ada", "draw_tickets", kept=[A], returned=[B, C]))),
    ("ticket_already_held", london(move("Ada", "draw_tickets", kept=[TICKETS[1]]))),
    ("ticket_already_held", london(move("Ada", "draw_tickets", kept=[A, A]))),
    ("not_a_tunnel", london(move("Ada", "give_up_tunnel", route=FOURS[0]))),
    ("unknown_place", london(move("Ada", "build_station", place="louvre"))),
    ("no_station_left", london(move("Ada", "build_station", place="big-ben"))),
    ("station_taken", europe(station("Ada", "wien"), station("Bo", "wien"))),
    ("game_over", london(ENDED, move("Ada", "draw_cards"))),
    ("game_over", london(ENDED, ENDED)),
]


@pytest.mark.parametrize(("code", "data"), CASES, ids=[code for code, _data in CASES])
def test_each_illegal_move_has_its_code(code: str, data: Data) -> None:
    refusal = illegal(data)
    assert refusal.violation.code == code
    assert refusal.move == len(data["moves"])
    assert refusal.violation.message.strip()


def test_the_cases_cover_the_contract() -> None:
    not_of_a_move = {"malformed", "unknown_map"}
    live_only = {"offer_open", "no_offer", "entry_no_longer_fits", "not_correctable"}
    of_bonuses = {bonus.code for bonus in KINDS.values()}
    assert {code for code, _data in CASES} == {*Code, *of_bonuses} - not_of_a_move - live_only


def test_the_player_is_looked_at_before_the_turn_before_the_route_before_the_cards() -> None:
    taken = claim("Ada", "big-ben--waterloo")
    wrong = {"pink": 9}
    for player, route, code in [
        ("Eve", "nowhere", "unknown_player"),
        ("Ada", "nowhere", "not_your_turn"),
        ("Bo", "nowhere", "unknown_route"),
        ("Bo", "big-ben--waterloo", "route_taken"),
        ("Bo", "trafalgar-square--big-ben", "wrong_cards"),
    ]:
        data = london(taken, claim(player, route, cards=wrong))
        assert illegal(data).violation.code == code
    over = london(ENDED, claim("Eve", "nowhere"))
    assert illegal(over).violation.code == "unknown_player"


# -- Malformed ------------------------------------------------------------------------------------

GOOD = london(
    claim("Ada", "big-ben--waterloo", cards={"blue": 1}),
    move("Bo", "draw_tickets", kept=[A], returned=[B]),
)


def put(path: str, value: object) -> Callable[[Data], None]:
    """Set or, with `...`, remove what stands at a dotted path."""

    def change(data: Data) -> None:
        *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
        node: Any = data
        for key in way:
            node = node[key]
        if value is ...:
            del node[last]
        else:
            node[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "where", "fragment"),
    [
        (put("format", ...), "format", "missing"),
        (put("format", "pgn"), "format", "“pgn” isn’t allowed here"),
        (put("version", 2), "version", "version 1"),
        (put("version", True), "version", "whole number"),
        (put("map", ...), "map", "missing"),
        (put("map", 7), "map", "Expected text"),
        (put("players", {}), "players", "Expected a list"),
        (put("players", []), "players", "London is for 2 to 4 players."),
        (put("players.1.name", " "), "players[1].name", "empty"),
        (put("players.1.name", "Ada"), "players[1].name", "Two players are called Ada."),
        (put("players.1.color", ...), "players[1].color", "missing"),
        (put("players.1.color", "mauve"), "players[1].color", "isn’t a player colour"),
        (put("players.1.tickets", "later"), "players[1].tickets", "at_reveal"),
        (put("players.1.nick", "B"), "players[1].nick", "Unknown field"),
        (put("options", {"final_round_at": 17}), "options.final_round_at", "0 to 16"),
        (put("options", {"final_round_at": "2"}), "options.final_round_at", "whole number"),
        (put("options", {"speed": 1}), "options.speed", "Unknown field"),
        (put("setup", {"passengers": {"big-ben": ["red"]}}), "setup.passengers", "no passengers"),
        (put("setup", {"passengers": []}), "setup.passengers", "Expected an object"),
        (put("moves", ...), "moves", "missing"),
        (put("moves.1", "draw"), "moves[1]", "Expected an object"),
        (put("moves.2.action", "fly"), "moves[2].action", "“fly” isn’t allowed here"),
        (put("moves.2.action", ["fly"]), "moves[2].action", "isn’t allowed here"),
        (put("moves.2.player", ...), "moves[2].player", "missing"),
        (put("moves.2.player", None), "moves[2].player", "Expected text"),
        (put("moves.2.route", ...), "moves[2].route", "missing"),
        (put("moves.2.route", 3), "moves[2].route", "Expected text"),
        (put("moves.2.rout", "x"), "moves[2].rout", "Unknown field"),
        (put("moves.2.cards", ["blue"]), "moves[2].cards", "Expected an object"),
        (put("moves.2.cards.blue", -1), "moves[2].cards.blue", "whole number from 0"),
        (put("moves.2.cards.blue", 1.5), "moves[2].cards.blue", "whole number"),
        (put("moves.2.keep_card", "yes"), "moves[2].keep_card", "true or false"),
        (put("moves.2.passengers", {"big-ben": 1}), "moves[2].passengers.big-ben", "Expected text"),
        (put("moves.3.kept", ...), "moves[3].kept", "missing"),
        (put("moves.3.kept", "all"), "moves[3].kept", "Expected a list"),
        (put("moves.3.kept.0", 5), "moves[3].kept[0]", "Expected text"),
        (put("moves.3.count", 1), "moves[3].count", "Unknown field"),
        (put("moves.0.returned", {}), "moves[0].returned", "Expected a list"),
    ],
)
def test_a_file_that_is_no_record_says_where_it_is_wrong(
    change: Callable[[Data], None], where: str, fragment: str
) -> None:
    data = copy.deepcopy(GOOD)
    change(data)
    problem = malformed(data)
    assert problem.where == where
    assert fragment in str(problem.text)
    assert problem.message == f"{where}: {problem.text}"


@pytest.mark.parametrize("data", [None, [], "record", 7, True])
def test_something_that_is_no_object_is_no_record(data: object) -> None:
    assert "Expected an object here." in malformed(data).message


def test_passengers_of_an_impossible_setup_are_malformed() -> None:
    data: Data = {**london(opened=False), "map": "germany"}
    data["setup"] = {"passengers": {"kiel": ["red", "blue"]}}
    assert malformed(data).where == "setup.passengers.kiel"


# -- Players whose tickets come at the reveal -----------------------------------------------------


def test_a_player_without_a_phone_draws_by_count_and_reveals_at_the_end() -> None:
    data = london(
        move("Ada", "draw_cards"),
        move("Bo", "draw_tickets", count=2),
        ENDED,
        move("Bo", "reveal_tickets", kept=[A, B, C]),
    )
    data["players"][1]["tickets"] = "at_reveal"
    del data["moves"][1]
    state = replayed(data).state
    assert state.finished
    assert state.hands[1].tickets == (A, B, C)
    named = copy.deepcopy(data)
    named["moves"][2] = move("Bo", "draw_tickets", kept=[A])
    assert malformed(named).where == "moves[2].count"
    both = copy.deepcopy(data)
    both["moves"][2]["kept"] = [A]
    assert malformed(both).where == "moves[2].kept"
