"""Another program locks the database for long: a backup tool, a forgotten shell.

Reading goes on. Only people who save something have to wait.
"""

import contextlib
import http.client
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.services import ledger
from tests.support.services.parts import App, Postgres, Redis
from tests.support.services.phones import Page, Phone, sit_down

PAGE_THREADS = 8
WAITING = 2 * PAGE_THREADS + 4  # more than threads, no matter who gets one
SOON = 2.0  # seconds in which /healthz promises an answer
HELD = 15.0  # seconds; less than SQLite waits for a lock: who waited for it would come too late


@contextlib.contextmanager
def locked(app: App) -> Iterator[None]:
    """Hold the lock of everybody who writes, as another program does."""
    database = sqlite3.connect(app.data / "stationmaster.sqlite3", isolation_level=None)
    with contextlib.closing(database):
        database.execute("PRAGMA busy_timeout = 10000")
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


def health(app: App, patience: float = SOON) -> tuple[int, str]:
    line = http.client.HTTPConnection("127.0.0.1", app.port, timeout=patience)
    with contextlib.closing(line):
        line.request("GET", "/healthz")
        answer = line.getresponse()
        return answer.status, answer.read().decode()


@pytest.fixture
def app() -> Iterator[App]:
    made = App(settings={"DEBUG": "true"})
    made.manage("setup")
    with made:
        yield made


def test_while_the_database_is_locked_pages_are_read_and_entries_wait(
    app: App, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=4)
    names = list(sitting.links)
    mover = Phone(app.port, sitting).sit(names[0])
    assert mover.log().status == 200
    before = len(ledger.rows(app, sitting))
    number = mover.number
    writers = [
        Phone(app.port, sitting, cookies=dict(mover.cookies), number=number)
        for _writer in range(WAITING)
    ]
    replies: list[int] = []
    posting = [
        threading.Thread(target=lambda w=writer: replies.append(w.log().status), daemon=True)
        for writer in writers
    ]
    with locked(app):
        for thread in posting:
            thread.start()
        time.sleep(1)  # all of them are waiting now
        # Everybody who reads is answered while the lock is held. New visitors are noted as present,
        # which is a write of its own: it must not make their page wait.
        longest = 0.0
        for name in names:
            visitor = Phone(app.port, sitting, patience=HELD)
            asked = time.monotonic()
            assert visitor.ask(sitting.links[name]).status == 302
            assert visitor.ask(sitting.path("play")).status == 200
            assert visitor.ask(sitting.path("live?page=phone&revision=-1")).status == 200
            assert visitor.ask(sitting.path("screen")).status == 200
            assert visitor.ask("/").status == 200
            longest = max(longest, (time.monotonic() - asked) / 5)
        page = Page(app.port, sitting)
        page.wait_for(ledger.revision(app, sitting))  # a socket is opened, and told everything
        for _again in range(5):
            assert health(app) == (200, "ok")
        assert not replies, "nothing is confirmed that is not saved"
    for thread in posting:
        thread.join(timeout=60)
    assert len(replies) == WAITING
    assert len(ledger.rows(app, sitting)) == before + 1, "the same form from all of them, once"
    page.wait_for(ledger.revision(app, sitting))
    page.close()
    figure(
        f"Database locked, {WAITING} entries waiting: pages took {longest * 1000:.0f} ms at most;"
        " every entry was saved afterwards, once"
    )


def test_who_was_here_is_noted_as_soon_as_the_lock_is_gone(app: App) -> None:
    sitting = sit_down(app, players=2)
    name = next(iter(sitting.links))
    seen = f"SELECT seen_at FROM games_seat WHERE name = '{name}'"
    with locked(app):
        phone = Phone(app.port, sitting).sit(name)
        ((during,),) = ledger.query(app, seen)
    assert phone.ask(sitting.path("play")).status == 200
    ((after,),) = ledger.query(app, seen)
    assert after is not None
    assert after != during


# -- What /healthz tells ---------------------------------------------------------------------------


def test_missing_tables_are_told(app: App) -> None:
    assert health(app) == (200, "ok")
    database = sqlite3.connect(app.data / "stationmaster.sqlite3", timeout=20)
    with contextlib.closing(database), database:
        database.execute("DROP TABLE games_heldticket")
    assert health(app) == (
        503,
        "tables are missing in the database: run `python manage.py setup`, or restore a backup",
    )


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m", "stationmaster", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        app = App(settings={"DEBUG": "true"}, data=disk / "data")
        app.manage("setup")
        with app:
            assert health(app) == (200, "ok")
            ballast = disk / "ballast"
            with contextlib.suppress(OSError), ballast.open("wb") as file:
                while True:
                    file.write(b"\0" * 4096)
                    file.flush()
            assert health(app) == (503, "the disk is full: nothing can be saved")
            ballast.unlink()
            assert health(app) == (200, "ok")
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_it_answers_in_time_when_all_that_it_asks_hang() -> None:
    with Postgres() as postgres, Redis() as redis:
        settings = {"DATABASE_URL": postgres.create("games"), "REDIS_URL": redis.url}
        app = App(settings={"DEBUG": "true", **settings})
        app.manage("setup")
        with app:
            assert health(app) == (200, "ok")
            postgres.freeze()
            redis.freeze()
            try:
                # Pages that hang use up every thread there is for pages.
                visitors = [
                    threading.Thread(target=_look, args=(app,), daemon=True)
                    for _visitor in range(3 * PAGE_THREADS)
                ]
                for visitor in visitors:
                    visitor.start()
                for _again in range(4):
                    assert health(app) == (503, "the database does not answer")
            finally:
                postgres.thaw()
                redis.thaw()
            for visitor in visitors:
                visitor.join(timeout=60)
            assert health(app) == (200, "ok")


def _look(app: App) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        line = http.client.HTTPConnection("127.0.0.1", app.port, timeout=60)
        with contextlib.closing(line):
            line.request("GET", "/")
            line.getresponse().read()
