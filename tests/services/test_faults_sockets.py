"""Phones that never respond, and a crowd: everybody else gets updates as fast as ever."""

import base64
import contextlib
import os
import socket
import statistics
import time
from collections.abc import Callable, Iterator

import pytest

from tests.support.services import ledger
from tests.support.services.parts import App
from tests.support.services.phones import Page, Phone, Sitting, sit_down

SILENT = 12  # of each kind
ENTRIES = 30
SPECTATORS = 40


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    made = App(settings={"DEBUG": "true"})
    made.manage("setup")
    with made:
        yield made


def upgrade(app: App, sitting: Sitting) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws/t/{sitting.code}/?page=screen&lang=en HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\n"
        f"Origin: http://127.0.0.1:{app.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def silent(app: App, sitting: Sitting, greeting: bytes) -> socket.socket:
    """A connection that says so much, and from then on neither reads nor closes."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", app.port))
    line.sendall(greeting)
    return line


def push_times(app: App, sitting: Sitting, phone: Phone, pages: list[Page]) -> list[float]:
    """Seconds from each post until the last of the pages was told."""
    times = []
    for _entry in range(ENTRIES):
        began = time.monotonic()
        assert phone.log().status == 200
        revision = ledger.revision(app, sitting)
        times.append(max(page.wait_for(revision) for page in pages) - began)
    return times


def summary(times: list[float]) -> str:
    worst = sorted(times)[int(len(times) * 0.95)]
    return f"{statistics.median(times) * 1000:.0f} ms (p95 {worst * 1000:.0f} ms)"


def test_phones_that_never_answer_do_not_keep_the_others_waiting(
    app: App, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=2)
    phone = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    page = Page(app.port, sitting)
    alone = push_times(app, sitting, phone, [page])
    asked = upgrade(app, sitting)
    with contextlib.ExitStack() as lines:
        for _phone in range(SILENT):
            lines.enter_context(silent(app, sitting, asked))  # listens, and never reads
            lines.enter_context(silent(app, sitting, asked[: len(asked) // 2]))  # in mid-sentence
            lines.enter_context(silent(app, sitting, b""))  # half open: no word at all
        among = push_times(app, sitting, phone, [page])
        assert page.connections == 1
    # And after they are gone without a goodbye.
    assert phone.log().status == 200
    page.wait_for(ledger.revision(app, sitting))
    page.close()
    ledger.replayed(ledger.rows(app, sitting))
    figure(
        f"{3 * SILENT} silent connections at a table: a page is told after {summary(among)},"
        f" without them after {summary(alone)}"
    )


def test_forty_spectators_are_all_told_of_every_entry(
    app: App, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=5, slug="germany", turns=40)
    phone = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    pages = [Page(app.port, sitting) for _spectator in range(SPECTATORS)]
    first = {page.revision for page in pages}
    times = push_times(app, sitting, phone, pages)
    for page in pages:
        assert [revision for _at, revision in page.heard] == sorted(
            {revision for _, revision in page.heard}
        )
        assert page.revision == max(first) + ENTRIES
        assert page.connections == 1
        page.close()
    figure(f"{SPECTATORS} spectators: the last is told after {summary(times)}")
