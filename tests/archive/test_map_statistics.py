"""Statistics of a map and of the installation."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection

from games.archive.statistics import house, leaders, maps
from games.archive.statistics.figures import Which
from games.maps import library
from tests.support.index_rows import NOON, add_claims, add_tickets, played
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


def test_a_map_knows_its_winning_totals_and_lengths() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), minutes=20, turns=30)
    played(("Ada", 50, 1), ("Bo", 30, 2), minutes=40, turns=50)
    played(("Ada", 50, 1), ("Bo", 30, 2), ("Cy", 10, 3), minutes=0, turns=70)
    played(("Ada", 200, 1), ("Bo", 30, 2), map="germany")
    summary = maps.summary("london")
    assert (summary.games, summary.players, summary.lowest, summary.highest) == (3, 3, 40, 50)
    assert summary.turns == 50
    assert summary.minutes == 30, "a game that does not say how long it took is left out"
    assert maps.winning_totals("london") == [(40, 1), (50, 2)]
    two, three = maps.by_players("london")
    assert (two.players, two.games, two.winning, two.minutes) == (2, 2, 45, 30)
    assert (three.players, three.games, three.minutes) == (3, 1, None)


def test_the_heat_of_a_route_is_the_share_of_games_in_which_it_was_claimed() -> None:
    board = library.board_of(loaded("london"))
    often, once, *_rest, never = (route.id for route in board.routes)
    for i in range(4):
        play = played(("Ada", 40, 1), ("Bo", 30, 2))
        add_claims(play, "Ada", often)
        if i == 0:
            add_claims(play, "Bo", once, "a-route-of-an-older-sheet")
    heat = maps.heat(board, 4)
    rows = {row.id: row for row in heat.routes}
    assert heat.routes[0].id == often
    assert (rows[often].share, rows[often].shade) == (100, 5)
    assert (rows[once].share, rows[once].shade) == (25, 2)
    assert (rows[never].share, rows[never].shade) == (0, 0)
    assert len(rows) == len(board.routes)
    assert heat.legend[0] == (1, 0, 20)


def test_a_ticket_succeeds_as_often_as_it_was_completed_when_kept() -> None:
    board = library.board_of(loaded("london"))
    good, bad = (ticket.id for ticket in board.tickets[:2])
    for _game in range(2):
        play = played(("Ada", 40, 1), ("Bo", 30, 2))
        add_tickets(play, "Ada", **{good: True})
        add_tickets(play, "Bo", **{bad: False, "gone--from-the-sheet": True})
    add_tickets(play, "Ada", **{bad: True})
    rows = [(row.id, row.held, row.completed) for row in maps.tickets(board)]
    assert rows == [(good, 2, 2), (bad, 3, 1)]


def test_a_seat_is_telling_only_beyond_what_chance_explains() -> None:
    for i in range(20):
        won = i < 10
        played(("Ada", 40, 1 if won else 2), ("Bo", 30, 2 if won else 1))
    assert [(row.rate, row.even, row.telling) for row in maps.seats("london")] == [
        (50, 50, False),
        (50, 50, False),
    ]
    for _game in range(20):
        played(("Ada", 40, 1), ("Bo", 30, 2))
    first, second = maps.seats("london")
    assert (first.seat, first.wins, first.telling) == (1, 30, True)
    assert (second.seat, second.wins, second.telling) == (2, 10, True)


def test_months_without_a_game_are_there_too() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), at=datetime(2026, 1, 31, 23, 59, tzinfo=UTC))
    played(("Ada", 40, 1), ("Bo", 30, 2), at=datetime(2026, 3, 1, tzinfo=UTC))
    played(("Ada", 40, 1), ("Bo", 30, 2), at=datetime(2020, 3, 1, tzinfo=UTC))
    assert house.months(until=date(2026, 4, 2)) == [
        (date(2026, 1, 1), 1),
        (date(2026, 2, 1), 0),
        (date(2026, 3, 1), 1),
        (date(2026, 4, 1), 0),
    ]
    assert len(house.months(until=date(2022, 2, 1))) == 24
    assert house.months(until=date(2030, 1, 1)) == []


def test_records_name_the_game_and_the_earlier_of_two_holds_them() -> None:
    first = played(("Ada", 60, 1), ("Bo", 30, 2), minutes=90, turns=30)
    played(("Bo", 60, 1), ("Ada", 30, 2), at=NOON + timedelta(days=1), turns=80)
    best = house.best_totals(house.maps())["london"]
    assert best.person is not None
    assert (best.value, best.person.name, best.key) == (60, "Ada", first.table.key)
    records = house.records()
    assert records.longest is not None
    assert records.most_turns is not None
    assert records.fewest_turns is not None
    assert (records.longest.value, records.most_turns.value, records.fewest_turns.value) == (
        90,
        80,
        30,
    )


def test_what_is_worth_nothing_is_no_record() -> None:
    play = played(("Ada", 0, 1), ("Bo", -5, 2), minutes=0, turns=0)
    play.scores.update(tickets_completed=0)
    assert house.records() == house.Records(None, None, None, None)
    assert house.best_totals(house.maps()) == {}
    assert [row.best for row in leaders.leaderboard(map="london")] == [None, None]
    played(("Bo", 7, 1), ("Ada", 6, 2), turns=9)
    records = house.records()
    assert records.fewest_turns is not None
    assert records.fewest_turns.value == 9, "a game of no turns doesn't stand in the way"
    assert house.best_totals(house.maps())["london"].value == 7


def test_a_game_of_a_few_seconds_is_not_the_longest() -> None:
    play = played(("Ada", 40, 1), ("Bo", 30, 2))
    play.started_at = play.finished_at - timedelta(seconds=20)
    play.save()
    assert house.records().longest is None


def test_the_leaderboard_goes_by_victories_then_by_fewer_games() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Bo", 40, 1), ("Cy", 30, 2))
    rows = [(row.person.name, row.wins, row.games) for row in leaders.leaderboard()]
    assert rows == [("Ada", 1, 1), ("Bo", 1, 2), ("Cy", 0, 1)]


def test_only_rows_of_the_games_that_are_counted_are_read() -> None:
    """Ten thousand games have a third of a million claims; of these, few may be asked for."""
    if connection.vendor != "sqlite":
        pytest.skip("Steps are counted by SQLite.")
    board = library.board_of(loaded("london"))
    route, ticket = board.routes[0].id, board.tickets[0].id
    here = played(("Ada", 40, 1), ("Bo", 30, 2))
    add_claims(here, "Ada", route)
    add_tickets(here, "Ada", **{ticket: True})
    brought = played(("Ada", 40, 1), ("Bo", 30, 2), origin="imported")

    def steps(count: Callable[[], object]) -> int:
        taken = 0

        def one_more() -> int:
            nonlocal taken
            taken += 1
            return 0

        connection.connection.set_progress_handler(one_more, 1)
        try:
            count()
        finally:
            connection.connection.set_progress_handler(None, 1)
        return taken

    def figures() -> tuple[int, int]:
        return (
            steps(lambda: maps.heat(board, 1, which=Which.HERE)),
            steps(lambda: maps.tickets(board, which=Which.HERE)),
        )

    before = figures()
    more = 50
    for _again in range(more):
        add_claims(brought, "Ada", route)
        add_tickets(brought, "Ada", **{ticket: True})
    grown = [now - then for now, then in zip(figures(), before, strict=True)]
    assert max(grown) < more, "not even one step for each of them"
    assert maps.heat(board, 1, which=Which.HERE).routes[0].claims == 1
    assert [row.held for row in maps.tickets(board, which=Which.HERE)] == [1]
    assert [row.held for row in maps.tickets(board, which=Which.IMPORTED)] == [more]
