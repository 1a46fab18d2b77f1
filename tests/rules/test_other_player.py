"""A claim logged for the wrong player is moved to the right one, including the turn order."""

import pytest

from games.rules import log
from games.rules.events import CardsDrawn, RouteClaimed
from games.rules.other_player import decide_other_player
from games.rules.violations import RuleViolation
from tests.rules.test_flags import BLUE
from tests.support.play import Table, table

BIG_BEN = "big-ben--waterloo"
BRICK_LANE = "charterhouse--brick-lane"


def give(t: Table, number: int, seat: int) -> Table:
    for fact in decide_other_player(t.board, t.entries, number, seat):
        t.note(fact)
    return t


def test_who_has_not_moved_since_claims_it_now() -> None:
    t = table("london", 3).claim(BIG_BEN)
    give(t, len(t.entries), 2)
    assert t.events[-3:] == (
        CardsDrawn(0),
        CardsDrawn(1, filled=2),
        RouteClaimed(2, BIG_BEN),
    )
    assert t.state.owners == {BIG_BEN: 2}
    assert t.mover == 0


def test_it_takes_the_place_of_the_card_draw_that_followed() -> None:
    t = table("london", 2).claim(BIG_BEN)
    number = len(t.entries)
    t.pass_turns().claim(BRICK_LANE)
    give(t, number, 1)
    assert t.state.owners == {BIG_BEN: 1, BRICK_LANE: 0}
    assert t.mover == 1
    assert log.fold(t.board, t.entries) == t.state


def test_otherwise_of_the_one_before() -> None:
    t = table("london", 2).pass_turns(2).claim(BIG_BEN)
    number = len(t.entries)
    t.claim(BRICK_LANE)
    with pytest.raises(RuleViolation, match="Bo drew no cards"):
        give(table("london", 2).claim(BIG_BEN).claim(BRICK_LANE), number - 2, 1)
    give(t, number, 1)
    assert t.state.owners == {BIG_BEN: 1, BRICK_LANE: 1}


def test_what_a_bonus_asks_is_answered_for_the_player_it_belongs_to() -> None:
    t = table("paris", 2).pass_turns().claim(BLUE[0], keep_card=True)
    t.claim(BLUE[1], keep_card=True)
    give(t, len(t.entries), 1)
    claim = t.state.claims[BLUE[1]]
    assert claim.seat == 1
    assert "keep_card" not in claim.answers, "a blue card lies there already"


@pytest.mark.parametrize("seat", [0, 5, -1])
def test_it_must_be_another_player_of_this_table(seat: int) -> None:
    t = table("london", 2).claim(BIG_BEN)
    with pytest.raises(RuleViolation):
        give(t, len(t.entries), seat)


def test_only_a_claim_can_be_given_to_somebody_else() -> None:
    t = table("london", 2).pass_turns()
    with pytest.raises(RuleViolation, match="isn’t a claim"):
        give(t, len(t.entries), 1)
