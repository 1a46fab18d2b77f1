"""A wrong clock, or one that's set right, doesn't close or delete anything people still need."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.access.audience import holder_of
from games.models import Table
from games.rules.actions import DrawCards
from games.table import expiry, lobby, moves
from games.upkeep import cleanup, daily
from tests.support.finished import played
from tests.support.sittings import Sitting, begun, open_directly, sit_down

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
JUMPS = (timedelta(days=30), timedelta(days=4000), timedelta(days=-30), timedelta(days=-4000))
CLOCKS = pytest.mark.parametrize("jump", JUMPS, ids=lambda jump: f"{jump.days:+} days")


class Station:
    """A server from start to stop, whose clock can be set; days pass quickly here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = timezone.now()
        monkeypatch.setattr("django.utils.timezone.now", lambda: self.now)

    def start(self) -> cleanup.Tidied:
        return cleanup.tidy(now=self.now, served=None)

    def serve(self, days: float = 1, *, jump: timedelta = timedelta()) -> cleanup.Tidied:
        """So much time passes while somebody serves, at the end of which the clock may jump."""
        self.now += timedelta(days=days) + jump
        return cleanup.tidy(now=self.now, served=timedelta(days=days))

    def command(self) -> cleanup.Tidied:
        return cleanup.tidy(now=self.now)

    def act(self, sitting: Sitting) -> None:
        mover = sitting.state.to_move
        moves.act(table=sitting.table, action=DrawCards(mover), by=sitting.seat(mover))


@pytest.fixture
def station(monkeypatch: pytest.MonkeyPatch) -> Station:
    return Station(monkeypatch)


def stage(table: Table) -> str:
    table.refresh_from_db()
    return table.stage


# -- Days that really pass ------------------------------------------------------------------------


def test_a_table_is_closed_after_days_in_which_somebody_served(station: Station) -> None:
    table = begun().table
    assert station.serve().closed == []  # it is found for the first time
    for _day in range(13):
        assert station.serve().closed == []
    assert station.serve().closed == [table.code]
    assert stage(table) == "closed"


def test_any_change_starts_the_count_again(station: Station) -> None:
    sitting = begun()
    for _day in range(14):
        station.serve()
    station.act(sitting)
    for _day in range(14):
        assert station.serve().closed == []
    assert station.serve().closed == [sitting.table.code]


def test_the_notice_does_not_begin_the_count_anew(station: Station) -> None:
    sitting = begun()
    warned = [bool(station.serve().warned) for _day in range(14)]
    assert warned == [False] * 11 + [True] * 3
    day = station.now + DAY
    page = strip_tags(Client().get(sitting.url("screen")).content.decode())
    assert f"closes on {day.day} {day:%B}" in page
    assert station.serve().closed == [sitting.table.code]


def test_a_time_in_which_nobody_served_counts_as_less_than_a_day(station: Station) -> None:
    """A laptop that is opened once a week: its tables are closed, too, but not in its absence."""
    table = begun().table
    evenings = 0
    while stage(table) != "closed":
        station.now += timedelta(days=7)
        station.start()
        assert stage(table) != "closed", "at the start"
        station.serve(1 / 24)
        evenings += 1
        assert evenings < 30
    assert evenings > 14


# -- Days that only the clock saw -----------------------------------------------------------------


@CLOCKS
def test_a_wrong_clock_at_the_start_closes_nothing(station: Station, jump: timedelta) -> None:
    playing, waiting, empty = begun().table, sit_down().table, open_directly()
    station.serve()
    station.now += jump
    for done in (station.start(), station.command(), station.serve(1 / 24), station.command()):
        assert not done, done
        assert done.warned == []
    assert [stage(table) for table in (playing, waiting, empty)] == ["playing", "lobby", "lobby"]


@CLOCKS
def test_a_clock_set_right_in_mid_game_closes_nothing(station: Station, jump: timedelta) -> None:
    station.now -= jump  # it was wrong when the table was opened
    sitting, other = begun(), begun()
    station.start()
    station.serve(1 / 24)
    station.act(sitting)
    assert not station.serve(1 / 24, jump=jump)
    station.act(sitting)  # what is newest is of now, and what is beside it looks old
    station.start()
    assert not station.command()
    assert [stage(one.table) for one in (sitting, other)] == ["playing"] * 2
    # And the other one is not forgotten: its days are counted from here.
    closed = [station.serve().closed for _day in range(16)]
    assert any(other.table.code in codes for codes in closed)


@CLOCKS
def test_a_clock_that_is_wrong_at_every_start_closes_no_game_of_this_week(
    station: Station, jump: timedelta
) -> None:
    """A small computer without a clock of its own, started again every evening."""
    table, right = begun().table, station.now
    for evening in range(7):
        station.now = right + evening * DAY + jump
        station.start()
        station.serve(1 / 24)
        station.now = right + evening * DAY + HOUR
        assert not station.serve(2 / 24)
    assert stage(table) == "playing"


@CLOCKS
def test_a_wrong_clock_deletes_nothing_and_shuts_nobody_out(
    station: Station, jump: timedelta
) -> None:
    given_up, finished = begun(), played("Ada", "Bo")
    for sitting in (given_up, finished):
        lobby.close(table=sitting.table)
    station.serve()
    station.now += jump
    for _run in range(3):
        station.start()
        done = station.command()
        assert (done.doomed, done.deleted) == ([], [])
        station.now += DAY
    assert Table.objects.count() == 2
    cookies = {name: morsel.value for name, morsel in finished.screen.cookies.items()}
    assert holder_of(cookies).hosted == {finished.table.pk}


def test_deleting_takes_two_runs_a_day_apart(station: Station) -> None:
    table = begun().table
    lobby.close(table=table)
    station.serve()
    for _day in range(89):
        assert not station.serve().doomed
    assert station.serve().doomed == [table.code]
    station.now += timedelta(hours=23)
    assert station.command().deleted == []
    station.now -= timedelta(days=400)  # set back: the day begins again
    assert station.command().deleted == []
    station.now += timedelta(hours=23)
    assert station.command().deleted == []
    station.now += 2 * HOUR
    assert station.command().deleted == [table.code]
    assert not Table.objects.exists()


def test_what_happens_to_a_doomed_table_saves_it(station: Station) -> None:
    sitting = begun()
    lobby.close(table=sitting.table)
    for _day in range(91):
        station.serve()
    sitting.table.refresh_from_db()
    assert sitting.table.doomed_at is not None
    moves.open_secrets(table=sitting.table)  # an administrator looked at it
    assert station.serve().deleted == []
    for _day in range(89):
        assert not station.serve().doomed
    assert station.serve().doomed == [sitting.table.code]


# -- When a server counts -------------------------------------------------------------------------


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("served", "last", "now", "due"),
    [
        (timedelta(minutes=59), None, NOON, False),  # it has just started
        (timedelta(minutes=59), NOON, NOON + 4000 * DAY, False),  # and its clock is set right
        (HOUR, None, NOON, True),
        (HOUR, NOON, NOON + HOUR, False),
        (HOUR, NOON, NOON + DAY, True),  # a laptop that slept over night
        (HOUR, NOON, NOON - DAY, True),  # set back
        (DAY, NOON, NOON + HOUR, True),  # a clock that stands still
    ],
)
def test_a_server_counts_after_an_hour_of_serving_and_then_daily(
    served: timedelta, last: datetime | None, now: datetime, due: bool
) -> None:
    assert daily.is_due(served=served, last=last, now=now) is due


def test_no_jump_counts_for_as_much_as_anything_is_closed_after(settings) -> None:
    settings.TABLE_DAYS = 1  # the least there is
    assert expiry.UNSEEN < expiry.closes_after(empty=True) <= expiry.closes_after(empty=False)
