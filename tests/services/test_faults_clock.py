"""The clock of the server jumps: back by an hour in mid-game, ahead by years before a start."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.services import ledger
from tests.support.services.parts import App
from tests.support.services.phones import PATIENCE, Page, phones, sit_down

HOUR = 3600


class Clock:
    """The wall clock of one process, set by a file; what counts seconds is left alone."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"
        self.set(0)

    def set(self, seconds: int) -> None:
        """So much later than it really is; less than nothing is earlier."""
        fresh = self.file.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}")
        fresh.replace(self.file)

    @property
    def settings(self) -> dict[str, str]:
        library = subprocess.run(
            ["faketime", "-f", "+0", "printenv", "LD_PRELOAD"],
            capture_output=True,
            text=True,
            check=True,
        )
        return {
            "LD_PRELOAD": library.stdout.strip().replace("libfaketime.so", "libfaketimeMT.so"),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    if shutil.which("faketime") is None:
        pytest.skip("not installed: faketime")
    return Clock(tmp_path)


@pytest.fixture
def app(clock: Clock) -> Iterator[App]:
    made = App(settings={"DEBUG": "true"})
    made.manage("setup")
    made.settings |= clock.settings
    with made:
        yield made


def test_a_clock_set_back_by_an_hour_changes_nothing_for_anybody(
    app: App, clock: Clock, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=3)
    host, other, third = people = phones(app, sitting)
    page = Page(app.port, sitting, phone=other)
    hosts_page = Page(app.port, sitting, phone=host)
    assert host.log().status == 200
    at = "SELECT at FROM games_entry ORDER BY id DESC LIMIT 1"
    seen = "SELECT seen_at FROM games_seat WHERE name = 'Ada'"
    before, here = ledger.query(app, at), ledger.query(app, seen)

    clock.set(-HOUR)
    # Cookies, the guard against forged forms, the turn, undo and sockets go on.
    for phone in people:
        assert phone.look().log().status == 200
    assert ledger.query(app, at) < before, "the clock was not set back"
    assert host.look().log("undo").status == 200
    page.wait_for(ledger.revision(app, sitting))
    rows = ledger.rows(app, sitting)
    ledger.replayed(rows)
    logged = third.ask(sitting.path("log"))
    assert logged.status == 200
    # Anyone who was here is still here, as soon as the page has spoken: nobody else becomes host.
    hosts_page.speak()
    until = time.monotonic() + PATIENCE
    while ledger.query(app, seen) >= here:
        assert time.monotonic() < until, "a sign of life is no longer noted"
        time.sleep(0.1)
    hosts_page.close()
    refused = other.ask(sitting.path("host/ask"), {"page": "phone"})
    assert refused.status == 422
    assert "There’s still a host at the table." in refused.text

    # The host leaves. An hour back again: what was heard then is no sign of life now.
    seconds = -HOUR
    clock.set(seconds := seconds + 61)
    other.look()
    assert other.ask(sitting.path("host/ask"), {"page": "phone"}).status == 200
    clock.set(seconds := seconds - HOUR)
    left = other.ask(sitting.path("live?page=phone&revision=-1"))
    assert 'data-left=\\"20\\"' in left.text, "the time to object is twenty seconds, not an hour"
    # Anyone who settles too early only starts that time again.
    assert other.ask(sitting.path("host/settle"), {"page": "phone"}).status == 200
    hosts = "SELECT name FROM games_seat WHERE host ORDER BY position"
    assert [name for (name,) in ledger.query(app, hosts)] == ["Ada"]
    clock.set(seconds + 21)
    assert other.ask(sitting.path("host/settle"), {"page": "phone"}).status == 200
    assert [name for (name,) in ledger.query(app, hosts)] == ["Ada", "Bruno"]
    page.wait_for(ledger.revision(app, sitting))
    page.close()
    figure(
        "Clock set back by an hour, twice: 5 entries in order, undo, forms, sockets and the claim"
        " to be host as ever"
    )


YEAR = 365 * 24 * HOUR


@pytest.mark.parametrize("years", [3, -3])
def test_a_server_that_starts_with_a_wrong_clock_closes_and_deletes_nothing(
    app: App, clock: Clock, years: int, figure: Callable[[str], None]
) -> None:
    given_up, sitting = sit_down(app, players=2), sit_down(app, players=2)
    closed = phones(app, given_up)[0].ask(given_up.path("close"), {"page": "phone"})
    assert closed.status < 400
    host, *_others = phones(app, sitting)
    assert host.log().status == 200
    rows = ledger.rows(app, sitting)
    for seconds in (years * YEAR, 0, years * YEAR):  # wrong, set right, wrong again
        app.stop()
        host.hang_up()
        clock.set(seconds)
        app.start()
        assert "Everything is tidy." in app.manage("tidy")
        assert host.look().log().status == 200
    stages = ledger.query(app, "SELECT stage FROM games_table ORDER BY id")
    assert stages == [("closed",), ("playing",)]
    assert ledger.rows(app, sitting)[: len(rows)] == rows
    figure("Started with the clock three years off, set right, and off again: no table was touched")
