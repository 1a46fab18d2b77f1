"""The reveal: every point of the score sheet is in some step, then the winner, then the ranking."""

import pytest

from games.rules.bonuses.passengers import Race
from games.rules.reveal import BonusStep, TicketStep, reveal_view
from games.rules.scoring import score
from tests.support.golden_records import GAMES, play, source


@pytest.mark.parametrize("name", GAMES)
def test_the_steps_together_tell_every_point_of_the_sheet(name: str) -> None:
    state = play(source(name)).state
    sheet = score(state)
    view = reveal_view(state, 10_000)
    assert view.totals == tuple(row.total for row in sheet.rows)
    steps = [(step.seat, step.line) for step in view.shown if isinstance(step, TicketStep)]
    assert sorted(steps, key=repr) == sorted(
        ((row.seat, line) for row in sheet.rows for line in row.tickets), key=repr
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_chapters_of_a_bonus_hold_each_of_its_reasons_once(name: str) -> None:
    state = play(source(name)).state
    sheet = score(state)
    steps = [step for step in reveal_view(state, 10_000).shown if isinstance(step, BonusStep)]
    for row in sheet.rows:
        for line in row.bonuses:
            kind = [step for step in steps if step.kind == line.kind]
            reasons = [reason for step in kind for reason in step.lines[row.seat].reasons]
            assert not kind or sorted(map(repr, reasons)) == sorted(map(repr, line.reasons))


def test_passengers_are_told_colour_by_colour_with_everybodys_count() -> None:
    state = play(source("germany-five-players")).state
    steps = [
        step
        for step in reveal_view(state, 10_000).shown
        if isinstance(step, BonusStep) and step.kind == "passengers"
    ]
    races = [step.chapter.about for step in steps]
    assert all(isinstance(race, Race) and any(race.counts) for race in races)
    assert len({race.color for race in races}) == len(races) > 1
    bag = next(bonus for bonus in state.board.bonuses if bonus.kind == "passengers")
    for race in races:
        assert sum(race.counts) + race.left == bag.bag[race.color]  # type: ignore[attr-defined]


def test_the_winner_has_a_step_and_the_ranking_comes_last() -> None:
    state = play(source("paris-flags")).state
    last = reveal_view(state, 0).steps
    before, crowned, ranked = (reveal_view(state, step) for step in (last - 2, last - 1, last))
    assert (before.done, before.sheet, before.crowning) == (False, None, False)
    assert (crowned.done, crowned.crowning) == (True, True)
    assert (ranked.done, ranked.crowning) == (True, False)
    assert reveal_view(state, 10_000) == ranked
