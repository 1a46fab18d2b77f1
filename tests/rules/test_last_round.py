"""docs/rules.md, “The last round”: checked at the end of every turn, it fires once."""

import pytest

from games.rules.actions import DrawCards, SkipTurn
from games.rules.state import FinalRound, Phase
from tests.support.boards import board
from tests.support.play import Table, table

# What leaves exactly so many buses or wagons, one route after the other.
LONDON_15 = (
    "baker-street--hyde-park",
    "british-museum--charterhouse",
    "elephant-and-castle--tower-of-london",
    "st-pauls--brick-lane",
)
PARIS_12 = (
    "tour-eiffel--montparnasse",
    "arc-de-triomphe--batignolles",
    "opera--republique--1",
    "bastille--place-d-italie--1",
)
GERMANY_42 = (
    "berlin--hamburg--1",
    "berlin--hannover",
    "dresden--regensburg",
    "erfurt--regensburg",
    "berlin--rostock",
    "chemnitz--regensburg",
    "kiel--daenemark",
)


@pytest.mark.parametrize(
    ("slug", "routes", "last"),
    [
        ("london", LONDON_15[:3], "charterhouse--brick-lane"),
        ("paris", PARIS_12, "republique--bastille--1"),
        ("germany", GERMANY_42, "bremen--bremerhaven"),
    ],
)
def test_it_starts_when_a_turn_ends_with_two_vehicles_or_fewer(
    slug: str, routes: tuple[str, ...], last: str
) -> None:
    t = table(slug).build(0, *routes)
    assert t.state.final_round is None
    assert t.state.hands[0].vehicles > 2
    t.build(0, last)
    assert t.state.hands[0].vehicles == 2
    assert t.state.final_round == FinalRound(fired_by=0, turns_left=2)


def test_the_german_edition_of_paris_waits_for_one_bus() -> None:
    paris = board("paris")
    assert paris.final_round_at == 2
    assert paris.edition_for("de").at == 1
    assert paris.edition_for("it").at == paris.edition_for("en").at == 2
    t = table("paris", final_round_at=1).build(0, *PARIS_12, "republique--bastille--1")
    assert t.state.hands[0].vehicles == 2
    assert t.state.final_round is None
    t.build(0, "louvre--notre-dame--1")
    assert t.state.final_round == FinalRound(fired_by=0, turns_left=2)


@pytest.mark.parametrize("slug", ["london", "germany"])
def test_the_other_boxes_have_one_edition(slug: str) -> None:
    assert board(slug).edition_for("de").at == board(slug).final_round_at == 2


def fired(seats: int, seat: int) -> Table:
    """A London table at which this seat has just fired the last round with its first claim."""
    t = table("london", seats, final_round_at=13)
    return t.pass_to(seat).claim("baker-street--hyde-park")


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 1), (4, 0), (4, 3)])
def test_everybody_has_exactly_one_more_turn_and_the_last_is_of_who_fired_it(
    seats: int, seat: int
) -> None:
    t = fired(seats, seat)
    order = []
    while t.state.phase is Phase.TURNS:
        order.append(t.mover)
        t.pass_turns()
    assert sorted(order) == list(range(seats))
    assert order[-1] == seat
    assert t.state.finished


def test_it_fires_once_even_if_others_run_out_meanwhile() -> None:
    t = fired(3, 0).claim("british-museum--charterhouse")
    assert t.state.hands[1].vehicles == 13
    assert t.state.final_round == FinalRound(fired_by=0, turns_left=2)
    t.claim("elephant-and-castle--tower-of-london").claim("st-pauls--brick-lane")
    assert t.state.finished
    assert t.state.turns_played == 4


def test_any_turn_counts_as_one_of_the_last() -> None:
    t = fired(2, 0).do(SkipTurn(1), DrawCards(0))
    assert t.state.finished


def test_everybody_can_see_who_still_has_a_turn() -> None:
    t = table("london", 3, final_round_at=13)
    assert [t.state.turns_left(seat) for seat in range(3)] == [None, None, None]
    t.pass_to(1).claim("baker-street--hyde-park")
    assert [t.state.turns_left(seat) for seat in range(3)] == [1, 1, 1]
    t.pass_turns()
    assert [t.state.turns_left(seat) for seat in range(3)] == [1, 1, 0]
    t.pass_turns()
    assert [t.state.turns_left(seat) for seat in range(3)] == [0, 1, 0]
    t.pass_turns()
    assert [t.state.turns_left(seat) for seat in range(3)] == [0, 0, 0]


def test_a_turn_without_a_claim_does_not_fire_it() -> None:
    t = table("london", final_round_at=13).pass_turns(6)
    assert t.state.final_round is None


def test_the_host_can_still_end_the_game_in_the_last_round() -> None:
    t = fired(3, 0).pass_turns().end()
    assert t.state.finished
    assert t.state.ended_early
