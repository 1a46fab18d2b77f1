"""The reveal on the TV and on phones: gaps, chapters, the winner, awards."""

import pytest
from django.test import Client

from games.archive import replays
from games.pages.results import present_gaps
from games.rules.actions import EndGame
from games.rules.gaps import Gap
from games.rules.reveal import BonusStep, TicketStep, reveal_view
from games.rules.scoring import TicketLine, score
from games.table import moves
from tests.support.golden_records import play, source
from tests.support.markup import read
from tests.support.phone_pages import page
from tests.support.sittings import Sitting, begun, loaded, play_on

pytestmark = pytest.mark.django_db


def finished(slug: str, players: int) -> Sitting:
    sitting = begun(slug, players)
    play_on(sitting)
    return sitting


def test_a_failed_ticket_says_what_was_missing_and_who_had_it() -> None:
    sitting = finished("germany", 3)
    shown = reveal_view(sitting.state, 10_000).shown
    number, step = next(
        (i, step)
        for i, step in enumerate(shown, start=1)
        if isinstance(step, TicketStep) and step.line.gaps
    )
    moves.step_reveal(table=sitting.table, step=number)
    stage = page(sitting, sitting.screen, "screen").one(id="stage")
    gap = step.line.gaps[0]
    board = sitting.state.board
    sentence = stage.one(of_class="gaps").all("li")[0].text
    assert str(board.ends_name(board.route[gap.route])) in sentence
    who = "nobody claimed it" if gap.by is None else sitting.state.name(gap.by)
    assert who in sentence


def test_a_gap_beside_somebody_elses_parallel_route_is_not_said_to_be_built_by_nobody() -> None:
    sitting = begun("germany", 4)  # so many leave the other of two parallel routes open
    board = sitting.board
    built = next(
        id for id, twins in board.parallels.items() if twins and board.route[id].length < 5
    )
    owner = sitting.state.to_move
    sitting.post(sitting.phone(owner), "claim", route=built, seen=sitting.number)
    assert sitting.state.owners[built] == owner
    alone = next(id for id, twins in board.parallels.items() if not twins)
    line = TicketLine("", 0, None, (Gap(board.parallels[built][0], 1), Gap(alone, 1)))
    beside, free = present_gaps(sitting.state, line, [])
    assert beside["twin_taken"]
    assert not free["twin_taken"]


def test_more_gaps_than_there_is_room_for_are_counted_on_phones_and_on_the_screen() -> None:
    sitting = begun("germany", 3)
    moves.act(table=sitting.table, action=EndGame(), by=None)  # nobody has built anything
    shown = reveal_view(sitting.state, 10_000).shown
    number, step = next(
        (i, step)
        for i, step in enumerate(shown, start=1)
        if isinstance(step, TicketStep) and len(step.line.gaps) > 4
    )
    moves.step_reveal(table=sitting.table, step=number)
    for client, path in ((sitting.phones[0], "play"), (sitting.screen, "screen")):
        *gaps, last = page(sitting, client, path).one(of_class="gaps").all("li")
        assert len(gaps) == 3
        assert last.words == f"and {len(step.line.gaps) - 3} more"


def test_skipping_the_reveal_has_one_name() -> None:
    sitting = finished("london", 2)
    for client, path in ((sitting.phones[0], "play"), (sitting.screen, "screen")):
        names = [button.words for button in page(sitting, client, path).all("button")]
        assert "Skip to the end" in names
        assert "Skip" not in names


def test_a_step_of_a_bonus_gives_everybody_no_more_than_its_own_points() -> None:
    sitting = finished("germany", 3)
    shown = reveal_view(sitting.state, 10_000).shown
    number, step = next(
        (i, step)
        for i, step in enumerate(shown, start=1)
        if isinstance(step, BonusStep) and any(line.points for line in step.lines)
    )
    moves.step_reveal(table=sitting.table, step=number)
    screen = page(sitting, sitting.screen, "screen")
    for seat, line in enumerate(step.lines):
        gains = screen.one(id=f"row-{seat}").all(of_class="gain")
        assert [gain.text for gain in gains] == ([f"+{line.points}"] if line.points else [])


def test_the_winner_has_the_screen_and_their_phone_says_so() -> None:
    sitting = finished("london", 2)
    steps = reveal_view(sitting.state, 0).steps
    moves.step_reveal(table=sitting.table, step=steps - 1)
    winners = score(sitting.state).winners
    crown = page(sitting, sitting.screen, "screen").one(id="crown")
    assert all(sitting.state.name(seat).upper() in crown.text for seat in winners)
    for phone in sitting.phones:
        turn = page(sitting, phone)
        number = turn.one("li", of_class="me").one(of_class="rank").text
        assert bool(turn.all(of_class="you-win")) is (number == "1")


def test_everyone_who_shares_a_victory_stands_out_in_the_ranking() -> None:
    game = play(source("paris-shared-victory"))
    replays.store(game=game, sheet=loaded("paris"), key="shared")
    last = read(Client().get("/result/shared/replay", {"at": 10_000}))
    lit = {row["id"] for row in last.all("li", of_class="row-winner")}
    winners = score(game.state).winners
    assert len(winners) > 1
    assert lit == {f"row-{seat}" for seat in winners}


def test_awards_stand_beside_the_ranking_once_the_winner_had_their_moment() -> None:
    sitting = finished("germany", 3)
    steps = reveal_view(sitting.state, 0).steps
    moves.step_reveal(table=sitting.table, step=steps - 1)
    assert not page(sitting, sitting.screen, "screen").all(of_class="honours")
    moves.step_reveal(table=sitting.table, step=steps)
    honours = page(sitting, sitting.screen, "screen").one(of_class="honours")
    assert "Longest route" in honours.text
