"""Moments of a finished game that are worth stopping at."""

import pytest

from games.rules.bonuses import KINDS
from games.rules.log import Entry
from games.rules.moments import Kind, Moment, moments
from games.rules.scoring import score
from games.rules.state import Phase, State
from tests.support.golden_records import GAMES, play, source


def moments_of(name: str) -> tuple[State, tuple[Moment, ...]]:
    game = play(source(name))
    facts = enumerate((game.started, *game.events), start=1)
    entries = [Entry(number, fact) for number, fact in facts]
    return game.state, moments(game.state.sheet, entries)


def of(moments: tuple[Moment, ...], kind: Kind) -> list[Moment]:
    return [moment for moment in moments if moment.kind is kind]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_told_in_order_with_its_tickets_and_its_last_round(name: str) -> None:
    state, moments = moments_of(name)
    assert state.phase is Phase.OVER
    places = [(moment.revealed, moment.number) for moment in moments]
    assert places == sorted(places)
    completed = sum(row.tickets_completed for row in score(state).rows)
    assert len(of(moments, Kind.TICKET)) == completed
    assert len(of(moments, Kind.LAST_ROUND)) == (state.final_round is not None)


@pytest.mark.parametrize("name", GAMES)
def test_the_turning_point_is_the_winners_and_the_last_time_the_lead_changed(name: str) -> None:
    state, moments = moments_of(name)
    for moment in of(moments, Kind.TURNING_POINT):
        assert (moment.seat,) == score(state).winners
        later = moments[moments.index(moment) + 1 :]
        assert not [other for other in later if other.kind is Kind.OVERTAKE]


def test_bonuses_counted_at_once_are_moments_of_the_game_and_others_of_the_reveal() -> None:
    state, moments = moments_of("paris-flags")
    at_once = [kind for kind in KINDS.values() if kind.counted_at_once]
    points = [
        len(line.reasons)
        for row in score(state).rows
        for line in row.bonuses
        if line.kind in {kind.kind for kind in at_once}
    ]
    assert sum(points) > 0
    assert len([m for m in of(moments, Kind.BONUS) if not m.revealed]) == sum(points)
    _state, germany = moments_of("germany-five-players")
    assert [m.revealed for m in of(germany, Kind.BONUS)] == [True, True]
