"""docs/rules.md, “The count”: a sheet on which every number has the list of what made it."""

from dataclasses import replace

import pytest

from games.rules.bonuses.passengers import PassengerMemory
from games.rules.scoring import LengthLine, RouteLine, ScoreSheet, score
from games.rules.state import State
from tests.support.boards import board
from tests.support.play import position, table


def ranks(sheet: ScoreSheet) -> list[int]:
    return [row.rank for row in sheet.rows]


def totals(sheet: ScoreSheet) -> list[int]:
    return [row.total for row in sheet.rows]


# -- Routes ---------------------------------------------------------------------------------------


def test_each_route_is_listed_with_its_points() -> None:
    t = table("london").build(0, "big-ben--waterloo", "baker-street--hyde-park").end()
    assert t.row(0).routes == (
        RouteLine("big-ben--waterloo", 1, 1),
        RouteLine("baker-street--hyde-park", 4, 7),
    )
    assert t.row(0).route_points == 8
    assert t.row(0).vehicles_left == 12
    assert t.row(1).routes == ()


def test_the_sum_per_length_checks_the_wooden_score_track() -> None:
    t = table("germany")
    t.build(0, "berlin--hamburg--1", "karlsruhe--mannheim", "karlsruhe--stuttgart")
    t.build(0, "berlin--leipzig", "kiel--rostock", "konstanz--lindau").end()
    assert t.row(0).by_length == (
        LengthLine(length=1, routes=3, points=3),
        LengthLine(length=4, routes=2, points=14),
        LengthLine(length=7, routes=1, points=18),
    )
    assert sum(line.points for line in t.row(0).by_length) == t.row(0).route_points == 35
    assert t.state.hands[0].points == t.row(0).route_points, "the recount agrees with the track"


# -- Tickets --------------------------------------------------------------------------------------


def test_a_completed_ticket_adds_its_value_and_shows_the_path() -> None:
    way = ["big-ben--waterloo", "waterloo--globe-theatre", "st-pauls--globe-theatre--1"]
    way.append("st-pauls--charterhouse")
    row = score(position("london", [way, []], [["big-ben--charterhouse"], []])).rows[0]
    (line,) = row.tickets
    assert line.completed
    assert (line.value, line.points) == (5, 5)
    assert line.path == tuple(way)
    assert line.missing == ()
    assert (row.tickets_completed, row.tickets_failed) == (1, 0)


def test_the_path_shown_is_the_one_of_fewest_spaces() -> None:
    routes = ["piccadilly-circus--trafalgar-square--1", "trafalgar-square--waterloo"]
    around = ["piccadilly-circus--covent-garden--1", "covent-garden--trafalgar-square--1"]
    state = position("london", [[*around, *routes], []], [["piccadilly-circus--waterloo"], []])
    assert score(state).rows[0].tickets[0].path == tuple(routes)


def test_a_failed_ticket_subtracts_its_value_and_shows_what_is_missing() -> None:
    routes = ["big-ben--waterloo", "st-pauls--charterhouse"]
    row = score(position("london", [routes, []], [["big-ben--charterhouse"], []])).rows[0]
    (line,) = row.tickets
    assert not line.completed
    assert line.points == -5
    assert line.path is None
    assert line.missing == ("waterloo--globe-theatre", "st-pauls--globe-theatre--1")
    assert (row.tickets_completed, row.tickets_failed) == (0, 1)


def test_what_is_missing_counts_routes_of_others_too_and_own_routes_for_nothing() -> None:
    mine = ["baker-street--regents-park", "regents-park--kings-cross"]
    mine += ["kings-cross--british-museum"]
    theirs = ["british-museum--piccadilly-circus"]
    state = position("london", [mine, theirs], [["baker-street--trafalgar-square"], []])
    line = score(state).rows[0].tickets[0]
    spaces = [state.board.route[id].length for id in line.missing]
    assert not set(line.missing) & set(mine)
    assert sum(spaces) == 2, "British Museum – Covent Garden – Trafalgar Square"


def test_another_players_routes_complete_nothing_for_me() -> None:
    state = position("london", [["big-ben--waterloo"], ["trafalgar-square--big-ben"]])
    hands = (replace(state.hands[0], tickets=("piccadilly-circus--waterloo",)), state.hands[1])
    assert score(replace(state, hands=hands)).rows[0].ticket_points == -3


# -- The total ------------------------------------------------------------------------------------


def test_the_total_is_the_sum_of_all_that_is_shown() -> None:
    routes = ["british-museum--covent-garden--1", "covent-garden--trafalgar-square--1"]
    tickets = ["british-museum--waterloo", "hyde-park--covent-garden"]
    row = score(position("london", [routes, []], [tickets, []])).rows[0]
    assert row.route_points == 2
    assert row.ticket_points == -4 - 3
    assert [line.points for line in row.bonuses] == [1]
    assert row.total == 2 - 7 + 1


def test_an_unfinished_game_is_scored_as_if_it_ended_now() -> None:
    t = table("london", opening=[["big-ben--charterhouse"], ["hyde-park--st-pauls"]])
    t.claim("big-ben--waterloo")
    assert not t.state.finished
    assert totals(t.sheet) == [1 - 5, -6]


# -- Who wins -------------------------------------------------------------------------------------


def test_the_highest_total_wins() -> None:
    sheet = score(position("london", [["big-ben--waterloo"], ["baker-street--hyde-park"], []]))
    assert totals(sheet) == [1, 7, 0]
    assert ranks(sheet) == [2, 1, 3]
    assert sheet.winners == (1,)
    assert str(sheet.verdict) == "Bo wins with 7 points."


def test_one_point_is_no_points() -> None:
    sheet = score(position("london", [["big-ben--waterloo"], []]))
    assert str(sheet.verdict) == "Ada wins with 1 point."


def test_with_equal_totals_more_completed_tickets_win() -> None:
    """London: Ada 3 routes' points and Trafalgar–Globe; Bo the same total without a ticket."""
    ada = ["trafalgar-square--waterloo", "waterloo--globe-theatre"]  # 2 + 2, ticket 4 = 8
    bo = ["baker-street--hyde-park", "big-ben--waterloo"]  # 7 + 1 = 8
    state = position("london", [ada, bo], [["trafalgar-square--globe-theatre"], []])
    sheet = score(state)
    assert totals(sheet) == [8, 8]
    assert ranks(sheet) == [1, 2]
    assert sheet.winners == (0,)
    assert (
        str(sheet.verdict)
        == "Ada and Bo are level on 8 points; Ada wins with more completed tickets."
    )


def test_still_tied_is_a_shared_victory() -> None:
    sheet = score(position("paris", [["opera--louvre--1"], ["louvre--notre-dame--1"], []]))
    assert ranks(sheet) == [1, 1, 3]
    assert sheet.winners == (0, 1)
    assert str(sheet.verdict) == (
        "Ada and Bo share the victory with 1 point: nothing separates them."
    )


def with_passengers(state: State, *counts: int) -> State:
    """One colour per seat, so that everybody is first in their own."""
    colors = ("red", "blue", "green")
    taken = tuple({colors[seat]: count} for seat, count in enumerate(counts))
    return replace(state, memories=(state.memories[0], PassengerMemory(None, taken)))


def test_in_germany_passengers_break_a_tie_after_tickets() -> None:
    state = position("germany", [["karlsruhe--mannheim"], ["konstanz--lindau"]])
    sheet = score(with_passengers(state, 2, 3))
    assert totals(sheet) == [21, 21]
    assert ranks(sheet) == [2, 1]
    assert str(sheet.verdict) == "Bo and Ada are level on 21 points; Bo wins with more passengers."


def test_in_germany_tickets_come_before_passengers() -> None:
    """Ada: 7 for the route, 4 for the ticket, 15 Globetrotter, 20 passengers. Bo: 6 + 20 + 20."""
    state = position("germany", [["berlin--leipzig"], []], [["berlin--leipzig"], []])
    state = with_passengers(state, 1, 2)
    ada = score(state).rows[0].total
    hands = (state.hands[0], replace(state.hands[1], routes=_worth(ada - 20)))
    sheet = score(replace(state, hands=hands))
    assert totals(sheet) == [46, 46]
    assert sheet.winners == (0,)
    assert "Ada wins with more completed tickets" in str(sheet.verdict)


def _worth(points: int) -> tuple[str, ...]:
    """Routes of Germany that are worth so much together."""
    chosen: list[str] = []
    for route in sorted(board("germany").routes, key=lambda route: -route.length):
        value = board("germany").points[route.length]
        if value <= points and route.id != "berlin--leipzig":
            chosen.append(route.id)
            points -= value
    assert points == 0
    return tuple(chosen)


def test_everything_equal_in_germany_is_a_shared_victory() -> None:
    state = position("germany", [["karlsruhe--mannheim"], ["konstanz--lindau"], []])
    sheet = score(with_passengers(state, 2, 2, 1))
    assert sheet.winners == (0, 1)
    assert ranks(sheet) == [1, 1, 3]


def test_what_decided_is_the_last_figure_in_which_anybody_kept_up() -> None:
    """Ada and Bo have a completed ticket, Cy has none; Ada has more passengers than Bo."""
    routes = [["berlin--leipzig"], ["mannheim--stuttgart--1"], []]
    tickets = [["berlin--leipzig"], ["mannheim--stuttgart"], []]
    state = with_passengers(position("germany", routes, tickets), 2, 1, 1)
    ada = score(state).rows[0].total  # 7 + 4 + 15 + 20
    bo = score(state).rows[1].total  # 2 + 2 + 15 + 20
    hands = (
        state.hands[0],
        replace(state.hands[1], routes=("mannheim--stuttgart--1", *_worth(ada - bo))),
        replace(state.hands[2], routes=_worth(ada - 20)),
    )
    sheet = score(replace(state, hands=hands))
    assert totals(sheet) == [46, 46, 46]
    assert ranks(sheet) == [1, 2, 3]
    assert (
        str(sheet.verdict)
        == "Ada, Bo and Cy are level on 46 points; Ada wins with more passengers."
    )


@pytest.mark.parametrize(
    ("slug", "order"),
    [
        ("paris", ("tickets_completed",)),
        ("london", ("tickets_completed",)),
        ("germany", ("tickets_completed", "passengers")),
    ],
)
def test_each_box_has_its_tie_breaks(slug: str, order: tuple[str, ...]) -> None:
    assert board(slug).tie_breaks == order
