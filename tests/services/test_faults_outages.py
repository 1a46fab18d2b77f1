"""Redis is down, PostgreSQL restarts, the disk is full: which errors people see, and what's
lost."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.markup import parsed
from tests.support.services import ledger
from tests.support.services.parts import App, Postgres, Redis
from tests.support.services.phones import PATIENCE, Page, Phone, phones, sit_down
from tests.support.services.playing import playing

OUTAGE = 30.0  # seconds without Redis


def sentence(text: str) -> str:
    """What a toast says."""
    return parsed(text).words


# -- Redis ----------------------------------------------------------------------------------------


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    with Redis() as started:
        yield started


@pytest.fixture
def two_apps(postgres: Postgres, own_redis: Redis) -> Iterator[tuple[App, App]]:
    settings = {
        "DEBUG": "true",
        "DATABASE_URL": postgres.create("without_redis"),
        "REDIS_URL": own_redis.url,
    }
    first = App(settings=settings)
    second = App(settings=settings, data=first.data)
    first.manage("setup")
    with first, second:
        yield first, second


def test_redis_away_for_thirty_seconds_delays_news_but_loses_none(
    two_apps: tuple[App, App], own_redis: Redis, figure: Callable[[str], None]
) -> None:
    here, there = two_apps
    sitting = sit_down(here, players=2)
    one, two = phones(here, sitting)
    two.hang_up()
    two.port = there.port
    pages = [Page(app.port, sitting) for app in two_apps]
    assert one.log().status == 200
    for page in pages:
        page.wait_for(ledger.revision(here, sitting))

    own_redis.kill()
    until = time.monotonic() + OUTAGE
    answers, waits = [], []
    # Opened while it is away: whether now or later, they get there by themselves.
    pages += [Page(app.port, sitting, wait=False) for app in two_apps]
    while time.monotonic() < until:
        for phone in (one, two):
            began = time.monotonic()
            phone.look()
            reply = phone.log()
            waits.append(time.monotonic() - began)
            answers.append(reply.status)
            assert reply.status == 200, reply.text
        time.sleep(0.5)
    logged = ledger.rows(here, sitting)
    ledger.replayed(logged)
    turns = sum(row.wire == "cards.drawn" for row in logged)
    assert turns == 1 + len(answers), "an entry that was confirmed is missing"
    during = [page.revision for page in pages]
    newest = ledger.revision(here, sitting)

    own_redis.start()
    back = time.monotonic()
    # Nothing new is logged: what was missed meanwhile must come without another push.
    caught_up = [max(0.0, page.wait_for(newest) - back) for page in pages]
    two.look()
    began = time.monotonic()
    assert two.log().status == 200
    last = ledger.revision(here, sitting)
    across = [page.wait_for(last) - began for page in pages]  # every other one is `there`
    for page in pages:
        page.close()
    figure(
        f"Redis away for {OUTAGE:.0f} s: {len(answers)} entries confirmed meanwhile (slowest"
        f" {max(waits) * 1000:.0f} ms), 0 refused; sockets were {newest - min(during)} revisions"
        f" behind when it came back, caught up {max(caught_up):.1f} s later; the next entry"
        f" reached pages of the same process after {max(across[1::2]) * 1000:.0f} ms, those of the"
        f" other after {max(across[::2]) * 1000:.0f} ms"
    )


# -- PostgreSQL -----------------------------------------------------------------------------------


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    with Postgres() as started:
        yield started


@pytest.fixture
def on_postgres(own_postgres: Postgres, redis: Redis) -> Iterator[App]:
    settings = {"DATABASE_URL": own_postgres.create("restarted"), "REDIS_URL": redis.url}
    app = App(settings={"DEBUG": "true", **settings})
    app.manage("setup")
    with app:
        yield app


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_postgresql_restarts_in_mid_game_and_nothing_confirmed_is_lost(
    how: str, on_postgres: App, own_postgres: Postgres, figure: Callable[[str], None]
) -> None:
    app = on_postgres
    sitting = sit_down(app, players=4)
    calm = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    page = Page(app.port, sitting)
    with playing(app, sitting, pause=0.05) as play:
        time.sleep(1)
        own_postgres.gently = signal.SIGQUIT if how == "immediate" else signal.SIGINT
        own_postgres.stop()
        calm.number = 10**6  # whatever it saw: nobody can look it up
        began = time.monotonic()
        refused = calm.log()
        waited = time.monotonic() - began
        assert refused.status == 503
        assert int(refused.headers["retry-after"]) > 0
        assert "Not saved: the database isn’t responding" in sentence(refused.text)
        assert parsed(refused.text).has(id="toast")  # a part that the page has
        plain = calm.ask(sitting.path("play"))
        assert plain.status == 503
        assert "The database isn’t responding" in sentence(plain.text)
        assert calm.ask("/healthz").status == 503

        own_postgres.start()
        back = time.monotonic()
        while calm.ask(sitting.path("play")).status == 503:
            assert time.monotonic() < back + PATIENCE
            time.sleep(0.05)
        again = time.monotonic() - back
        # Once it answers, no more broken connections are handed out.
        for _request in range(20):
            assert calm.ask(sitting.path("play")).status == 200
        time.sleep(1)

    rows = ledger.rows(app, sitting)
    confirmed = ledger.check_promises(rows, play.sent)
    ledger.replayed(rows)
    assert play.sent_again
    page.wait_for(ledger.revision(app, sitting))
    page.close()
    figure(
        f"PostgreSQL restarted ({how}): {confirmed} entries confirmed, 0 lost, 0 doubled;"
        f" {play.sent_again} forms sent again; told so after {waited * 1000:.0f} ms;"
        f" served again {again * 1000:.0f} ms after it was back"
    )


# -- The disk -------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes, in memory."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m", "stationmaster", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        for size in (1 << 16, 1):
            with suppress(OSError):
                while True:
                    file.write(b"\0" * size)
                    os.fsync(file.fileno())
    return ballast


def log_until_refused(phone: Phone) -> tuple[int, str]:
    """How many entries still fitted, and what was said to the one that did not."""
    for fitted in range(1_000):
        reply = phone.log()
        if reply.status != 200:
            assert reply.status == 503, reply.text
            return fitted, sentence(reply.text)
    raise AssertionError("the disk never was full")


def test_on_a_full_disk_people_are_told_and_the_same_form_goes_through_later(
    small_disk: Path, figure: Callable[[str], None]
) -> None:
    app = App(settings={"DEBUG": "true"}, data=small_disk / "data")
    app.manage("setup")
    sitting = sit_down(app, players=2)
    with app:
        phone = Phone(app.port, sitting).sit(next(iter(sitting.links)))
        page = Page(app.port, sitting)
        for _entry in range(3):
            assert phone.log().status == 200
        before = len(ledger.rows(app, sitting))
        ballast = fill(small_disk)
        fitted, output = log_until_refused(phone)
        assert "the disk on the computer running Stationmaster is full" in output
        assert "Not saved" in output
        # Reading goes on: pages open, and sockets stay.
        for _again in range(3):
            assert phone.log().status == 503
            assert phone.ask(sitting.path("play")).status == 200
            assert phone.ask(sitting.path("live?page=phone&revision=-1")).status == 200
        assert len(ledger.rows(app, sitting)) == before + fitted
        assert page.open
        assert page.connections == 1

        ballast.unlink()
        form = phone.number
        assert phone.log(seen=form).status == 200
        rows = ledger.rows(app, sitting)
        assert len(rows) == before + fitted + 1, "the same form, once"
        ledger.replayed(rows)
        page.wait_for(ledger.revision(app, sitting))
        page.close()
        healthy = ledger.query(app, "PRAGMA integrity_check")
        assert healthy == [("ok",)]
    figure(
        f"Disk full: {fitted} entries still fitted, then every phone was told; 0 lost,"
        " the same form went through once there was room, the server stayed up"
    )
