"""docs/rules.md, “Paris: flags”: blue, white and red in front: four points."""

from dataclasses import asdict

import pytest

from games.rules.actions import ClaimRoute
from games.rules.views import screen_view, track_points
from tests.support.play import Table, table

BLUE = ("arc-de-triomphe--champs-elysees--2", "opera--louvre--2", "notre-dame--bastille--2")
WHITE = ("champs-elysees--opera--1", "batignolles--opera--1", "montmartre--opera--1")
RED = ("tour-eiffel--invalides--1", "louvre--notre-dame--1", "republique--belleville--1")
YELLOW = "gare-du-nord--belleville"


def keep(t: Table, seat: int, *routes: str) -> Table:
    for route in routes:
        t.pass_to(seat).claim(route, keep_card=True)
    return t


def shown(t: Table, seat: int = 0) -> dict[str, object]:
    return asdict(screen_view(t.state).seats[seat].bonuses["flags"])


def test_a_blue_a_white_and_a_red_card_make_a_flag_worth_four_points() -> None:
    t = keep(table("paris"), 0, BLUE[0], WHITE[0])
    assert shown(t) == {"front": ("blue", "white"), "flags": 0}
    assert track_points(t.state)[0] == 1 + 2
    keep(t, 0, RED[0])
    assert shown(t) == {"front": (), "flags": 1}, "the three cards are discarded"
    assert track_points(t.state)[0] == 1 + 2 + 1 + 4, "counted at the end of that turn"


def test_a_flag_names_the_three_claims_it_comes_from() -> None:
    t = keep(table("paris"), 0, RED[0], BLUE[0], WHITE[0]).end()
    line = t.row(0).bonuses[0]
    assert (line.kind, line.points) == ("flags", 4)
    (reason,) = line.reasons
    assert reason.routes == (BLUE[0], WHITE[0], RED[0])
    assert str(reason.why) == (
        "A flag from Arc de Triomphe – Champs-Élysées (blue), "
        "Champs-Élysées – Opéra (white) and Tour Eiffel – Invalides (red)"
    )
    assert t.row(1).bonuses[0].points == 0


def test_a_new_flag_may_start_on_a_later_turn() -> None:
    t = keep(table("paris"), 0, BLUE[0], WHITE[0], RED[0], RED[1])
    assert shown(t) == {"front": ("red",), "flags": 1}
    keep(t, 0, WHITE[1], BLUE[1])
    assert shown(t) == {"front": (), "flags": 2}
    assert t.end().row(0).bonuses[0].points == 8


def test_no_card_of_a_colour_that_already_lies_in_front_is_kept() -> None:
    t = keep(table("paris"), 0, BLUE[0]).pass_to(0)
    refusal = t.refusal(ClaimRoute(0, BLUE[1], None, answers={"keep_card": True}))
    assert refusal.code == "keep_not_allowed"
    assert "there’s already a blue card in front of them" in refusal.message
    t.claim(BLUE[1])
    assert shown(t) == {"front": ("blue",), "flags": 0}


def test_what_lies_in_front_of_one_player_does_not_hinder_another() -> None:
    t = keep(table("paris"), 0, BLUE[0])
    keep(t, 1, BLUE[1])
    assert shown(t, 0) == shown(t, 1) == {"front": ("blue",), "flags": 0}


@pytest.mark.parametrize("route", [YELLOW, "batignolles--montmartre--1", "champs-elysees--louvre"])
def test_only_blue_white_and_red_routes_give_a_card_to_keep(route: str) -> None:
    refusal = table("paris").refusal(ClaimRoute(0, route, None, answers={"keep_card": True}))
    assert refusal.code == "keep_not_allowed"
    assert "isn’t one of the flag’s colours" in refusal.message


def test_a_route_paid_with_wilds_only_gives_no_card_to_keep() -> None:
    t = table("paris")
    for cards in ({"wild": 2}, {"wild": 2, "white": 0}):
        refusal = t.refusal(ClaimRoute(0, WHITE[0], cards, answers={"keep_card": True}))
        assert refusal.code == "keep_not_allowed"
        assert "paid with bus cards only" in refusal.message
    t.claim(WHITE[0], {"white": 1, "wild": 1}, keep_card=True)
    assert shown(t) == {"front": ("white",), "flags": 0}


def test_when_nobody_said_what_was_paid_a_card_may_be_kept() -> None:
    t = table("paris").claim(WHITE[0], None, keep_card=True)
    assert shown(t) == {"front": ("white",), "flags": 0}


def test_a_player_may_keep_a_card_and_need_not() -> None:
    t = table("paris").claim(BLUE[0]).claim(BLUE[1], keep_card=True)
    assert shown(t, 0) == {"front": (), "flags": 0}
    assert shown(t, 1) == {"front": ("blue",), "flags": 0}


def test_the_result_depends_on_the_order() -> None:
    """Keeping whenever allowed, two of each colour: one order makes two flags, the other one."""
    first = keep(table("paris"), 0, BLUE[0], WHITE[0], RED[0], BLUE[1], WHITE[1], RED[1])
    assert shown(first) == {"front": (), "flags": 2}
    second = table("paris")
    for route in (BLUE[0], BLUE[1], WHITE[0], WHITE[1], RED[0], RED[1]):
        second.pass_to(0)
        action = ClaimRoute(0, route, None, {"keep_card": True})
        allowed = route in (BLUE[0], WHITE[0], RED[0], RED[1])
        if not allowed:
            assert second.code(action) == "keep_not_allowed"
        second.do(ClaimRoute(0, route, None, answers={"keep_card": allowed}))
    assert shown(second) == {"front": ("red",), "flags": 1}


@pytest.mark.parametrize("slug", ["london", "germany"])
def test_on_a_map_without_flags_no_card_is_kept(slug: str) -> None:
    t = table(slug)
    route = t.board.routes[0].id
    assert t.code(ClaimRoute(0, route, None, answers={"keep_card": True})) == "keep_not_allowed"
