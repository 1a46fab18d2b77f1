"""Germany with five players: a long game, also the one `make bench` folds.

Its moves were chosen by chance; the sheet below was added up from the claims and tickets in the
file, and tests/support/recount.py counts it once more.
"""

from __future__ import annotations

from tests.support.golden_records import Line, check_sheet, play, source


def test_a_game_of_five_has_at_least_150_moves() -> None:
    data = source("germany-five-players")
    assert len(data["players"]) == 5
    assert len(data["moves"]) == 204


def test_with_five_players_three_different_players_own_a_triple() -> None:
    owners = play(source("germany-five-players")).state.owners
    mona, olaf, petra = 1, 3, 4
    assert [owners[f"dortmund--duesseldorf--{n}"] for n in (1, 2, 3)] == [mona, olaf, petra]


def test_most_completed_tickets_are_globetrotter_also_when_shared() -> None:
    # Lars, 37 wagons: 5×1, 4×2, 4×4, 3×7 = 5 + 8 + 16 + 21 = 50
    #   Karlsruhe–Augsburg    Karlsruhe–Stuttgart–Ulm–Augsburg                                   +4
    #   Frankfurt–Stuttgart   Frankfurt–Mannheim–Karlsruhe–Stuttgart                             +4
    #   München–Konstanz      München–Augsburg–Ulm–Lindau–Konstanz                               +6
    #   Mannheim–Würzburg     missing: Frankfurt–Würzburg                                        −4
    #   Magdeburg–Köln        missing: Hannover–Magdeburg, and Dortmund–Düsseldorf–Köln         −11
    #   Bremerhaven–Köln      missing: Dortmund–Düsseldorf–Köln                                  −7
    #   Hamburg–München       missing: Dortmund–Düsseldorf–Köln                                 −18
    #   50 − 26 + 0 + 50 = 74
    # Mona, 38 wagons: 3×1, 4×2, 1×4, 3×7, 1×10, 1×18 = 3 + 8 + 4 + 21 + 10 + 18 = 64
    #   Berlin–Düsseldorf     Berlin–Leipzig–Magdeburg–Hannover–Münster–Dortmund–Düsseldorf     +13
    #   Leipzig–München       missing: Chemnitz–Regensburg                                      −11
    #   Berlin–Switzerland    missing: Chemnitz–Regensburg                                      −20
    #   64 − 18 + 0 + 70 = 116
    # Nora, 45 wagons: 2×1, 1×2, 5×4, 4×7, 2×10 = 2 + 2 + 20 + 28 + 20 = 72; tickets at the reveal
    #   Köln–Saarbrücken      Köln–Koblenz–Saarbrücken                                           +4
    #   Denmark–Berlin        Denmark–Kiel–Schwerin–Berlin                                      +10
    #   Leipzig–Nürnberg      Leipzig–Erfurt–Nürnberg                                            +7
    #   Berlin–Leipzig        Berlin–Dresden–Chemnitz–Erfurt–Leipzig                             +4
    #   72 + 25 + 0 + 40 = 137
    # Olaf, 45 wagons: 2×1, 4×2, 2×4, 3×7, 2×10, 1×18 = 2 + 8 + 8 + 21 + 20 + 18 = 77
    #   Mannheim–Stuttgart    the route itself                                                   +2
    #   Dortmund–Mannheim     Dortmund–Düsseldorf–Köln–Frankfurt–Mannheim                        +6
    #   Köln–Regensburg       Köln–Frankfurt–Würzburg–Nürnberg–Regensburg                       +11
    #   Kassel–Freiburg       Kassel–Frankfurt–Mannheim–Stuttgart–Freiburg                      +10
    #   Frankfurt–München     Frankfurt–Würzburg–Nürnberg–München                                +9
    #   77 + 38 + 15 + 50 = 180
    # Petra, 43 wagons: 5×1, 4×2, 3×4, 4×7, 1×10 = 5 + 8 + 12 + 28 + 10 = 63
    #   Köln–München          Köln–Koblenz–Mainz–Frankfurt–Würzburg–Nürnberg–München            +11
    #   Dortmund–Erfurt       Dortmund–Düsseldorf–Köln–…–Nürnberg–Erfurt                         +7
    #   Hamburg–Frankfurt     Hamburg–Bremen–Münster–Dortmund–Düsseldorf–Köln–…–Frankfurt       +11
    #   Netherlands–Frankfurt Netherlands–Münster–Dortmund–Düsseldorf–Köln–…–Frankfurt           +8
    #   Köln–Frankfurt        Köln–Koblenz–Mainz–Frankfurt                                       +4
    #   63 + 41 + 15 + 30 = 149
    # Globetrotter: 3, 1, 4, 5, 5: Olaf and Petra.
    # Passengers   Lars  Mona  Nora  Olaf  Petra
    #   black        3     2     2     1     2    20 Lars, 10 each to Mona, Nora and Petra
    #   blue         2     1     3     2     2    20 Nora, 10 each to Lars, Olaf and Petra
    #   green        2     3     1     4     –    20 Olaf, 10 Mona
    #   red          4     3     1     1     1    20 Lars, 10 Mona
    #   white        1     4     2     –     2    20 Mona, 10 Nora, 10 Petra
    #   yellow       2     3     1     3     1    20 Mona, 20 Olaf, no second
    check_sheet(
        "germany-five-players",
        [
            Line(
                "Lars", rank=5, total=74,
                routes=50, by_length={1: 5, 2: 8, 3: 16, 4: 21},
                tickets=-26,
                each_ticket={
                    "karlsruhe--augsburg": 4,
                    "frankfurt--stuttgart": 4,
                    "mannheim--wuerzburg": -4,
                    "muenchen--konstanz": 6,
                    "magdeburg--koeln": -11,
                    "bremerhaven--koeln": -7,
                    "hamburg--muenchen": -18,
                },
                bonuses={"globetrotter": 0, "passengers": 50}, completed=3, failed=4, left=8,
                passengers={"black": 3, "blue": 2, "green": 2, "red": 4, "white": 1, "yellow": 2},
            ),
            Line(
                "Mona", rank=4, total=116,
                routes=64, by_length={1: 3, 2: 8, 3: 4, 4: 21, 5: 10, 7: 18},
                tickets=-18,
                each_ticket={
                    "leipzig--muenchen": -11,
                    "berlin--schweiz": -20,
                    "berlin--duesseldorf": 13,
                },
                bonuses={"globetrotter": 0, "passengers": 70}, completed=1, failed=2, left=7,
                passengers={"black": 2, "blue": 1, "green": 3, "red": 3, "white": 4, "yellow": 3},
            ),
            Line(
                "Nora", rank=3, total=137,
                routes=72, by_length={1: 2, 2: 2, 3: 20, 4: 28, 5: 20},
                tickets=25,
                each_ticket={
                    "koeln--saarbruecken": 4,
                    "daenemark--berlin": 10,
                    "leipzig--nuernberg": 7,
                    "berlin--leipzig": 4,
                },
                bonuses={"globetrotter": 0, "passengers": 40}, completed=4, failed=0, left=0,
                passengers={"black": 2, "blue": 3, "green": 1, "red": 1, "white": 2, "yellow": 1},
            ),
            Line(
                "Olaf", rank=1, total=180,
                routes=77, by_length={1: 2, 2: 8, 3: 8, 4: 21, 5: 20, 7: 18},
                tickets=38,
                each_ticket={
                    "mannheim--stuttgart": 2,
                    "dortmund--mannheim": 6,
                    "koeln--regensburg": 11,
                    "kassel--freiburg": 10,
                    "frankfurt--muenchen": 9,
                },
                bonuses={"globetrotter": 15, "passengers": 50}, completed=5, failed=0, left=0,
                passengers={"black": 1, "blue": 2, "green": 4, "red": 1, "yellow": 3},
            ),
            Line(
                "Petra", rank=2, total=149,
                routes=63, by_length={1: 5, 2: 8, 3: 12, 4: 28, 5: 10},
                tickets=41,
                each_ticket={
                    "koeln--muenchen": 11,
                    "dortmund--erfurt": 7,
                    "hamburg--frankfurt": 11,
                    "niederlande--frankfurt": 8,
                    "koeln--frankfurt": 4,
                },
                bonuses={"globetrotter": 15, "passengers": 30}, completed=5, failed=0, left=2,
                passengers={"black": 2, "blue": 2, "red": 1, "white": 2, "yellow": 1},
            ),
        ],
        winners=["Olaf"],
    )  # fmt: skip
