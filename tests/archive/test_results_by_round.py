"""The score over time as a table: a row per round, whatever was undone in between."""

import pytest

from games.pages import results
from games.rules.actions import DrawCards
from games.rules.views import track_points
from games.table import moves
from tests.support.games import game_of
from tests.support.sittings import begun, play_on

pytestmark = pytest.mark.django_db


def test_there_is_one_row_for_the_start_and_one_per_round() -> None:
    sitting = begun("london", 3)
    play_on(sitting, turns=12)
    rows = results.score_by_round(game_of(sitting.table))
    assert [number for number, _points in rows] == [0, 1, 2, 3, 4]
    assert rows[0][1] == (0, 0, 0)
    assert rows[-1][1] == track_points(sitting.state)


def test_a_round_that_was_not_finished_has_a_row_of_its_own() -> None:
    sitting = begun("london", 3)
    play_on(sitting, turns=13)
    rows = results.score_by_round(game_of(sitting.table))
    assert [number for number, _points in rows] == [0, 1, 2, 3, 4, 5]


def test_a_turn_that_was_undone_adds_no_row() -> None:
    sitting = begun("london", 2)
    play_on(sitting, turns=4)
    before = results.score_by_round(game_of(sitting.table))
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    moves.undo(table=sitting.table, by=None, host=True)
    assert results.score_by_round(game_of(sitting.table)) == before
