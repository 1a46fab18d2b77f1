"""docs/rules.md, “London: districts”: all places of one number joined score the number."""

from dataclasses import replace

import pytest

from games.rules.bonuses.districts import Districts
from games.rules.scoring import score
from games.rules.views import screen_view
from tests.support.boards import board
from tests.support.play import position, table

MUSEUM_GARDEN = "british-museum--covent-garden--1"
DISTRICT_2 = (
    "piccadilly-circus--trafalgar-square--1",
    "piccadilly-circus--buckingham-palace",
    "trafalgar-square--big-ben",
)
DISTRICT_4 = ("st-pauls--charterhouse", "charterhouse--brick-lane", "brick-lane--tower-of-london")


def districts(*routes: str) -> tuple[int, str]:
    """Points for districts with these routes, and which they are."""
    line = score(position("london", [routes, []])).rows[0].bonuses[0]
    assert line.kind == "districts"
    return line.points, "; ".join(str(reason.why) for reason in line.reasons)


def test_a_district_whose_places_are_all_joined_scores_its_number() -> None:
    points, why = districts(MUSEUM_GARDEN)
    assert points == 1
    assert why == "District 1: British Museum and Covent Garden are connected"


def test_places_of_a_district_may_be_joined_through_anything() -> None:
    around = ("british-museum--piccadilly-circus", "piccadilly-circus--covent-garden--1")
    assert districts(*around)[0] == 1


def test_all_of_its_places_are_needed() -> None:
    assert districts(*DISTRICT_2[:2])[0] == 0
    assert districts(*DISTRICT_2)[0] == 2


def test_two_halves_that_do_not_meet_join_nothing() -> None:
    halves = ("st-pauls--charterhouse", "brick-lane--tower-of-london")
    assert districts(*halves)[0] == 0
    assert districts(*halves, "charterhouse--brick-lane")[0] == 4


def test_every_district_counts_for_itself() -> None:
    points, why = districts(MUSEUM_GARDEN, *DISTRICT_2, *DISTRICT_4)
    assert points == 1 + 2 + 4
    assert [part.split(":")[0] for part in why.split("; ")] == [
        "District 1",
        "District 2",
        "District 4",
    ]


def test_several_players_can_score_the_same_district() -> None:
    twins = [[MUSEUM_GARDEN], ["british-museum--covent-garden--2"], []]
    rows = score(position("london", twins)).rows
    assert [row.bonuses[0].points for row in rows] == [1, 1, 0]


def test_a_joined_district_is_seen_by_everybody_but_counted_at_the_end() -> None:
    t = table("london").claim(MUSEUM_GARDEN)
    seat = screen_view(t.state).seats[0]
    assert seat.bonuses["districts"].joined == (1,)
    assert seat.points == 1, "the route alone"


@pytest.mark.parametrize(("number", "places"), [(1, 2), (2, 4), (3, 3), (4, 4), (5, 4)])
def test_london_has_five_districts(number: int, places: int) -> None:
    london = board("london")
    (bonus,) = london.bonuses
    assert isinstance(bonus, Districts)
    district = bonus.districts[number - 1]
    assert (district.number, district.points) == (number, number)
    assert len(bonus.places(london, district)) == places


def test_a_dead_end_in_a_district_joins_nothing_to_anything() -> None:
    """Were the island a place of district 3, reaching it twice would not join the others."""
    tangle = board("tangle")
    moved = {"cedar": None, "dogwood": None, "gorse": 3, "hazel": 3, "island": 3}
    places = tuple(
        replace(place, facts={"district": moved.get(place.id, place.facts.get("district"))})
        for place in tangle.places
    )
    odd = replace(tangle, places=places)
    through = score(position(odd, [["gorse--island", "hazel--island"], []])).rows[0]
    direct = score(position(odd, [["gorse--hazel", "hazel--island"], []])).rows[0]
    assert [line.points for line in through.bonuses if line.kind == "districts"] == [0]
    assert [line.points for line in direct.bonuses if line.kind == "districts"] == [5]
