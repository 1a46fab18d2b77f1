"""Paris: golden games, counted by hand. Points by length: 1→1, 2→2, 3→4. A flag is worth 4."""

from __future__ import annotations

from games.rules.scoring import score
from tests.support.golden_records import Line, check_sheet, play, refusal, source


def test_a_blue_a_white_and_a_red_card_in_front_are_a_flag() -> None:
    # Ada, 14 of 15 buses:
    #   length 1: Arc–Champs, Opéra–Louvre, Rép.–Belleville, Rép.–Bastille, N.-Dame–Bastille  5 × 1
    #   length 2: Champs–Opéra, Louvre–République, Belleville–Père-Lachaise                   3 × 2
    #   length 3: Bastille–Père-Lachaise                                                      1 × 4
    #   flag 1: red Arc–Champs, white Champs–Opéra, blue Opéra–Louvre                            +4
    #   flag 2: white Louvre–République, red République–Belleville, blue République–Bastille     +4
    #   a third one has only its red card (Notre-Dame–Bastille, her last turn)
    #   Arc–Belleville    Arc–Champs–Opéra–Louvre–République–Belleville                          +7
    #   Arc–Notre-Dame    …–République–Bastille–Notre-Dame, joined on the very last turn         +5
    #   15 + 12 + 8 = 35
    # Bo, 11 buses:
    #   length 1: Eiffel–Invalides, Louvre–Notre-Dame                                         2 × 1
    #   length 2: Louvre–Invalides, Montmartre–Opéra, Invalides–Montparnasse                  3 × 2
    #   length 3: Montparnasse–Italie                                                         1 × 4
    #   blue and white lie in front; the red route was paid with a wild: no flag                  0
    #   Eiffel–Notre-Dame         Eiffel–Invalides–Louvre–Notre-Dame                             +4
    #   Montmartre–Montparnasse   missing: Opéra–Louvre                                          −7
    #   Louvre–Italie             Louvre–Invalides–Montparnasse–Italie                           +4
    #   12 + 1 + 0 = 13
    # Cleo, 10 buses:
    #   length 1: Arc–Eiffel, Arc–Champs, Montmartre–Nord                                     3 × 1
    #   length 2: Batignolles–Champs, Nord–Opéra                                              2 × 2
    #   length 3: Batignolles–Montmartre                                                      1 × 4
    #   red and blue lie in front; she declined to keep a white card: no flag                     0
    #   Eiffel–Montmartre   Eiffel–Arc–Champs–Batignolles–Montmartre                             +6
    #   Nord–Invalides      missing: nothing of hers reaches Invalides                           −5
    #   11 + 1 + 0 = 12
    game = check_sheet(
        "paris-flags",
        [
            Line(
                "Ada", rank=1, total=35,
                routes=15, by_length={1: 5, 2: 6, 3: 4},
                tickets=12,
                each_ticket={"arc-de-triomphe--belleville": 7, "arc-de-triomphe--notre-dame": 5},
                bonuses={"flags": 8}, completed=2, failed=0, left=1,
            ),
            Line(
                "Bo", rank=2, total=13,
                routes=12, by_length={1: 2, 2: 6, 3: 4},
                tickets=1,
                each_ticket={
                    "tour-eiffel--notre-dame": 4,
                    "montmartre--montparnasse": -7,
                    "louvre--place-d-italie": 4,
                },
                bonuses={"flags": 0}, completed=2, failed=1, left=4,
            ),
            Line(
                "Cleo", rank=3, total=12,
                routes=11, by_length={1: 3, 2: 4, 3: 4},
                tickets=1,
                each_ticket={"tour-eiffel--montmartre": 6, "gare-du-nord--invalides": -5},
                bonuses={"flags": 0}, completed=1, failed=1, left=5,
            ),
        ],
        winners=["Ada"],
    )  # fmt: skip
    ada, bo, cleo = score(game.state).rows
    # A flag is told in the order of its colours: blue, white, red.
    assert [(reason.points, reason.routes) for reason in ada.bonuses[0].reasons] == [
        (
            4,
            (
                "opera--louvre--2",
                "champs-elysees--opera--1",
                "arc-de-triomphe--champs-elysees--1",
            ),
        ),
        (
            4,
            (
                "republique--bastille--2",
                "louvre--republique--1",
                "republique--belleville--1",
            ),
        ),
    ]
    assert bo.bonuses[0].reasons == cleo.bonuses[0].reasons == ()


def test_a_ticket_is_told_with_its_path_or_with_what_is_missing() -> None:
    _ada, bo, _cleo = score(play(source("paris-flags")).state).rows
    completed, failed, _drawn = bo.tickets
    assert completed.path == (
        "tour-eiffel--invalides--2",
        "louvre--invalides--1",
        "louvre--notre-dame--1",
    )
    assert failed.path is None
    assert failed.missing in {("opera--louvre--1",), ("opera--louvre--2",)}


def test_in_the_german_edition_the_last_round_starts_at_one_bus_or_none() -> None:
    # Greta, all 15 buses:
    #   length 1: Arc–Champs, Opéra–Louvre, Louvre–N.-Dame, N.-Dame–Bastille, Rép.–Bastille   5 × 1
    #   length 2: Champs–Opéra, Louvre–République                                             2 × 2
    #   length 3: Bastille–Père-Lachaise, Bastille–Italie                                     2 × 4
    #   flag 1: red Arc–Champs, white Champs–Opéra, blue Opéra–Louvre                            +4
    #   flag 2: red Louvre–Notre-Dame, blue Notre-Dame–Bastille, white Louvre–République         +4
    #   Arc–Père-Lachaise      Arc–Champs–Opéra–Louvre–Notre-Dame–Bastille–Père-Lachaise         +9
    #   Champs–Italie          Champs–Opéra–Louvre–Notre-Dame–Bastille–Italie                    +6
    #   Montmartre–Notre-Dame  missing: nothing of hers reaches Montmartre                       −4
    #   17 + 11 + 8 = 36
    # Hans, 9 buses; the doubles Greta has begun are closed to him:
    #   length 1: Eiffel–Invalides, Notre-Dame–Quartier, Nord–République, Rép.–Belleville,
    #             Montmartre–Nord                                                             5 × 1
    #   length 2: Invalides–Montparnasse, Quartier–Montparnasse                               2 × 2
    #   flag: blue Eiffel–Invalides, white Quartier–Montparnasse, red Nord–République            +4
    #   Belleville–Montparnasse  missing: République–Bastille and Bastille–Notre-Dame            −6
    #   Eiffel–Notre-Dame        Eiffel–Invalides–Montparnasse–Quartier–Notre-Dame               +4
    #   9 − 2 + 4 = 11
    check_sheet(
        "paris-german-edition",
        [
            Line(
                "Greta", rank=1, total=36,
                routes=17, by_length={1: 5, 2: 4, 3: 8},
                tickets=11,
                each_ticket={
                    "arc-de-triomphe--pere-lachaise": 9,
                    "champs-elysees--place-d-italie": 6,
                    "montmartre--notre-dame": -4,
                },
                bonuses={"flags": 8}, completed=2, failed=1, left=0,
            ),
            Line(
                "Hans", rank=2, total=11,
                routes=9, by_length={1: 5, 2: 4},
                tickets=-2,
                each_ticket={"belleville--montparnasse": -6, "tour-eiffel--notre-dame": 4},
                bonuses={"flags": 4}, completed=1, failed=1, left=6,
            ),
        ],
        winners=["Greta"],
    )  # fmt: skip


def test_in_the_italian_edition_two_buses_would_have_ended_the_same_game_earlier() -> None:
    # Greta has two buses left after move 31; one more turn each are moves 32 and 33.
    data = source("paris-german-edition")
    del data["options"]
    assert refusal(data) == (34, "Hans", "game_over")
    data["options"] = {"final_round_at": 2}
    assert refusal(data) == (34, "Hans", "game_over")


def test_with_two_players_only_one_of_a_double_is_ever_used() -> None:
    claimed = [
        move["route"]
        for move in source("paris-german-edition")["moves"]
        if move["action"] == "claim_route"
    ]
    doubles = [route[:-3] for route in claimed if route.endswith(("--1", "--2"))]
    assert len(doubles) == 15  # 16 claims; only Notre-Dame–Quartier Latin is single
    assert len(set(doubles)) == len(doubles)


def test_the_last_ticket_of_the_deck_is_drawn_and_kept() -> None:
    # 20 tickets: 4 × 2 kept at the start leave 12. Ines keeps one of two (11 left), Jon, Kim, Lea,
    # Ines and Jon keep two each (1 left); Kim draws that one, the one Ines put at the bottom.
    # Ines, 13 buses:
    #   length 1: Arc–Champs, Opéra–Louvre, Louvre–Notre-Dame, Notre-Dame–Bastille,
    #             République–Bastille, République–Belleville                                  6 × 1
    #   length 2: Champs–Opéra, Batignolles–Opéra                                             2 × 2
    #   length 3: Bastille–Père-Lachaise                                                      1 × 4
    #   flag: red Arc–Champs, white Champs–Opéra, blue Louvre–Notre-Dame                         +4
    #   red and blue lie in front again; the last white route was paid with wilds only
    #   all along Arc–Champs–Opéra–Louvre–Notre-Dame–Bastille: –Père-Lachaise 9,
    #   –République–Belleville 7, Bastille 6, Notre-Dame 5, Opéra–Père-Lachaise 6               +33
    #   14 + 33 + 4 = 51
    # Jon, 9 buses:
    #   length 1: Eiffel–Invalides, Louvre–N.-Dame, Opéra–Louvre, M'martre–Nord, Nord–Rép.    5 × 1
    #   length 2: Louvre–Invalides, Nord–Opéra                                                2 × 2
    #   flag: red Eiffel–Invalides, white Louvre–Invalides, blue Opéra–Louvre                    +4
    #   Eiffel–Invalides–Louvre–Opéra–Nord–Montmartre 6, Louvre–Notre-Dame: Eiffel– 4 and
    #   Montmartre– 4, Nord–République: Invalides– 4, Nord–Invalides 5                          +23
    #   Eiffel–Père-Lachaise     missing: nothing of his reaches Père-Lachaise                   −8
    #   9 + 15 + 4 = 28, with 5 tickets completed
    # Kim, 11 buses:
    #   length 1: Champs–Invalides                                                            1 × 1
    #   length 2: Batignolles–Champs, Invalides–Montparnasse, Quartier–Montparnasse,
    #             Quartier–Italie, Champs–Opéra                                               5 × 2
    #   white and red lie in front, never a blue card: no flag                                    0
    #   Batignolles–Champs–Invalides–Montparnasse–Quartier 5, –Italie 7, Champs–Italie 6,
    #   Opéra–Champs–…–Quartier 3                                                               +21
    #   Louvre–Italie            missing: nothing of hers reaches the Louvre                     −4
    #   11 + 17 + 0 = 28, with 4 tickets completed: behind Jon
    # Lea, 10 buses:
    #   length 1: Rép.–Bastille, Rép.–Belleville, Nord–Rép., Montmartre–Nord                  4 × 1
    #   length 3: Montparnasse–Italie, Bastille–Italie                                        2 × 4
    #   red and blue lie in front, never a white card: no flag                                    0
    #   Montparnasse–Italie–Bastille–République 5, –Belleville 6, –Nord–Montmartre 7            +18
    #   Nord–Louvre              missing: nothing of hers reaches the Louvre                     −3
    #   12 + 15 + 0 = 27
    check_sheet(
        "paris-deck-runs-out",
        [
            Line(
                "Ines", rank=1, total=51,
                routes=14, by_length={1: 6, 2: 4, 3: 4},
                tickets=33,
                each_ticket={
                    "arc-de-triomphe--pere-lachaise": 9,
                    "arc-de-triomphe--belleville": 7,
                    "arc-de-triomphe--bastille": 6,
                    "arc-de-triomphe--notre-dame": 5,
                    "opera--pere-lachaise": 6,
                },
                bonuses={"flags": 4}, completed=5, failed=0, left=2,
            ),
            Line(
                "Jon", rank=2, total=28,
                routes=9, by_length={1: 5, 2: 4},
                tickets=15,
                each_ticket={
                    "tour-eiffel--pere-lachaise": -8,
                    "tour-eiffel--montmartre": 6,
                    "tour-eiffel--notre-dame": 4,
                    "montmartre--notre-dame": 4,
                    "invalides--republique": 4,
                    "gare-du-nord--invalides": 5,
                },
                bonuses={"flags": 4}, completed=5, failed=1, left=6,
            ),
            Line(
                "Kim", rank=3, total=28,
                routes=11, by_length={1: 1, 2: 10},
                tickets=17,
                each_ticket={
                    "batignolles--place-d-italie": 7,
                    "champs-elysees--place-d-italie": 6,
                    "batignolles--quartier-latin": 5,
                    "opera--quartier-latin": 3,
                    "louvre--place-d-italie": -4,
                },
                bonuses={"flags": 0}, completed=4, failed=1, left=4,
            ),
            Line(
                "Lea", rank=4, total=27,
                routes=12, by_length={1: 4, 3: 8},
                tickets=15,
                each_ticket={
                    "montmartre--montparnasse": 7,
                    "belleville--montparnasse": 6,
                    "montparnasse--republique": 5,
                    "gare-du-nord--louvre": -3,
                },
                bonuses={"flags": 0}, completed=3, failed=1, left=5,
            ),
        ],
        winners=["Ines"],
    )  # fmt: skip


def test_equal_totals_and_equally_many_completed_tickets_share_the_victory() -> None:
    # Mia, 14 buses:
    #   length 1: Eiffel–Invalides, Louvre–Notre-Dame, République–Bastille, Nord–République   4 × 1
    #   length 2: Louvre–Invalides, Louvre–République                                         2 × 2
    #   length 3: Bastille–Père-Lachaise, Bastille–Italie                                     2 × 4
    #   flag: red Eiffel–Invalides, white Louvre–Invalides, blue Louvre–Notre-Dame               +4
    #   after it she keeps nothing more: a second flag would have been possible
    #   Eiffel–Notre-Dame        Eiffel–Invalides–Louvre–Notre-Dame                              +4
    #   Invalides–République     Invalides–Louvre–République                                     +4
    #   16 + 8 + 4 = 28, 2 completed
    # Noa, 12 buses:
    #   length 1: Champs–Invalides, Arc–Champs                                                2 × 1
    #   length 2: Montmartre–Opéra, Champs–Opéra, Invalides–Montparnasse,
    #             Batignolles–Champs, Quartier–Montparnasse                                   5 × 2
    #   flag: white Montmartre–Opéra, red Champs–Invalides, blue Arc–Champs                      +4
    #   Montmartre–Montparnasse  Montmartre–Opéra–Champs–Invalides–Montparnasse                  +7
    #   Batignolles–Quartier     Batignolles–Champs–Invalides–Montparnasse–Quartier              +5
    #   12 + 12 + 4 = 28, 2 completed
    # Otto, 8 buses:
    #   length 1: Opéra–Louvre, Louvre–Notre-Dame, Notre-Dame–Quartier                        3 × 1
    #   length 2: Nord–Belleville                                                             1 × 2
    #   length 3: Batignolles–Montmartre                                                      1 × 4
    #   Opéra–Quartier           Opéra–Louvre–Notre-Dame–Quartier                                +3
    #   Arc–Belleville           missing: nothing of his reaches the Arc                         −7
    #   9 − 4 + 0 = 5, third: ranks 1 and 1 leave no second
    check_sheet(
        "paris-shared-victory",
        [
            Line(
                "Mia", rank=1, total=28,
                routes=16, by_length={1: 4, 2: 4, 3: 8},
                tickets=8,
                each_ticket={"tour-eiffel--notre-dame": 4, "invalides--republique": 4},
                bonuses={"flags": 4}, completed=2, failed=0, left=1,
            ),
            Line(
                "Noa", rank=1, total=28,
                routes=12, by_length={1: 2, 2: 10},
                tickets=12,
                each_ticket={"montmartre--montparnasse": 7, "batignolles--quartier-latin": 5},
                bonuses={"flags": 4}, completed=2, failed=0, left=3,
            ),
            Line(
                "Otto", rank=3, total=5,
                routes=9, by_length={1: 3, 2: 2, 3: 4},
                tickets=-4,
                each_ticket={"arc-de-triomphe--belleville": -7, "opera--quartier-latin": 3},
                bonuses={"flags": 0}, completed=1, failed=1, left=7,
            ),
        ],
        winners=["Mia", "Noa"],
    )  # fmt: skip
