"""London: golden games, counted by hand. Points by length: 1→1, 2→2, 3→4, 4→7.

Districts: 1 British Museum, Covent Garden · 2 Trafalgar, Piccadilly, Buckingham, Big Ben ·
3 Waterloo, Elephant, Globe · 4 St Paul's, Charterhouse, Brick Lane, Tower ·
5 Baker Street, Regent's Park, King's Cross, Hyde Park.
"""

from __future__ import annotations

from games.rules.scoring import score
from tests.support.golden_records import Line, check_sheet, play, source


def test_who_joins_all_places_of_a_district_to_one_another_scores_its_number() -> None:
    # Pia, 16 of 17 buses:
    #   length 1: Museum–Covent, Covent–Trafalgar, Piccadilly–Trafalgar, Trafalgar–Big Ben,
    #             Big Ben–Waterloo, St Paul's–Globe, St Paul's–Charterhouse                   7 × 1
    #   length 2: Buckingham–Big Ben, Waterloo–Globe, Waterloo–Elephant                       3 × 2
    #   length 3: St Paul's–Tower                                                             1 × 4
    #   Big Ben–Tower         Big Ben–Waterloo–Globe–St Paul's–Tower                             +6
    #   Museum–St Paul's      Museum–Covent–Trafalgar–Big Ben–Waterloo–Globe–St Paul's           +4
    #   Big Ben–Charterhouse  Big Ben–Waterloo–Globe–St Paul's–Charterhouse                      +5
    #   districts 1, 2 and 3; of 4 only Brick Lane is missing                                    +6
    #   17 + 15 + 6 = 38
    # Quin, 15 buses:
    #   length 1: Museum–Covent, Hyde Park–Buckingham                                         2 × 1
    #   length 2: Baker–Regent's, King's Cross–Museum, Piccadilly–Hyde Park                   3 × 2
    #   length 3: Regent's–King's Cross                                                       1 × 4
    #   length 4: Baker–Hyde Park                                                             1 × 7
    #   Regent's–Piccadilly      Regent's–Baker–Hyde Park–Piccadilly                             +5
    #   King's Cross–Buckingham  King's Cross–Regent's–Baker–Hyde Park–Buckingham                +6
    #   Baker–Tower              missing: Covent–St Paul's and St Paul's–Tower                  −11
    #   districts 1 (as Pia: both have it) and 5                                                 +6
    #   19 + 0 + 6 = 25
    # Rosa, 12 buses:
    #   length 1: St Paul's–Globe                                                             1 × 1
    #   length 2: Globe–Elephant                                                              1 × 2
    #   length 3: Charterhouse–Brick Lane, Brick Lane–Tower, St Paul's–Tower                  3 × 4
    #   Globe–Brick Lane    Globe–St Paul's–Tower–Brick Lane                                     +4
    #   King's Cross–Tower  missing: King's Cross–Charterhouse                                   −7
    #   district 4; of 3 only Waterloo is missing                                                +4
    #   15 − 3 + 4 = 16
    game = check_sheet(
        "london-districts",
        [
            Line(
                "Pia", rank=1, total=38,
                routes=17, by_length={1: 7, 2: 6, 3: 4},
                tickets=15,
                each_ticket={
                    "big-ben--tower-of-london": 6,
                    "british-museum--st-pauls": 4,
                    "big-ben--charterhouse": 5,
                },
                bonuses={"districts": 6}, completed=3, failed=0, left=1,
            ),
            Line(
                "Quin", rank=2, total=25,
                routes=19, by_length={1: 2, 2: 6, 3: 4, 4: 7},
                tickets=0,
                each_ticket={
                    "regents-park--piccadilly-circus": 5,
                    "baker-street--tower-of-london": -11,
                    "kings-cross--buckingham-palace": 6,
                },
                bonuses={"districts": 6}, completed=2, failed=1, left=2,
            ),
            Line(
                "Rosa", rank=3, total=16,
                routes=15, by_length={1: 1, 2: 2, 3: 12},
                tickets=-3,
                each_ticket={"globe-theatre--brick-lane": 4, "kings-cross--tower-of-london": -7},
                bonuses={"districts": 4}, completed=1, failed=1, left=5,
            ),
        ],
        winners=["Pia"],
    )  # fmt: skip
    districts = [
        [reason.points for reason in row.bonuses[0].reasons] for row in score(game.state).rows
    ]
    assert districts == [[1, 2, 3], [1, 5], [4]]


def test_a_district_missed_by_one_place_scores_nothing() -> None:
    # Rosa holds Globe and Elephant of district 3 but not Waterloo.
    rosa = score(play(source("london-districts")).state).rows[2]
    assert rosa.bonuses[0].reasons[0].places == (
        "st-pauls",
        "charterhouse",
        "brick-lane",
        "tower-of-london",
    )
    assert len(rosa.bonuses[0].reasons) == 1


def test_equal_totals_are_decided_by_completed_tickets() -> None:
    # Tess, 16 buses:
    #   length 1: St Paul's–Charterhouse                                                      1 × 1
    #   length 2: Baker–Regent's                                                              1 × 2
    #   length 3: Regent's–King's Cross, King's Cross–Charterhouse, St Paul's–Tower           3 × 4
    #   length 4: Baker–Hyde Park                                                             1 × 7
    #   Hyde Park–St Paul's  Hyde Park–Baker–Regent's–King's Cross–Charterhouse–St Paul's        +6
    #   King's Cross–Tower   King's Cross–Charterhouse–St Paul's–Tower                           +7
    #   Covent–Tower         missing: nothing of hers reaches Covent Garden                      −6
    #   district 5; of 4 only Brick Lane is missing                                              +5
    #   22 + 7 + 5 = 34, 2 completed
    # Sam, 15 buses; two players, so the other of each double he has is closed:
    #   length 1: Hyde Park–Buckingham, Big Ben–Waterloo, Museum–Covent, Covent–Trafalgar,
    #             Trafalgar–Big Ben, Piccadilly–Covent                                        6 × 1
    #   length 2: Buckingham–Big Ben, Waterloo–Elephant, Waterloo–Globe                       3 × 2
    #   length 3: Globe–Tower                                                                 1 × 4
    #   Buckingham–Elephant  Buckingham–Big Ben–Waterloo–Elephant                                +5
    #   Museum–Waterloo      Museum–Covent–Trafalgar–Big Ben–Waterloo                            +4
    #   Hyde Park–Covent     Hyde Park–Buckingham–Big Ben–Trafalgar–Covent                       +3
    #   districts 1, 2 and 3                                                                     +6
    #   16 + 12 + 6 = 34, 3 completed: Sam wins
    game = check_sheet(
        "london-tie-break",
        [
            Line(
                "Tess", rank=2, total=34,
                routes=22, by_length={1: 1, 2: 2, 3: 12, 4: 7},
                tickets=7,
                each_ticket={
                    "hyde-park--st-pauls": 6,
                    "kings-cross--tower-of-london": 7,
                    "covent-garden--tower-of-london": -6,
                },
                bonuses={"districts": 5}, completed=2, failed=1, left=1,
            ),
            Line(
                "Sam", rank=1, total=34,
                routes=16, by_length={1: 6, 2: 6, 3: 4},
                tickets=12,
                each_ticket={
                    "buckingham-palace--elephant-and-castle": 5,
                    "british-museum--waterloo": 4,
                    "hyde-park--covent-garden": 3,
                },
                bonuses={"districts": 6}, completed=3, failed=0, left=2,
            ),
        ],
        winners=["Sam"],
    )  # fmt: skip
    assert "completed tickets" in str(score(game.state).verdict)


def test_tickets_shown_at_the_reveal_count_like_all_others() -> None:
    # Vic has no phone: the draw on a turn says only that two were kept; with the two of the start
    # four are shown. Wes could not use one turn and skipped it.
    # Uma, 15 buses:
    #   length 1: Piccadilly–Trafalgar, Hyde Park–Buckingham                                  2 × 1
    #   length 2: Museum–Piccadilly, King's Cross–Museum, Buckingham–Trafalgar                3 × 2
    #   length 3: Regent's–King's Cross                                                       1 × 4
    #   length 4: Baker–Piccadilly                                                            1 × 7
    #   Baker–Trafalgar          Baker–Piccadilly–Trafalgar                                      +5
    #   Regent's–Piccadilly      Regent's–King's Cross–Museum–Piccadilly                         +5
    #   King's Cross–Buckingham  King's Cross–Museum–Piccadilly–Trafalgar–Buckingham             +6
    #   district 5, joined through 1 and 2; of 2 only Big Ben is missing                         +5
    #   19 + 16 + 5 = 40
    # Vic, 11 buses:
    #   length 1: Covent–Trafalgar, Trafalgar–Big Ben, Piccadilly–Covent                      3 × 1
    #   length 2: Piccadilly–Hyde Park                                                        1 × 2
    #   length 3: Covent–St Paul's, St Paul's–Tower                                           2 × 4
    #   Covent–Tower            Covent–St Paul's–Tower                                           +6
    #   Trafalgar–St Paul's     Trafalgar–Covent–St Paul's                                       +4
    #   Hyde Park–St Paul's     Hyde Park–Piccadilly–Covent–St Paul's                            +6
    #   Buckingham–Brick Lane   missing: nothing of his reaches either end                       −9
    #   of district 2 only Buckingham is missing                                                  0
    #   13 + 7 + 0 = 20
    # Wes, 10 buses:
    #   length 1: St Paul's–Charterhouse, St Paul's–Globe, Big Ben–Waterloo                   3 × 1
    #   length 2: Waterloo–Globe, Globe–Elephant                                              2 × 2
    #   length 3: Charterhouse–Brick Lane                                                     1 × 4
    #   Big Ben–Charterhouse    Big Ben–Waterloo–Globe–St Paul's–Charterhouse                    +5
    #   district 3; of 4 only the Tower is missing                                               +3
    #   11 + 5 + 3 = 19
    check_sheet(
        "london-shown-at-the-reveal",
        [
            Line(
                "Uma", rank=1, total=40,
                routes=19, by_length={1: 2, 2: 6, 3: 4, 4: 7},
                tickets=16,
                each_ticket={
                    "baker-street--trafalgar-square": 5,
                    "regents-park--piccadilly-circus": 5,
                    "kings-cross--buckingham-palace": 6,
                },
                bonuses={"districts": 5}, completed=3, failed=0, left=2,
            ),
            Line(
                "Vic", rank=2, total=20,
                routes=13, by_length={1: 3, 2: 2, 3: 8},
                tickets=7,
                each_ticket={
                    "covent-garden--tower-of-london": 6,
                    "trafalgar-square--st-pauls": 4,
                    "hyde-park--st-pauls": 6,
                    "buckingham-palace--brick-lane": -9,
                },
                bonuses={"districts": 0}, completed=3, failed=1, left=6,
            ),
            Line(
                "Wes", rank=3, total=19,
                routes=11, by_length={1: 3, 2: 4, 3: 4},
                tickets=5,
                each_ticket={"big-ben--charterhouse": 5},
                bonuses={"districts": 3}, completed=1, failed=0, left=7,
            ),
        ],
        winners=["Uma"],
    )  # fmt: skip
