"""How long players took: from the times of the log alone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.rules import missed_turns
from games.rules.actions import ClaimRoute, DrawCards
from games.table.snapshot import Game, Written
from games.table.turn_times import quiet_since, time_used
from tests.support.play import Table, table

START = datetime(2026, 11, 18, 20, 0, tzinfo=ZoneInfo("UTC"))


def minutes(*played: float) -> list[timedelta]:
    return [timedelta(minutes=n) for n in played]


def game(played: Table, *times: float) -> Game:
    """The log of a table whose last entries were written so many minutes after the start."""
    before = [0.0] * (len(played.entries) - len(times))
    written = [Written(START + timedelta(minutes=at), None) for at in (*before, *times)]
    return Game.fold(played.board, played.entries, written)


def test_a_turn_takes_from_the_entry_before_it_to_its_own() -> None:
    played = table("london", 3)
    played.do(DrawCards(0), DrawCards(1), DrawCards(2), DrawCards(0))
    assert time_used(game(played, 1, 4, 4.5, 6.5)) == minutes(3, 3, 0.5)
    assert quiet_since(game(played, 1, 4, 4.5, 6.5)) == START + timedelta(minutes=6.5)


def test_turns_that_are_filled_in_count_for_nobody() -> None:
    played = table("london", 3)
    played.do(DrawCards(0))
    claim = ClaimRoute(0, "british-museum--covent-garden--1")
    played._append(missed_turns.decide(played.state, claim))
    # Nine minutes in which three turns were played, one of them logged.
    assert time_used(game(played, 1, 10, 10, 10)) == minutes(1 + 3, 0, 0)


def test_a_break_is_nobodys_turn() -> None:
    played = table("london", 2)
    played.do(DrawCards(0), DrawCards(1))
    assert time_used(game(played, 40, 42)) == minutes(0, 2)
