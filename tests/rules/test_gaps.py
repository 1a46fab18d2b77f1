"""The gaps of a failed ticket, and who had closed them."""

from games.rules.gaps import Gap
from games.rules.scoring import score
from games.rules.state import State
from tests.support.play import position

WAY = ["big-ben--waterloo", "waterloo--globe-theatre"]
TICKET = ["big-ben--charterhouse"]


def gaps(state: State, seat: int = 0) -> tuple[Gap, ...]:
    return score(state).rows[seat].tickets[0].gaps


def test_a_route_that_nobody_took_has_nobody_to_blame() -> None:
    state = position("london", [[*WAY, "st-pauls--charterhouse"], []], [TICKET, []])
    (gap,) = gaps(state)
    assert gap.route in {"st-pauls--globe-theatre--1", "st-pauls--globe-theatre--2"}
    assert (gap.by, gap.with_route) == (None, "")


def test_a_route_of_somebody_else_is_theirs() -> None:
    theirs = ["st-pauls--charterhouse"]
    state = position("london", [[*WAY, "st-pauls--globe-theatre--1"], theirs], [TICKET, []])
    (gap,) = gaps(state)
    assert gap == Gap("st-pauls--charterhouse", gap.length, 1, "st-pauls--charterhouse")


def test_with_few_players_the_taken_twin_is_named_not_the_one_it_closes() -> None:
    theirs = ["st-pauls--globe-theatre--2"]
    mine = [*WAY, "st-pauls--charterhouse"]
    (gap,) = gaps(position("london", [mine, theirs], [TICKET, []]))
    assert (gap.route, gap.by, gap.with_route) == (theirs[0], 1, theirs[0])


def test_with_many_players_a_free_twin_is_the_gap_and_nobody_closed_it() -> None:
    theirs = ["st-pauls--globe-theatre--1"]
    mine = [*WAY, "st-pauls--charterhouse"]
    state = position("london", [mine, theirs, [], []], [TICKET, [], [], []])
    (gap,) = gaps(state)
    assert (gap.route, gap.by) == ("st-pauls--globe-theatre--2", None)


def test_a_completed_ticket_has_no_gap() -> None:
    way = [*WAY, "st-pauls--globe-theatre--1", "st-pauls--charterhouse"]
    assert gaps(position("london", [way, []], [TICKET, []])) == ()
