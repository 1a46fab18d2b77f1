"""For each private ticket: completed, still possible, or impossible now."""

from dataclasses import replace

import pytest

from games.rules.actions import ClaimRoute
from games.rules.ticket_status import Standing, standing
from tests.support.boards import board
from tests.support.play import Table, table

LONDON = board("london")


def stands(t: Table, ticket: str, seat: int = 0) -> Standing:
    return standing(t.state, seat, t.board.ticket[ticket])


def test_a_ticket_is_possible_until_it_is_completed() -> None:
    t = table("london", 3)
    assert stands(t, "piccadilly-circus--waterloo") is Standing.POSSIBLE
    t.build(0, "piccadilly-circus--trafalgar-square--1")
    assert stands(t, "piccadilly-circus--waterloo") is Standing.POSSIBLE
    t.build(0, "trafalgar-square--waterloo")
    assert stands(t, "piccadilly-circus--waterloo") is Standing.COMPLETED
    assert stands(t, "piccadilly-circus--waterloo", seat=1) is Standing.POSSIBLE


def wall_in(t: Table, seat: int, place: str, except_for: tuple[str, ...] = ()) -> Table:
    """One seat claims every route at a place."""
    for route in t.board.neighbours[place]:
        if route.id not in except_for:
            t.build(seat, route.id)
    return t


def test_a_ticket_is_impossible_when_others_own_every_route_to_a_place() -> None:
    t = wall_in(table("london", 3), 1, "regents-park")
    assert stands(t, "regents-park--piccadilly-circus") is Standing.IMPOSSIBLE
    assert stands(t, "regents-park--elephant-and-castle") is Standing.IMPOSSIBLE
    assert stands(t, "baker-street--trafalgar-square") is Standing.POSSIBLE


@pytest.mark.parametrize(("seats", "expected"), [(2, Standing.IMPOSSIBLE), (3, Standing.POSSIBLE)])
def test_closed_parallels_count_as_gone(seats: int, expected: Standing) -> None:
    """With the way by Elm taken, Alder hangs on a double; at a small table it closes."""
    t = table("tangle", seats, final_round_at=0)
    t.build(1, "alder--elm", "alder--birch--1")
    assert stands(t, "alder--fir") is expected


def test_an_own_parallel_can_never_be_needed_twice() -> None:
    t = table("tangle", 4, final_round_at=0).build(0, "alder--birch--1")
    assert stands(t, "alder--fir") is Standing.POSSIBLE


def test_the_vehicles_left_must_reach() -> None:
    t = table("london", 3, final_round_at=0)
    t.build(0, "st-pauls--brick-lane", "charterhouse--brick-lane", "brick-lane--tower-of-london")
    t.build(0, "st-pauls--tower-of-london--1")
    assert t.state.hands[0].vehicles == 5
    assert stands(t, "hyde-park--covent-garden") is Standing.POSSIBLE, "3 spaces"
    assert stands(t, "regents-park--piccadilly-circus") is Standing.POSSIBLE, "5 spaces"
    assert stands(t, "kings-cross--buckingham-palace") is Standing.IMPOSSIBLE, "6 spaces"
    t.build(0, "piccadilly-circus--hyde-park--1")
    assert t.state.hands[0].vehicles == 3
    assert stands(t, "hyde-park--covent-garden") is Standing.POSSIBLE, "1 space is missing"
    assert stands(t, "regents-park--piccadilly-circus") is Standing.IMPOSSIBLE


def test_without_vehicles_nothing_is_possible() -> None:
    t = table("london", 3)
    hands = (replace(t.state.hands[0], vehicles=0), *t.state.hands[1:])
    t.state = replace(t.state, hands=hands)
    for ticket in LONDON.tickets:
        assert stands(t, ticket.id) is Standing.IMPOSSIBLE


def test_a_way_through_a_country_is_no_way() -> None:
    """Freiburg hangs on France alone: going there from Saarbrücken does not reach Freiburg."""
    t = table("germany", 4, final_round_at=0)
    for route in t.board.neighbours["freiburg"]:
        if route.id != "freiburg--frankreich":
            t.pass_to(1).do(ClaimRoute(1, route.id))
    assert stands(t, "muenchen--freiburg") is Standing.IMPOSSIBLE
    assert stands(t, "muenchen--freiburg", seat=1) is Standing.POSSIBLE


def in_last_round(*routes: str) -> Table:
    """Bo fires the last round; Ada has these routes and one turn left."""
    t = table("london", 2, final_round_at=4)
    t.build(0, *routes)
    t.build(1, "baker-street--hyde-park", "british-museum--charterhouse")
    t.build(1, "elephant-and-castle--tower-of-london", "big-ben--waterloo")
    assert t.state.final_round is not None
    assert t.mover == 0
    return t


def test_in_the_last_round_one_claim_must_close_the_gap() -> None:
    t = in_last_round("british-museum--covent-garden--1")
    assert stands(t, "british-museum--st-pauls") is Standing.POSSIBLE, "Covent Garden – St Paul's"
    assert stands(t, "hyde-park--covent-garden") is Standing.IMPOSSIBLE, "two routes are missing"
    assert stands(t, "british-museum--piccadilly-circus") is Standing.POSSIBLE


def test_after_the_last_own_turn_nothing_is_possible_any_more() -> None:
    t = in_last_round("british-museum--covent-garden--1").pass_turns()
    assert t.state.turns_left(0) == 0
    assert stands(t, "british-museum--st-pauls") is Standing.IMPOSSIBLE
    t.pass_turns()
    assert t.state.finished
    assert stands(t, "british-museum--st-pauls") is Standing.IMPOSSIBLE
    assert stands(t, "british-museum--st-pauls", seat=1) is Standing.IMPOSSIBLE


def test_in_the_last_round_a_country_is_no_stepping_stone_either() -> None:
    """Ada owns Gorse – Island. Hazel – Island would reach the island, not Gorse."""
    t = table("tangle", 3, final_round_at=8)
    t.pass_to(0).claim("gorse--island").claim("dogwood--gorse")
    assert t.state.final_round is not None
    assert stands(t, "gorse--hazel") is Standing.POSSIBLE, "the red route of three"
    t.claim("gorse--hazel")
    assert stands(t, "gorse--hazel") is Standing.IMPOSSIBLE
    assert stands(t, "elm--island") is Standing.IMPOSSIBLE
