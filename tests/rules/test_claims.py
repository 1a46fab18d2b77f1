"""docs/rules.md, “Claim a route”: free, paid for exactly, and with vehicles enough."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from games.rules.actions import ClaimRoute
from games.rules.views import track_points
from tests.support.boards import MAPS, board
from tests.support.play import table

DOUBLE = "covent-garden--st-pauls"
TRIPLE = "dortmund--duesseldorf"


@pytest.mark.parametrize("slug", MAPS)
def test_any_free_route_can_be_claimed_connected_or_not(slug: str) -> None:
    for route in board(slug).routes:
        t = table(slug).claim(route.id)
        assert t.state.owners == {route.id: 0}
        assert t.state.hands[0].routes == (route.id,)


@pytest.mark.parametrize(
    ("slug", "table_of_points"),
    [
        ("paris", {1: 1, 2: 2, 3: 4}),
        ("london", {1: 1, 2: 2, 3: 4, 4: 7}),
        ("germany", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}),
    ],
)
def test_a_claim_scores_at_once_by_its_length(slug: str, table_of_points: dict[int, int]) -> None:
    lengths = {route.length: route.id for route in board(slug).routes}
    assert set(lengths) == set(table_of_points)
    for length, points in table_of_points.items():
        t = table(slug).claim(lengths[length])
        assert track_points(t.state) == (points, 0)
        assert t.state.hands[0].vehicles == board(slug).vehicles_each - length


def test_there_must_be_as_many_vehicles_as_spaces() -> None:
    t = table("london", final_round_at=0)
    t.build(0, "baker-street--hyde-park", "british-museum--charterhouse")
    t.build(0, "elephant-and-castle--tower-of-london", "st-pauls--brick-lane")
    t.pass_to(0)
    assert t.state.hands[0].vehicles == 2
    refusal = t.refusal(ClaimRoute(0, "brick-lane--tower-of-london"))
    assert refusal.code == "not_enough_vehicles"
    assert refusal.message == "Brick Lane – Tower of London needs 3 buses, but Ada has only 2 left."
    t.claim("waterloo--elephant-and-castle")
    assert t.state.hands[0].vehicles == 0


def test_a_taken_route_stays_with_its_owner() -> None:
    t = table("london").claim("big-ben--waterloo")
    refusal = t.refusal(ClaimRoute(1, "big-ben--waterloo"))
    assert refusal.code == "route_taken"
    assert refusal.message == "Big Ben – Waterloo already belongs to Ada."
    t.pass_turns()
    assert t.code(ClaimRoute(0, "big-ben--waterloo")) == "route_taken"


def test_a_route_must_exist() -> None:
    refusal = table("london").refusal(ClaimRoute(0, "big-ben--louvre"))
    assert refusal.code == "unknown_route"
    assert "big-ben--louvre" in refusal.message


# -- Payment --------------------------------------------------------------------------------------

BLUE_FOUR, GREY_FOUR = "british-museum--charterhouse", "baker-street--piccadilly-circus"


@pytest.mark.parametrize(
    ("route", "cards"),
    [
        (BLUE_FOUR, {"blue": 4}),
        (BLUE_FOUR, {"blue": 1, "wild": 3}),
        (BLUE_FOUR, {"wild": 4}),
        (BLUE_FOUR, {"blue": 4, "wild": 0, "pink": 0}),
        (BLUE_FOUR, None),
        (GREY_FOUR, {"pink": 4}),
        (GREY_FOUR, {"black": 2, "wild": 2}),
        (GREY_FOUR, {"wild": 4}),
    ],
)
def test_wilds_replace_any_card_and_grey_takes_any_one_colour(
    route: str, cards: Mapping[str, int] | None
) -> None:
    t = table("london").claim(route, cards)
    assert t.state.owners[route] == 0


@pytest.mark.parametrize(
    ("route", "cards", "fragment"),
    [
        (BLUE_FOUR, {"blue": 3}, "costs 4 cards, but 3 were paid"),
        (BLUE_FOUR, {"blue": 4, "wild": 1}, "costs 4 cards, but 5 were paid"),
        (BLUE_FOUR, {}, "costs 4 cards, but 0 were paid"),
        (BLUE_FOUR, {"pink": 4}, "is blue, so it can’t be paid with pink cards"),
        (BLUE_FOUR, {"pink": 1, "wild": 3}, "is blue, so it can’t be paid with pink cards"),
        (BLUE_FOUR, {"blue": 2, "pink": 2}, "not in several colours"),
        (GREY_FOUR, {"blue": 2, "pink": 2}, "not in several colours"),
        (BLUE_FOUR, {"grey": 4}, "the box has only 0"),
        (GREY_FOUR, {"grey": 4}, "the box has only 0"),
        (GREY_FOUR, {"purple": 4}, "4 purple cards for"),
        (GREY_FOUR, {"blue": 7}, "7 blue cards for Baker Street – Piccadilly Circus"),
        (GREY_FOUR, {"wild": 9}, "the box has only 8"),
    ],
)
def test_cards_that_do_not_pay_the_route_exactly_are_refused(
    route: str, cards: Mapping[str, int], fragment: str
) -> None:
    refusal = table("london").refusal(ClaimRoute(0, route, cards))
    assert refusal.code == "wrong_cards"
    assert fragment in refusal.message


def test_the_box_may_hold_fewer_cards_of_a_colour_than_a_route_has_spaces() -> None:
    tangle = board("tangle")
    thin = table(replace(tangle, cards={**tangle.cards, "red": 3}))
    assert thin.code(ClaimRoute(0, "dogwood--gorse", {"red": 4})) == "wrong_cards"
    assert thin.claim("dogwood--gorse", {"red": 3, "wild": 1}).mover == 1


# -- Parallel routes ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_player_never_owns_both_of_a_double(seats: int) -> None:
    t = table("london", seats).claim(f"{DOUBLE}--1").pass_to(0)
    refusal = t.refusal(ClaimRoute(0, f"{DOUBLE}--2"))
    assert refusal.code == "parallel_route_owned"
    assert "Ada already owns a route between these places" in refusal.message


@pytest.mark.parametrize(("slug", "route"), [("london", DOUBLE), ("paris", "opera--louvre")])
def test_with_two_players_the_other_of_a_double_closes(slug: str, route: str) -> None:
    t = table(slug).claim(f"{route}--2")
    refusal = t.refusal(ClaimRoute(1, f"{route}--1"))
    assert refusal.code == "route_closed"
    assert "with 2 players, only one of the parallel routes is used" in refusal.message


@pytest.mark.parametrize(("slug", "route"), [("london", DOUBLE), ("paris", "opera--louvre")])
@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_the_other_of_a_double_stays_open(
    slug: str, route: str, seats: int
) -> None:
    t = table(slug, seats).claim(f"{route}--2").claim(f"{route}--1")
    assert t.state.owners == {f"{route}--2": 0, f"{route}--1": 1}


@pytest.mark.parametrize("seats", [2, 3])
def test_in_germany_doubles_and_triples_close_with_two_or_three_players(seats: int) -> None:
    t = table("germany", seats).claim(f"{TRIPLE}--2")
    assert t.code(ClaimRoute(1, f"{TRIPLE}--1")) == "route_closed"
    assert t.code(ClaimRoute(1, f"{TRIPLE}--3")) == "route_closed"
    t.claim("berlin--hamburg--1").pass_to(0)
    assert t.code(ClaimRoute(0, "berlin--hamburg--2")) == "route_closed"


@pytest.mark.parametrize("seats", [4, 5])
def test_in_germany_with_four_or_five_a_triple_serves_three_players(seats: int) -> None:
    t = table("germany", seats)
    t.claim(f"{TRIPLE}--1").claim(f"{TRIPLE}--2").claim(f"{TRIPLE}--3")
    assert t.state.owners == {f"{TRIPLE}--{n + 1}": n for n in range(3)}
    assert t.code(ClaimRoute(3, f"{TRIPLE}--2")) == "route_taken"


@pytest.mark.parametrize("seats", [4, 5])
def test_one_player_never_owns_two_of_a_triple(seats: int) -> None:
    t = table("germany", seats).claim(f"{TRIPLE}--1").pass_to(0)
    assert t.code(ClaimRoute(0, f"{TRIPLE}--2")) == "parallel_route_owned"
    assert t.code(ClaimRoute(0, f"{TRIPLE}--3")) == "parallel_route_owned"


def test_where_two_reasons_apply_the_players_own_parallel_comes_first() -> None:
    small = table("london", 2).claim(f"{DOUBLE}--1").pass_turns()
    assert small.code(ClaimRoute(0, f"{DOUBLE}--2")) == "parallel_route_owned"
    large = table("london", 3).claim(f"{DOUBLE}--1").claim(f"{DOUBLE}--2").pass_to(0)
    assert large.code(ClaimRoute(0, f"{DOUBLE}--2")) == "parallel_route_owned"
    assert large.code(ClaimRoute(0, f"{DOUBLE}--1")) == "route_taken"


def test_the_route_is_looked_at_before_vehicles_and_cards() -> None:
    t = table("london", final_round_at=0).claim("big-ben--waterloo")
    wrong = {"pink": 9}
    assert t.code(ClaimRoute(1, "big-ben--waterloo", wrong)) == "route_taken"
    assert t.code(ClaimRoute(1, "nowhere", wrong)) == "unknown_route"
    assert t.code(ClaimRoute(0, "nowhere", wrong)) == "not_your_turn"


def test_parallel_routes_are_told_apart_by_colour_or_by_number() -> None:
    london, germany = board("london"), board("germany")
    assert str(london.route_name(london.route["big-ben--waterloo"])) == "Big Ben – Waterloo"
    two_colors = london.route["piccadilly-circus--covent-garden--2"]
    assert str(london.route_name(two_colors)) == "Piccadilly Circus – Covent Garden (yellow)"
    all_grey = germany.route[f"{TRIPLE}--3"]
    assert str(germany.route_name(all_grey)) == "Dortmund – Düsseldorf (grey 3)"
