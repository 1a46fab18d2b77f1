"""A game that a host ended early: no page claims that the last turns were played."""

import pytest

from games.rules.actions import DrawCards, EndGame
from games.rules.engine import decide
from games.rules.violations import RuleViolation
from games.table import moves
from tests.support.markup import read
from tests.support.phone_pages import page
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def ended(sitting: Sitting) -> Sitting:
    moves.act(table=sitting.table, action=EndGame(), by=None)
    return sitting


def on_paper() -> Sitting:
    """Paper tickets are looked through before the reveal."""
    sitting = sit_down("london", 2, tickets="paper")
    sitting.post(sitting.screen, "start")
    for seat in (0, 1):
        ticket = sitting.board.tickets[seat].id
        sitting.post(sitting.phone(seat), "tickets/keep", kept=ticket)
    return sitting


def test_phones_and_screen_say_so_while_tickets_are_entered() -> None:
    sitting = ended(on_paper())
    for shown in (
        page(sitting, sitting.phones[1]).one(id="strip"),
        page(sitting, sitting.screen, "screen").one(id="banner"),
    ):
        assert "The game was ended early" in shown.words
        assert "last turn" not in shown.words


def test_a_game_that_ran_its_course_says_that_the_last_turn_is_over() -> None:
    sitting = on_paper()
    while not sitting.state.final_round:
        play_on(sitting, turns=sitting.state.turns_played + 1)
    play_on(sitting)
    assert "The last turn is over" in page(sitting, sitting.phones[1]).one(id="strip").words


def test_phones_and_screen_say_so_as_the_reveal_begins_and_at_the_result() -> None:
    sitting = ended(begun("london"))
    early = "The game was ended early and scored at that point."
    for step in (0, 9999):
        moves.step_reveal(table=sitting.table, step=step)
        assert early in page(sitting, sitting.phones[1]).one(id="turn").words
        assert early in page(sitting, sitting.screen, "screen").one(id="stage").words
    assert early in read(sitting.screen.get(f"/result/{sitting.table.key}/")).words


def test_its_chart_has_no_last_turn() -> None:
    sitting = ended(begun("london"))
    moves.step_reveal(table=sitting.table, step=9999)
    chart = read(sitting.screen.get(f"/result/{sitting.table.key}/")).one("svg", of_class="chart")
    assert chart.one("text", of_class="turn-label").words == "ended early"


def test_what_is_refused_afterwards_is_refused_because_it_is_over() -> None:
    sitting = ended(begun("london"))
    with pytest.raises(RuleViolation, match=r"^The game is over\.$"):
        decide(sitting.state, DrawCards(0))
