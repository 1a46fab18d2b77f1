"""Importing records of finished games: once each, with their score and time, or an error."""

import json
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.archive import player_names, record_files, search
from games.maps import library
from games.models import Play, Score, Table
from games.rules import record
from games.table import moves
from tests.support.games import game_of
from tests.support.markup import read
from tests.support.records import a_record, many, played_here, renamed
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db(transaction=True)


GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
def test_a_record_becomes_a_past_game_with_its_score(slug: str) -> None:
    loaded(slug)
    new, table = record_files.outcome(json.dumps(a_record(slug)).encode())
    assert new
    assert table is not None
    play = Play.objects.get(table=table)
    assert play.map == slug
    assert next(score.rank for score in play.scores.all()) == 1
    page = read(Client().get(f"/result/{table.key}/")).words
    for score in play.scores.all():
        assert score.name in page
    assert play.scores.first().claims.count() > 3


def test_the_same_game_comes_in_once_whatever_its_file_looks_like() -> None:
    loaded("london")
    whole = a_record()
    assert record_files.outcome(json.dumps(whole).encode())[0]
    again = {key: whole[key] for key in reversed(whole)} | {"played": "2020-02-02", "club": "Hall"}
    new, table = record_files.outcome(json.dumps(again, indent=4).encode())
    assert not new
    assert Play.objects.get().table == table


def test_a_game_played_here_is_known_when_its_record_comes_back() -> None:
    table = played_here()
    raw = Client().get(f"/result/{table.key}/record.json").content
    assert record_files.outcome(raw) == (False, table)
    assert Play.objects.count() == 1


def test_a_corrected_game_played_here_is_another_one_than_before() -> None:
    table = played_here()
    whole = json.loads(Client().get(f"/result/{table.key}/record.json").content)
    whole = renamed(whole, whole["players"][0]["name"], "Somebody Else")
    assert record_files.outcome(json.dumps(whole).encode())[0]
    assert Play.objects.count() == 2


def test_names_are_changed_for_good_even_if_the_record_comes_again() -> None:
    """Made anonymous, a player does not come back with the file the game came from."""
    loaded("london")
    raw = json.dumps(a_record()).encode()
    _new, table = record_files.outcome(raw)
    score = Score.objects.get(play__table=table, seat=0)
    player_names.anonymise(player=score.player)
    assert not Score.objects.filter(name=score.name).exists()
    assert record_files.outcome(raw) == (False, table)


def test_what_comes_out_comes_in_elsewhere_with_the_same_score_and_time() -> None:
    table = played_here("germany", 3)
    raw = Client().get(f"/result/{table.key}/record.json").content
    before = Play.objects.get(table=table)
    totals = list(before.scores.values_list("name", "total", "rank", "bonus_points"))
    times = before.started_at, before.finished_at
    Table.objects.filter(pk=table.pk).delete()
    new, _table = record_files.outcome(raw)
    after = Play.objects.get()
    assert new
    assert list(after.scores.values_list("name", "total", "rank", "bonus_points")) == totals
    for then, now in zip(times, (after.started_at, after.finished_at), strict=True):
        assert abs(then - now) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ({"finished_at": "2024-05-01T21:30:00+02:00"}, datetime(2024, 5, 1, 19, 30, tzinfo=UTC)),
        ({"played": "2024-05-01"}, datetime(2024, 5, 1, 12, tzinfo=UTC)),
        ({"finished_at": "soon", "played": 7}, None),
        ({"finished_at": "9999-12-31T23:59:59Z"}, None),
        ({"finished_at": "0001-01-01T00:00:00+14:00"}, None),
        ({}, None),
    ],
)
def test_a_game_is_as_old_as_its_record_says(
    times: dict[str, Any], expected: datetime | None
) -> None:
    loaded("london")
    now = timezone.now()
    record_files.outcome(json.dumps(a_record(**times)).encode())
    play = Play.objects.get()
    if expected is None:
        assert now <= play.finished_at <= timezone.now()
    else:
        assert play.finished_at == expected
    assert play.started_at == play.finished_at
    entries = play.table.entries.order_by("number")
    assert {entry.at for entry in entries} == {play.finished_at}


def test_the_index_made_anew_has_the_same_times() -> None:
    loaded("london")
    times = {"started_at": "2024-05-01T18:00:00Z", "finished_at": "2024-05-01T19:30:00Z"}
    _new, table = record_files.outcome(json.dumps(a_record(**times)).encode())
    assert table is not None
    before = Play.objects.values_list("started_at", "finished_at").get()
    moves.keep_in_history(table, game_of(table))
    assert Play.objects.values_list("started_at", "finished_at").get() == before
    assert before == (
        datetime(2024, 5, 1, 18, tzinfo=UTC),
        datetime(2024, 5, 1, 19, 30, tzinfo=UTC),
    )


def refusal(raw: bytes) -> record_files.NotTaken:
    with pytest.raises(record_files.NotTaken) as refused:
        record_files.judge(raw)
    assert Play.objects.count() == 0
    return refused.value


def test_what_replay_refuses_is_refused_with_its_code_and_place() -> None:
    loaded("london")
    whole = a_record()
    whole["moves"].insert(5, whole["moves"][5])
    illegal = refusal(json.dumps(whole).encode())
    assert (illegal.code, illegal.move) == ("not_your_turn", 7)
    assert str(illegal.sentence).startswith("move 7: It isn’t ")
    malformed = refusal(json.dumps(a_record(version=2)).encode())
    assert (malformed.code, malformed.where) == ("malformed", "version")
    broken = refusal(b'{"format":\n "stationmaster-record",\n oops}')
    assert broken.code == "malformed"
    assert "line 3" in str(broken.reason)
    unknown = refusal(json.dumps(a_record(map="atlantis")).encode())
    assert (unknown.code, unknown.where) == ("unknown_map", "map")
    assert "atlantis" in str(unknown.reason)


def test_a_game_that_is_not_over_is_no_past_game() -> None:
    loaded("london")
    whole = a_record()
    assert refusal(json.dumps(whole | {"moves": whole["moves"][:-3]}).encode()).code == "unfinished"


def test_names_that_no_seat_can_have_are_refused() -> None:
    loaded("london")
    whole = a_record()
    first, second = (player["name"] for player in whole["players"][:2])
    long = refusal(json.dumps(renamed(whole, first, "A" * 25)).encode())
    assert (long.code, long.where) == ("malformed", "players[0].name")
    alike = refusal(json.dumps(renamed(whole, second, f" {first.upper()}")).encode())
    assert alike.where == "players[1].name"


def test_a_game_on_an_older_version_of_the_sheet_stays_on_it() -> None:
    """The newest published version whose routes fit."""
    old = loaded("london")
    board = library.board_of(old)
    whole = a_record()
    claimed = next(move["route"] for move in whole["moves"] if move["action"] == "claim_route")
    longer = tuple(
        replace(route, length=route.length + 1) if route.id == claimed else route
        for route in board.routes
    )
    new = library.load(replace(board, routes=longer)).sheet
    assert new.version == 2
    _is_new, table = record_files.outcome(json.dumps(whole).encode())
    assert table is not None
    assert table.sheet == old


def test_two_who_bring_the_same_game_at_once_bring_it_once() -> None:
    loaded("london")
    raw = json.dumps(a_record()).encode()
    accepted = record_files.judge(raw)
    assert isinstance(accepted, record_files.Accepted)
    stored: list[Table | None] = []

    def bring() -> None:
        stored.append(record_files.store(accepted))
        connection.close()

    both = [threading.Thread(target=bring) for _one in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(table is None for table in stored) == [False, True]
    assert Play.objects.count() == 1


def test_every_golden_record_is_taken_or_refused_as_replay_does() -> None:
    boards = {slug: library.board_of(loaded(slug)) for slug in ("london", "paris", "germany")}
    for path in sorted(GOLDEN.glob("*.json")):
        recorded = record.read(json.loads(path.read_bytes()))
        try:
            finished = record.replay(recorded, boards[recorded.map]).state.finished
            expected = "taken" if finished else "unfinished"
        except record.IllegalMove as illegal:
            expected = illegal.violation.code
        try:
            verdict = "taken" if record_files.outcome(path.read_bytes())[0] else "known"
        except record_files.NotTaken as refusal:
            verdict = refusal.code
        assert verdict == expected, path.name
    assert Play.objects.count() > 5


def test_history_finds_what_was_brought_in() -> None:
    loaded("london")
    record_files.outcome(many(1)[0])
    assert search.finished_games(Play.objects.all(), name="ada 0").count() == 1
