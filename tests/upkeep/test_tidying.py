"""Old tables are tidied up: with notice, and without anybody losing anything."""

import threading
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connections
from django.db.models import F
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.access.audience import DAYS, audience_for, holder_of
from games.archive import reindex
from games.models import Play, Player, Report, Table
from games.rules.actions import DrawCards
from games.table import lobby, moves
from games.table.expiry import idle
from games.table.snapshot import load
from games.upkeep import cleanup, daily
from tests.support.commands import manage
from tests.support.finished import played
from tests.support.sittings import Sitting, begun, open_directly, play_on, sit_down

pytestmark = pytest.mark.django_db


def leave(table: Table, days: float) -> None:
    """Let nobody touch a table for so many days, which were counted (test_wrong_clock.py)."""
    now, gone = timezone.now(), timedelta(days=days)
    Table.objects.filter(pk=table.pk).update(
        changed_at=now - gone,
        idle_seconds=int(gone.total_seconds()),
        idle_revision=F("revision"),
        idle_at=now,
    )
    table.refresh_from_db()


def tidy() -> cleanup.Tidied:
    return cleanup.tidy(now=timezone.now())


def stage(table: Table) -> str:
    table.refresh_from_db()
    return table.stage


def screen_of(sitting: Sitting) -> str:
    return sitting.screen.get(sitting.url("screen")).content.decode()


# -- Closing --------------------------------------------------------------------------------------


def test_a_game_nobody_came_back_to_is_closed_and_its_code_is_free_again() -> None:
    sitting = begun()
    leave(sitting.table, 13.9)
    assert tidy().closed == []
    leave(sitting.table, 14.1)
    assert tidy().closed == [sitting.table.code]
    assert stage(sitting.table) == "closed"
    assert load(sitting.table.code) is None
    again = open_directly()
    Table.objects.filter(pk=again.pk).update(code=sitting.table.code)  # the database lets it
    assert load(sitting.table.code).table == again
    assert not Play.objects.exists()


def test_how_long_is_a_setting(settings) -> None:
    settings.TABLE_DAYS = 2
    sitting = begun()
    leave(sitting.table, 2.1)
    assert tidy().closed == [sitting.table.code]


def test_an_empty_lobby_goes_after_a_day_one_with_people_in_it_does_not() -> None:
    empty, waiting = open_directly(), sit_down().table
    leave(empty, 1.1)
    leave(waiting, 1.1)
    assert tidy().closed == [empty.code]
    assert stage(waiting) == "lobby"


def test_old_cookies_open_nothing_after_a_table_is_closed() -> None:
    sitting = begun()
    leave(sitting.table, 15)
    tidy()
    sitting.table.refresh_from_db()
    assert sitting.table.screen_digest == ""
    assert set(sitting.table.seats.values_list("digest", flat=True)) == {""}
    for client in (sitting.screen, *sitting.phones):
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        assert holder_of(cookies).tables == frozenset()


def test_a_table_somebody_touches_meanwhile_stays_open() -> None:
    sitting = begun()
    leave(sitting.table, 15)
    untouched = list(cleanup._untouched(cleanup._watched(timezone.now(), timedelta())))
    assert untouched == [sitting.table]
    mover = sitting.state.to_move
    moves.act(table=sitting.table, action=DrawCards(mover), by=sitting.seat(mover))
    for table in untouched:
        cleanup._close(table)
    assert stage(sitting.table) == "playing"


def test_a_finished_table_is_closed_too_but_its_game_is_kept() -> None:
    sitting = played("Ada", "Bo")
    leave(sitting.table, 15)
    assert tidy().closed == [sitting.table.code]
    assert Play.objects.filter(table=sitting.table).exists()
    page = sitting.screen.get(f"/result/{sitting.table.key}/")
    assert page.status_code == 200
    assert '/rematch"' not in page.content.decode()
    # Who hosted it can still be told, as long as browsers keep the cookie.
    assert sitting.screen.get(f"/result/{sitting.table.key}/delete").status_code == 200
    leave(sitting.table, DAYS + 1)
    assert tidy().shut == [sitting.table.code]
    assert sitting.screen.get(f"/result/{sitting.table.key}/delete").status_code == 403
    assert tidy().shut == []
    assert Play.objects.count() == 1


def test_what_a_process_remembers_of_a_table_does_not_outlive_its_cookies() -> None:
    """Closed by a host and never finished: nothing is left that somebody could prove."""
    sitting = begun()
    lobby.close(table=sitting.table)
    cookies = {name: morsel.value for name, morsel in sitting.screen.cookies.items()}
    sitting.table.refresh_from_db()
    assert audience_for(sitting.table, cookies).host
    leave(sitting.table, 1)
    assert tidy().shut == [sitting.table.code]
    sitting.table.refresh_from_db()
    assert not audience_for(sitting.table, cookies).host
    assert idle(sitting.table) == timedelta(days=1), "nobody has come back"


def test_cookies_of_a_table_that_is_to_be_deleted_open_nothing_from_the_same_run_on() -> None:
    sitting = begun()
    lobby.close(table=sitting.table)
    leave(sitting.table, settings.FORGET_DAYS + 1)
    done = tidy()
    assert done.shut == done.doomed == [sitting.table.code]
    assert cleanup.tidy(now=timezone.now() + timedelta(days=1)).deleted == [sitting.table.code]


def test_a_game_that_is_over_is_revealed_and_kept_before_its_table_is_closed() -> None:
    sitting = begun()
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=1)
    leave(sitting.table, 15)
    done = tidy()
    assert (done.closed, done.revealed) == ([sitting.table.code], [sitting.table.code])
    assert Play.objects.get().table == sitting.table
    assert Client().get(f"/result/{sitting.table.key}/").status_code == 200


def test_a_game_whose_table_was_closed_during_the_reveal_is_not_lost() -> None:
    sitting = begun()
    play_on(sitting)
    lobby.close(table=sitting.table)
    assert tidy().revealed == [sitting.table.code]
    assert Play.objects.get().table == sitting.table
    assert tidy().revealed == []


def test_demo_tables_are_tidied_away_like_all_others() -> None:
    sitting = begun()
    Table.objects.filter(pk=sitting.table.pk).update(demo=True)
    leave(sitting.table, 1000)
    assert tidy().closed == [sitting.table.code]
    leave(sitting.table, 2000)
    assert tidy().doomed == [sitting.table.code]
    assert cleanup.tidy(now=timezone.now() + timedelta(days=1)).deleted == [sitting.table.code]


# -- Forgetting -----------------------------------------------------------------------------------


def test_closed_unfinished_games_are_deleted_long_after() -> None:
    sitting, other = begun(), played("Ada", "Bo")
    Report.objects.create(
        sheet=sitting.table.sheet, table=sitting.table, code="X", by="Ada",
        route="r", color="red", length=1,
    )  # fmt: skip
    for table in (sitting.table, other.table):
        lobby.close(table=table)
        leave(table, 89)
    assert tidy().deleted == []
    leave(sitting.table, 91)
    leave(other.table, 91)
    done = tidy()
    assert (done.doomed, done.deleted) == ([sitting.table.code], [])
    assert tidy().deleted == [], "twice on one day is once"
    tomorrow = timezone.now() + timedelta(days=1)
    assert cleanup.tidy(now=tomorrow).deleted == [sitting.table.code]
    assert list(Table.objects.all()) == [other.table]
    assert Report.objects.get().by == ""


def test_players_of_no_game_and_expired_sessions_are_swept_away() -> None:
    Player.objects.create(name="Nobody", spelling="nobody")
    now = timezone.now()
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, expire_date=now + timedelta(days=days))
    tidy()
    assert not Player.objects.exists()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


# -- Notice ---------------------------------------------------------------------------------------


def test_pages_say_days_before_that_the_table_will_be_closed() -> None:
    sitting = begun()
    notice = "It closes on"
    for page in (screen_of(sitting), sitting.phones[0].get(sitting.url("play")).content.decode()):
        assert notice not in page
    leave(sitting.table, 12)
    assert tidy().warned == [sitting.table.code]
    closing = timezone.localtime(sitting.table.idle_at + timedelta(days=2))
    day = f"{closing.day} {closing:%B}"
    for page in (screen_of(sitting), sitting.phones[0].get(sitting.url("play")).content.decode()):
        assert f"{notice} {day}" in strip_tags(page)
    mover = sitting.state.to_move
    moves.act(table=sitting.table, action=DrawCards(mover), by=sitting.seat(mover))
    assert notice not in screen_of(sitting)
    assert tidy().warned == []


def test_a_lobby_tells_it_too() -> None:
    sitting = sit_down()
    leave(sitting.table, 12)
    tidy()
    assert "It closes on" in screen_of(sitting)
    assert "It closes on" in sitting.phones[1].get(sitting.url("play")).content.decode()


def test_the_notice_reaches_pages_that_are_open() -> None:
    sitting = begun()
    revision = sitting.table.revision
    sitting.screen.get(sitting.url("live"))  # rendered once, before anything is near
    leave(sitting.table, 12)
    tidy()
    live = sitting.screen.get(sitting.url(f"live?revision={revision}")).json()
    assert "It closes on" in live["html"]
    sitting.table.refresh_from_db()
    assert sitting.table.changed_at < timezone.now() - timedelta(days=11)


def test_a_finished_game_is_closed_without_a_word() -> None:
    sitting = played("Ada", "Bo")
    leave(sitting.table, 12)
    assert tidy().warned == []
    assert "It closes on" not in screen_of(sitting)


# -- Cookies --------------------------------------------------------------------------------------


def test_cookies_live_on_as_long_as_the_table_is_visited() -> None:
    sitting = begun()
    phone = sitting.phones[0].get(sitting.url("play"))
    screen = sitting.screen.get(sitting.url("screen"))
    for reply, kind in ((phone, "seat"), (screen, "screen")):
        cookie = reply.cookies[f"{kind}_{sitting.table.pk}"]
        assert cookie["max-age"] == DAYS * 24 * 3600
        assert cookie["httponly"]
    assert not Client().get(sitting.url("screen")).cookies.keys() & {f"seat_{sitting.table.pk}"}


def test_a_browser_holds_what_its_secrets_open_and_no_more() -> None:
    one, two = begun(), begun()
    cookies = {name: morsel.value for name, morsel in one.phones[0].cookies.items()}
    held = holder_of(cookies)
    assert held.tables == {one.table.pk}
    assert held.hosted == {one.table.pk}  # the first phone is a host
    assert holder_of({**cookies, f"seat_{two.table.pk}": cookies[f"seat_{one.table.pk}"]}) == held
    guess = {f"seat_{two.table.pk}": "", f"screen_{two.table.pk}": "x", "seat_x": "y"}
    assert holder_of(guess).tables == frozenset()


# -- The command ----------------------------------------------------------------------------------


def output_of(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_the_command_says_what_it_did_and_a_dry_run_does_nothing() -> None:
    assert output_of("tidy") == "Everything is tidy.\n"
    sitting = begun()
    leave(sitting.table, 15)
    before = list(Table.objects.values())
    output = output_of("tidy", "--dry-run")
    assert f"Closed, nobody came back: {sitting.table.code}" in output
    assert "Nothing was changed." in output
    assert list(Table.objects.values()) == before
    assert f"Closed, nobody came back: {sitting.table.code}" in output_of("tidy")
    assert stage(sitting.table) == "closed"


@pytest.mark.django_db(transaction=True)
def test_a_server_tidies_when_it_starts() -> None:
    sitting = begun()
    leave(sitting.table, 15)
    commands: list[str] = []
    seen = threading.Event()

    def say(line: str) -> None:
        commands.append(line)
        seen.set()

    with daily.tidied(say):
        assert seen.wait(timeout=30)
    assert f"Closed, nobody came back: {sitting.table.code}" in commands
    assert stage(sitting.table) == "closed"


@pytest.mark.django_db(transaction=True)
def test_two_servers_may_tidy_at_once() -> None:
    tables_ = [begun().table for _table in range(3)]
    for table in tables_:
        leave(table, 15)
    failed: list[Exception] = []

    def work() -> None:
        try:
            tidy()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test must see it
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _server in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert {stage(table) for table in tables_} == {"closed"}


def test_setup_indexes_games_that_were_finished_before_there_was_an_index(tmp_path) -> None:
    sitting = played("Ada", "Bo")
    assert not reindex.is_index_missing()
    Play.objects.all().delete()
    assert reindex.is_index_missing()
    assert output_of("reindex") == "Finished games: 1 indexed\n"
    assert Play.objects.get().table == sitting.table
    data = tmp_path / "data"
    assert manage("setup", DATA_DIR=data).returncode == 0
    assert "indexed" not in manage("setup", DATA_DIR=data).stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [("TABLE_DAYS", "0"), ("TABLE_DAYS", "soon"), ("FORGET_DAYS", "-1"), ("HISTORY", "maybe")],
)
def test_wrong_settings_stop_the_start_with_a_sentence(tmp_path, name: str, value: str) -> None:
    stopped = manage("tidy", DATA_DIR=tmp_path, **{name: value})
    assert stopped.returncode != 0
    assert f"{name} must be" in stopped.stderr
