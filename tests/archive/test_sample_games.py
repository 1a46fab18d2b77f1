"""Sample games: legal logs, reproducible, counted as the index says."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.archive.statistics import house, maps, players
from games.archive.statistics.figures import Which
from games.maps import library
from games.models import Entry, Play, Player, Table
from games.rules import engine, log
from games.rules.events import undecide
from games.rules.scoring import score
from games.rules.state import Phase
from games.upkeep import sample_games
from tests.support.games import game_of
from tests.support.index_rows import NOON
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


def test_every_invented_game_is_a_legal_log_that_scores_as_the_index_says(
    invented_games: Sequence[Table],
) -> None:
    assert len(invented_games) == 12
    for table in invented_games:
        game = game_of(table)
        assert game.state.phase is Phase.OVER
        state = engine.start(game.state.sheet, log.started(game.entries))
        for _number, event in log.in_force(game.entries):
            assert engine.decide(state, undecide(event)), event
            state = engine.evolve(state, event)
        rows = {row.seat: row for row in score(state).rows}
        for score_row in table.play.scores.all():
            row = rows[score_row.seat]
            assert (score_row.rank, score_row.total) == (row.rank, row.total)
            assert score_row.name == state.players[score_row.seat].name
            assert score_row.claims.count() == len(row.routes)
            assert score_row.held.filter(completed=True).count() == row.tickets_completed


def test_an_invented_game_took_its_time(invented_games: Sequence[Table]) -> None:
    for table in invented_games:
        times = list(Entry.objects.filter(table=table).values_list("at", flat=True))
        assert times == sorted(set(times))
        assert (times[0], times[-1]) == (table.play.started_at, table.play.finished_at)
        assert table.opened_at == times[0]


def test_invented_games_open_their_results(invented_games: Sequence[Table]) -> None:
    for table in invented_games[:3]:
        assert Client().get(f"/result/{table.key}/").status_code == 200


def test_the_same_seed_invents_the_same_games() -> None:
    loaded("paris")

    def totals() -> list[tuple[str, int]]:
        luck = random.Random(3)
        list(sample_games.generate_games(games=3, until=NOON, luck=luck))
        newest = Play.objects.order_by("-pk")[:3]
        return [(s.name, s.total) for play in newest for s in play.scores.all()]

    assert totals() == totals()


def test_without_maps_nothing_is_invented() -> None:
    with pytest.raises(CommandError, match="setup"):
        call_command("makehistory", "1")


def test_figures_by_the_database_agree_with_a_recount(invented_games: Sequence[Table]) -> None:
    claims = Counter(
        (play.map, claim.route)
        for play in Play.objects.all()
        for score_row in play.scores.all()
        for claim in score_row.claims.all()
    )
    for slug in ("germany", "london", "paris"):
        board = library.in_force(slug)
        assert board is not None
        for row in maps.heat(board, 1, which=Which.ALL).routes:
            assert row.claims == claims[slug, row.id]
    for player in Player.objects.exclude(scores=None):
        scores = list(player.scores.all())
        summary = players.summary(player)
        assert summary.wins == sum(score_row.rank == 1 for score_row in scores)
        assert summary.average == pytest.approx(
            sum(score_row.total for score_row in scores) / len(scores)
        )
    assert house.summary(which=Which.ALL).games == 12
    months = house.months(until=date(2026, 12, 1), which=Which.ALL)
    assert sum(games for _month, games in months) <= 12
