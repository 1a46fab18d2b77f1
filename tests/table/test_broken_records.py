"""Records that a finished game breaks, in the order in which games were finished."""

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Play, Score, Table
from games.table.broken_records import broken_records
from tests.support.markup import read
from tests.support.sittings import begun, play_on

pytestmark = pytest.mark.django_db


def revealed() -> Table:
    sitting = begun("london", 2)
    play_on(sitting)
    sitting.post(sitting.screen, "reveal/step", step=9999)
    return sitting.table


def before(table: Table, total: int) -> None:
    """An earlier game on the same map, by the same people, whose best score was this."""
    play = table.play
    own = list(play.scores.all())
    other = Table.objects.get(pk=revealed().pk)
    earlier = Play.objects.get(table=other)
    earlier.finished_at = play.finished_at - timedelta(days=1)
    earlier.save()
    for score, mine in zip(earlier.scores.order_by("seat"), own, strict=True):
        changed = {"total": total, "tickets_completed": 50, "player": mine.player}
        Score.objects.filter(pk=score.pk).update(**changed)


def test_the_first_game_on_a_map_breaks_no_record() -> None:
    assert broken_records(revealed()) == []


def test_a_higher_score_than_ever_is_a_record_and_the_screen_says_so() -> None:
    table = revealed()
    best = max(score.total for score in table.play.scores.all())
    before(table, best - 1)
    record = broken_records(table)[0]
    assert str(record.why) == f"Most points ever on this map: {best} (previous best: {best - 1})"
    screen = read(Client().get(f"/t/{table.code}/screen"))
    assert str(record.why) in screen.one(id="stage").one(of_class="honours").text


def test_an_equal_score_is_none() -> None:
    table = revealed()
    before(table, max(score.total for score in table.play.scores.all()))
    assert broken_records(table) == []


def test_a_later_game_takes_no_record_away() -> None:
    table = revealed()
    best = max(score.total for score in table.play.scores.all())
    before(table, best - 1)
    broken = broken_records(table)
    later = revealed()
    Score.objects.filter(play__table=later).update(total=best + 50)
    assert broken_records(table) == broken


def test_the_least_bad_total_is_no_record() -> None:
    table = revealed()
    Score.objects.filter(play__table=table).update(total=0)
    before(table, -20)
    assert broken_records(table) == []
