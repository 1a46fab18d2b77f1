"""Germany: golden games, counted by hand.

Points by length: 1→1, 2→2, 3→4, 4→7, 5→10, 6→15, 7→18. Globetrotter 15; passengers 20 and 10.
"""

from __future__ import annotations

from collections import Counter

from games.rules.scoring import score
from tests.support.boards import sheet
from tests.support.golden_records import Line, check_sheet, play, source


def test_tied_for_most_passengers_get_twenty_each_and_there_is_no_second() -> None:
    # Anke, 43 of 45 wagons:
    #   length 1: Chemnitz–Dresden                                                       1 ×  1 =  1
    #   length 2: Kiel–Denmark, Hamburg–Kiel, Hamburg–Schwerin, Rostock–Schwerin,
    #             Chemnitz–Leipzig                                                       5 ×  2 = 10
    #   length 3: München–Regensburg, München–Austria, Berlin–Magdeburg                  3 ×  4 = 12
    #   length 4: Berlin–Leipzig                                                         1 ×  7 =  7
    #   length 6: Berlin–Rostock, Chemnitz–Regensburg                                    2 × 15 = 30
    #   length 7: Berlin–Hamburg                                                         1 × 18 = 18
    #   Rostock–Austria   Rostock–Berlin–Leipzig–Chemnitz–Regensburg–München–Austria             +22
    #   Denmark–Berlin    Denmark–Kiel–Hamburg–Berlin                                            +10
    #   Hamburg–Dresden   Hamburg–Berlin–Leipzig–Chemnitz–Dresden                                +12
    #   Bremen–Berlin     missing: Bremen–Hamburg                                                −10
    #   78 + 34 + Globetrotter 15 + passengers 90 = 217
    # Ben, 31 wagons:
    #   length 1: Dortmund–Münster, Dortmund–Düsseldorf, Düsseldorf–Köln, Koblenz–Köln,
    #             Mainz–Mannheim, Karlsruhe–Mannheim, Frankfurt–Mainz,
    #             Bremen–Bremerhaven                                                     8 ×  1 =  8
    #   length 2: Münster–Netherlands, Koblenz–Mainz, Freiburg–Switzerland,
    #             Frankfurt–Würzburg, Nürnberg–Würzburg                                  5 ×  2 = 10
    #   length 3: Freiburg–Karlsruhe, Bremen–Münster, Bremen–Emden                       3 ×  4 = 12
    #   length 4: Augsburg–Nürnberg                                                      1 ×  7 =  7
    #   Netherlands–Karlsruhe   –Münster–Dortmund–Düsseldorf–Köln–Koblenz–Mainz–Mannheim–         +9
    #   Köln–Switzerland        –Koblenz–Mainz–Mannheim–Karlsruhe–Freiburg–                      +10
    #   Köln–Nürnberg           –Koblenz–Mainz–Frankfurt–Würzburg–                                +8
    #   Dortmund–München        missing: Augsburg–München                                        −13
    #   37 + 14 + Globetrotter 15 + passengers 60 = 126
    # Caro, 35 wagons:
    #   length 1: Augsburg–Ulm                                                           1 ×  1 =  1
    #   length 2: Stuttgart–Ulm, Augsburg–München                                        2 ×  2 =  4
    #   length 3: Hannover–Kassel, Erfurt–Kassel, Erfurt–Leipzig                         3 ×  4 = 12
    #   length 4: Hannover–Magdeburg, Hamburg–Hannover, Frankfurt–Kassel,
    #             Erfurt–Nürnberg                                                        4 ×  7 = 28
    #   length 5: München–Nürnberg                                                       1 × 10 = 10
    #   Hamburg–Frankfurt   Hamburg–Hannover–Kassel–Frankfurt                                    +11
    #   Hannover–Leipzig    Hannover–Kassel–Erfurt–Leipzig                                        +6
    #   Berlin–Erfurt       missing: nothing of hers reaches Berlin                               −7
    #   55 + 10 + Globetrotter 0 + passengers 50 = 115
    # Globetrotter: Anke 3, Ben 3, Caro 2: shared by Anke and Ben.
    # Passengers   Anke  Ben  Caro
    #   black         2    –    2     20 Anke, 20 Caro, tied for first
    #   blue          4    2    1     20 Anke, 10 Ben
    #   green         1    3    1     20 Ben, 10 Anke and 10 Caro, tied for second
    #   red           3    3    2     20 Anke, 20 Ben; Caro's two are no second
    #   white         –    1    3     20 Caro, 10 Ben
    #   yellow        1    –    –     20 Anke; with none nobody is second
    check_sheet(
        "germany-typed-in-passengers",
        [
            Line(
                "Anke", rank=1, total=217,
                routes=78, by_length={1: 1, 2: 10, 3: 12, 4: 7, 6: 30, 7: 18},
                tickets=34,
                each_ticket={
                    "rostock--oesterreich": 22,
                    "daenemark--berlin": 10,
                    "hamburg--dresden": 12,
                    "bremen--berlin": -10,
                },
                bonuses={"globetrotter": 15, "passengers": 90}, completed=3, failed=1, left=2,
                passengers={"black": 2, "blue": 4, "green": 1, "red": 3, "yellow": 1},
            ),
            Line(
                "Ben", rank=2, total=126,
                routes=37, by_length={1: 8, 2: 10, 3: 12, 4: 7},
                tickets=14,
                each_ticket={
                    "niederlande--karlsruhe": 9,
                    "koeln--schweiz": 10,
                    "koeln--nuernberg": 8,
                    "dortmund--muenchen": -13,
                },
                bonuses={"globetrotter": 15, "passengers": 60}, completed=3, failed=1, left=14,
                passengers={"blue": 2, "green": 3, "red": 3, "white": 1},
            ),
            Line(
                "Caro", rank=3, total=115,
                routes=55, by_length={1: 1, 2: 4, 3: 12, 4: 28, 5: 10},
                tickets=10,
                each_ticket={
                    "hamburg--frankfurt": 11,
                    "hannover--leipzig": 6,
                    "berlin--erfurt": -7,
                },
                bonuses={"globetrotter": 0, "passengers": 50}, completed=2, failed=1, left=10,
                passengers={"black": 2, "blue": 1, "green": 1, "red": 2, "white": 3},
            ),
        ],
        winners=["Anke"],
    )  # fmt: skip


def test_sixty_passengers_ten_of_each_colour_stand_where_the_sheet_says() -> None:
    for name in ("germany-typed-in-passengers", "germany-five-players"):
        placed = source(name)["setup"]["passengers"]
        places = {place["id"]: place["passengers"] for place in sheet("germany")["places"]}
        assert {place: len(colors) for place, colors in placed.items()} == places
        colors = Counter(color for there in placed.values() for color in there)
        assert colors == dict.fromkeys(("black", "blue", "green", "red", "white", "yellow"), 10)


def test_each_colour_of_passengers_is_told_with_its_ranking() -> None:
    anke, ben, caro = score(play(source("germany-typed-in-passengers")).state).rows
    # In the order of the bag: black, blue, green, red, white, yellow.
    assert [reason.points for reason in anke.bonuses[1].reasons] == [20, 20, 10, 20, 20]
    assert [reason.points for reason in ben.bonuses[1].reasons] == [10, 20, 20, 10]
    assert [reason.points for reason in caro.bonuses[1].reasons] == [20, 10, 20]


def test_with_four_players_three_different_players_own_a_triple() -> None:
    owners = play(source("germany-triple")).state.owners
    dora, emil, fay, gus = range(4)
    assert [owners[f"dortmund--duesseldorf--{n}"] for n in (1, 2, 3)] == [dora, fay, emil]
    assert [owners[f"duesseldorf--koeln--{n}"] for n in (1, 2, 3)] == [dora, emil, gus]


def test_one_first_and_several_tied_seconds_get_ten_each() -> None:
    # Dora, 43 wagons:
    #   length 1: Dortmund–Düsseldorf, Dortmund–Münster, Düsseldorf–Köln,
    #             Chemnitz–Dresden                                                       4 ×  1 =  4
    #   length 2: Kiel–Denmark, Hamburg–Kiel, Emden–Netherlands, Leipzig–Magdeburg       4 ×  2 =  8
    #   length 3: Bremen–Hamburg, Bremen–Emden, Bremen–Münster, Berlin–Magdeburg,
    #             Dresden–Leipzig                                                        5 ×  4 = 20
    #   length 4: Hannover–Magdeburg                                                     1 ×  7 =  7
    #   length 5: Berlin–Dresden                                                         1 × 10 = 10
    #   length 7: Berlin–Hamburg                                                         1 × 18 = 18
    #   Denmark–Netherlands   Denmark–Kiel–Hamburg–Bremen–Emden–Netherlands                      +10
    #   Hamburg–Köln          Hamburg–Bremen–Münster–Dortmund–Düsseldorf–Köln                     +9
    #   Hamburg–Berlin        the route itself                                                    +7
    #   Magdeburg–Köln        Magdeburg–Berlin–Hamburg–Bremen–Münster–Dortmund–D'dorf–Köln       +11
    #   Berlin–Chemnitz       Berlin–Dresden–Chemnitz                                             +6
    #   67 + 43 + Globetrotter 15 + passengers 60 = 185
    # Emil, 38 wagons:
    #   length 1: Dortmund–Düsseldorf, Düsseldorf–Köln, Koblenz–Köln, Mainz–Mannheim,
    #             Karlsruhe–Mannheim, Saarbrücken–France, Karlsruhe–Stuttgart, Augsburg–Ulm
    #                                                                                    8 ×  1 =  8
    #   length 2: Koblenz–Mainz, Karlsruhe–France, Stuttgart–Ulm, Augsburg–München       4 ×  2 =  8
    #   length 3: München–Austria, Nürnberg–Regensburg                                   2 ×  4 =  8
    #   length 4: Erfurt–Nürnberg                                                        1 ×  7 =  7
    #   length 5: München–Nürnberg                                                       1 × 10 = 10
    #   length 7: Erfurt–Regensburg                                                      1 × 18 = 18
    #   France–München     France–Karlsruhe–Stuttgart–Ulm–Augsburg–München                        +8
    #   Köln–Saarbrücken   both reach France, but nobody passes through it                        −4
    #   Dortmund–Erfurt    –Düsseldorf–Köln–Koblenz–Mainz–Mannheim–Karlsruhe–Stuttgart–Ulm–
    #                      –Augsburg–München–Nürnberg–                                            +7
    #   Köln–München       the same way                                                          +11
    #   59 + 22 + Globetrotter 0 + passengers 40 = 121
    # Fay, 39 wagons:
    #   length 1: Dortmund–Düsseldorf                                                    1 ×  1 =  1
    #   length 2: Frankfurt–Würzburg, Nürnberg–Würzburg, Hamburg–Schwerin, Rostock–Schwerin
    #                                                                                    4 ×  2 =  8
    #   length 3: Erfurt–Kassel, Erfurt–Leipzig, Hannover–Kassel                         3 ×  4 = 12
    #   length 4: Dortmund–Kassel, Frankfurt–Kassel, Hamburg–Hannover, Kiel–Rostock      4 ×  7 = 28
    #   length 5: Berlin–Schwerin                                                        1 × 10 = 10
    #   Hamburg–Frankfurt   Hamburg–Hannover–Kassel–Frankfurt                                    +11
    #   Erfurt–Würzburg     Erfurt–Kassel–Frankfurt–Würzburg                                      +6
    #   Hannover–Leipzig    Hannover–Kassel–Erfurt–Leipzig                                        +6
    #   Rostock–Konstanz    missing: nothing of hers reaches Konstanz                            −22
    #   59 + 1 + Globetrotter 0 + passengers 40 = 100
    # Gus, 36 wagons:
    #   length 1: Konstanz–Lindau, Düsseldorf–Köln                                       2 ×  1 =  2
    #   length 2: Freiburg–France, Freiburg–Switzerland, Freiburg–Konstanz,
    #             Mannheim–Stuttgart, Frankfurt–Mannheim                                 5 ×  2 = 10
    #   length 3: München–Regensburg, Freiburg–Stuttgart, Düsseldorf–Netherlands         3 ×  4 = 12
    #   length 4: Frankfurt–Köln                                                         1 ×  7 =  7
    #   length 5: Lindau–München                                                         1 × 10 = 10
    #   length 6: Chemnitz–Regensburg                                                    1 × 15 = 15
    #   Köln–Switzerland        Köln–Frankfurt–Mannheim–Stuttgart–Freiburg–Switzerland           +10
    #   Netherlands–Frankfurt   Netherlands–Düsseldorf–Köln–Frankfurt                             +8
    #   Emden–Austria           missing: nothing of his reaches Emden or Austria                 −19
    #   56 − 1 + Globetrotter 0 + passengers 50 = 105
    # Globetrotter: Dora 5, Emil 3, Fay 3, Gus 2: Dora alone.
    # Passengers   Dora  Emil  Fay  Gus
    #   black         1     1    1    2     20 Gus, 10 each to the other three
    #   blue          3     2    –    3     20 Dora, 20 Gus; Emil's two are no second
    #   green         –     –    2    1     20 Fay, 10 Gus
    #   red           4     2    2    1     20 Dora, 10 Emil, 10 Fay
    #   white         1     3    –    –     20 Emil, 10 Dora
    #   yellow        –     –    –    –     nobody
    check_sheet(
        "germany-triple",
        [
            Line(
                "Dora", rank=1, total=185,
                routes=67, by_length={1: 4, 2: 8, 3: 20, 4: 7, 5: 10, 7: 18},
                tickets=43,
                each_ticket={
                    "daenemark--niederlande": 10,
                    "hamburg--koeln": 9,
                    "hamburg--berlin": 7,
                    "magdeburg--koeln": 11,
                    "berlin--chemnitz": 6,
                },
                bonuses={"globetrotter": 15, "passengers": 60}, completed=5, failed=0, left=2,
                passengers={"black": 1, "blue": 3, "red": 4, "white": 1},
            ),
            Line(
                "Emil", rank=2, total=121,
                routes=59, by_length={1: 8, 2: 8, 3: 8, 4: 7, 5: 10, 7: 18},
                tickets=22,
                each_ticket={
                    "frankreich--muenchen": 8,
                    "koeln--saarbruecken": -4,
                    "dortmund--erfurt": 7,
                    "koeln--muenchen": 11,
                },
                bonuses={"globetrotter": 0, "passengers": 40}, completed=3, failed=1, left=7,
                passengers={"black": 1, "blue": 2, "red": 2, "white": 3},
            ),
            Line(
                "Fay", rank=4, total=100,
                routes=59, by_length={1: 1, 2: 8, 3: 12, 4: 28, 5: 10},
                tickets=1,
                each_ticket={
                    "hamburg--frankfurt": 11,
                    "erfurt--wuerzburg": 6,
                    "rostock--konstanz": -22,
                    "hannover--leipzig": 6,
                },
                bonuses={"globetrotter": 0, "passengers": 40}, completed=3, failed=1, left=6,
                passengers={"black": 1, "green": 2, "red": 2},
            ),
            Line(
                "Gus", rank=3, total=105,
                routes=56, by_length={1: 2, 2: 10, 3: 12, 4: 7, 5: 10, 6: 15},
                tickets=-1,
                each_ticket={
                    "koeln--schweiz": 10,
                    "niederlande--frankfurt": 8,
                    "emden--oesterreich": -19,
                },
                bonuses={"globetrotter": 0, "passengers": 50}, completed=2, failed=1, left=9,
                passengers={"black": 2, "blue": 3, "green": 1, "red": 1},
            ),
        ],
        winners=["Dora"],
    )  # fmt: skip


def test_a_ticket_may_name_two_countries() -> None:
    dora = score(play(source("germany-triple")).state).rows[0]
    assert dora.tickets[0].ticket == "daenemark--niederlande"
    assert dora.tickets[0].path == (
        "kiel--daenemark",
        "hamburg--kiel--2",
        "bremen--hamburg",
        "bremen--emden",
        "emden--niederlande",
    )


def test_two_routes_into_the_same_country_do_not_meet_there() -> None:
    # Emil reaches France from Karlsruhe and from Saarbrücken.
    emil = score(play(source("germany-triple")).state).rows[1]
    to_france, through_france, *_ = emil.tickets
    assert to_france.path == (
        "karlsruhe--frankreich",
        "karlsruhe--stuttgart",
        "stuttgart--ulm--1",
        "augsburg--ulm--2",
        "augsburg--muenchen--1",
    )
    assert through_france.path is None
    assert through_france.missing in {
        (f"{end}--saarbruecken",) for end in ("karlsruhe", "koblenz", "mainz", "mannheim")
    }


def test_equal_totals_and_completed_tickets_are_decided_by_passengers() -> None:
    # Hela, 43 wagons:
    #   length 1: Koblenz–Köln, Düsseldorf–Köln, Dortmund–Düsseldorf                     3 ×  1 =  3
    #   length 3: Hannover–Kassel, Erfurt–Kassel, München–Austria, Nürnberg–Regensburg   4 ×  4 = 16
    #   length 4: Frankfurt–Köln, Frankfurt–Kassel, Hamburg–Hannover, Erfurt–Nürnberg    4 ×  7 = 28
    #   length 5: München–Nürnberg                                                       1 × 10 = 10
    #   length 7: Berlin–Hamburg                                                         1 × 18 = 18
    #   Berlin–Köln       Berlin–Hamburg–Hannover–Kassel–Frankfurt–Köln                          +14
    #   Rostock–Austria   missing: nothing of hers reaches Rostock                               −22
    #   75 − 8 + Globetrotter 15 + passengers 30 = 112
    # Ivo, 40 wagons:
    #   length 1: Konstanz–Lindau                                                        1 ×  1 =  1
    #   length 2: Chemnitz–Leipzig, Rostock–Schwerin, Kiel–Denmark, Lindau–Ulm,
    #             Stuttgart–Ulm                                                          5 ×  2 = 10
    #   length 3: München–Regensburg, Kiel–Schwerin                                      2 ×  4 =  8
    #   length 4: Berlin–Leipzig                                                         1 ×  7 =  7
    #   length 6: Chemnitz–Regensburg, Berlin–Rostock                                    2 × 15 = 30
    #   length 7: Dresden–Regensburg                                                     1 × 18 = 18
    #   Leipzig–München    Leipzig–Chemnitz–Regensburg–München                                   +11
    #   Berlin–Stuttgart   missing: München–Augsburg and Augsburg–Ulm                            −18
    #   74 − 7 + Globetrotter 15 + passengers 30 = 112
    # Globetrotter: one completed ticket each: shared.
    # Passengers: blue Hela 2, Ivo 1; red Hela 1, Ivo 3: 20 + 10 each.
    # In all Hela has 3 and Ivo has 4: Ivo wins.
    game = check_sheet(
        "germany-tie-break",
        [
            Line(
                "Hela", rank=2, total=112,
                routes=75, by_length={1: 3, 3: 16, 4: 28, 5: 10, 7: 18},
                tickets=-8,
                each_ticket={"berlin--koeln": 14, "rostock--oesterreich": -22},
                bonuses={"globetrotter": 15, "passengers": 30}, completed=1, failed=1, left=2,
                passengers={"blue": 2, "red": 1},
            ),
            Line(
                "Ivo", rank=1, total=112,
                routes=74, by_length={1: 1, 2: 10, 3: 8, 4: 7, 6: 30, 7: 18},
                tickets=-7,
                each_ticket={"leipzig--muenchen": 11, "berlin--stuttgart": -18},
                bonuses={"globetrotter": 15, "passengers": 30}, completed=1, failed=1, left=5,
                passengers={"blue": 1, "red": 3},
            ),
        ],
        winners=["Ivo"],
    )  # fmt: skip
    assert "passengers" in str(score(game.state).verdict)


def test_a_game_ended_early_is_scored_as_it_stands() -> None:
    # Nobody has completed a ticket, so nobody is Globetrotter.
    # Jana, 6 wagons: Hamburg–Kiel 2, Hamburg–Hannover 7; Kiel–Nürnberg −15, Hamburg–München −18
    # Kurt, 4 wagons: Mannheim–Stuttgart 2, Stuttgart–Ulm 2; Leipzig–Ulm −12, München–Konstanz −6
    # Passengers: blue one each: 20 and 20; red Jana 1: 20.
    # Jana 9 − 33 + 0 + 40 = 16; Kurt 4 − 18 + 0 + 20 = 6
    game = check_sheet(
        "germany-ended-early",
        [
            Line(
                "Jana", rank=1, total=16,
                routes=9, by_length={2: 2, 4: 7},
                tickets=-33,
                each_ticket={"kiel--nuernberg": -15, "hamburg--muenchen": -18},
                bonuses={"globetrotter": 0, "passengers": 40}, completed=0, failed=2, left=39,
                passengers={"blue": 1, "red": 1},
            ),
            Line(
                "Kurt", rank=2, total=6,
                routes=4, by_length={2: 4},
                tickets=-18,
                each_ticket={"leipzig--ulm": -12, "muenchen--konstanz": -6},
                bonuses={"globetrotter": 0, "passengers": 20}, completed=0, failed=2, left=41,
                passengers={"blue": 1},
            ),
        ],
        winners=["Jana"],
        final_round=False,
    )  # fmt: skip
    assert game.state.ended_early
