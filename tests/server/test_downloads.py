"""Streamed downloads: nobody else waits for them, and they stop when the client is gone."""

import asyncio
import threading
import time
import zipfile
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import path

from companion import urls
from companion.server.threaded_handler import Pages
from games.access import downloads
from games.views.throttling import limits_downloads
from tests.support.collected import serving_collected
from tests.support.commands import PROJECT, manage
from tests.support.strangers import Server, everything, request

made: list["Endless"] = []


class Endless:
    """A download without an end that knows whether somebody goes on making it."""

    def __init__(self) -> None:
        self.count, self.closed = 0, threading.Event()
        made.append(self)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self.closed.is_set():
            raise StopIteration
        self.count += 1
        return b"x" * 20_000

    def close(self) -> None:
        self.closed.set()


@limits_downloads
def endless(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(Endless(), content_type="application/zip")


urlpatterns = [path("endless", endless), *urls.urlpatterns]


class Visitor:
    """Asks for an address, and reads what comes for as long as they like."""

    def __init__(self, pages: Pages, address: str, who: str, *, reads: bool = True) -> None:
        self.came: list[dict[str, Any]] = []
        self.reading, self.began, self.left = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.has_read = asyncio.Event()  # a good deal of it
        if reads:
            self.reading.set()
        self.asked = iter([{"type": "http.request", "body": b"", "more_body": False}])
        scope = {
            "type": "http", "method": "GET", "path": address, "query_string": b"",
            "headers": [(b"host", b"localhost")], "client": [who, 1], "server": ["localhost", 80],
        }  # fmt: skip
        self.task = asyncio.create_task(pages(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        for message in self.asked:
            return message
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.came.append(message)
        self.began.set()
        if message["type"] == "http.response.body":
            await self.reading.wait()
        if len(self.came) > 20:
            self.has_read.set()

    @property
    def status(self) -> int:
        return int(self.came[0]["status"])


@pytest_asyncio.fixture
async def pages(settings: Any) -> AsyncIterator[Pages]:
    settings.ROOT_URLCONF = __name__
    settings.WHITENOISE_USE_FINDERS = True
    yield Pages()
    for download in made:
        download.closed.set()
    made.clear()


@pytest_asyncio.fixture
async def visit(pages: Pages) -> AsyncIterator[Any]:
    visitors: list[Visitor] = []

    def visit(address: str, who: str = "10.0.0.1", **options: bool) -> Visitor:
        visitors.append(Visitor(pages, address, who, **options))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.left.set()
        visitor.reading.set()
    for download in made:
        download.closed.set()
    await asyncio.wait_for(asyncio.gather(*(visitor.task for visitor in visitors)), 20)


async def is_closed(download: Endless) -> bool:
    return await asyncio.to_thread(download.closed.wait, 10)


async def test_static_files_never_wait_for_downloads(visit: Any) -> None:
    for n in range(12):
        await asyncio.wait_for(visit("/endless", f"10.0.1.{n}", reads=False).began.wait(), 10)
    for name in ("css/base.css", "js/table/live.js", "vendor/htmx.min.js"):
        file = visit(f"/static/{name}")
        await asyncio.wait_for(file.task, 10)
        assert file.status == 200


async def test_a_download_is_not_made_any_further_when_nobody_reads_it(visit: Any) -> None:
    slow = visit("/endless", reads=False)
    await asyncio.wait_for(slow.began.wait(), 10)
    quick = visit("/endless", "10.0.0.2")
    await asyncio.wait_for(quick.has_read.wait(), 10)
    assert made[0].count < 5 < made[1].count


async def test_a_download_stops_when_the_client_is_gone(visit: Any) -> None:
    for reads in (True, False):
        visitor = visit("/endless", reads=reads)
        await asyncio.wait_for(visitor.began.wait(), 10)
        visitor.left.set()
        visitor.reading.set()  # nobody is kept waiting for a connection that is lost
        assert await is_closed(made[-1])
        await asyncio.wait_for(visitor.task, 10)


async def test_downloads_per_address_are_bounded_and_given_back(visit: Any) -> None:
    running = [visit("/endless", reads=False) for _n in range(downloads.PER_ADDRESS)]
    for visitor in running:
        await asyncio.wait_for(visitor.began.wait(), 10)
        assert visitor.status == 200
    refused = visit("/endless")
    await asyncio.wait_for(refused.task, 10)
    assert refused.status == 429
    assert b"Retry-After" in dict(refused.came[0]["headers"])
    assert made[-1].closed.is_set()
    elsewhere = visit("/endless", "10.0.0.2", reads=False)
    await asyncio.wait_for(elsewhere.began.wait(), 10)
    assert elsewhere.status == 200
    running[0].left.set()
    running[0].reading.set()
    await asyncio.wait_for(running[0].task, 10)
    again = visit("/endless", reads=False)
    await asyncio.wait_for(again.began.wait(), 10)
    assert again.status == 200


async def test_downloads_in_all_are_bounded(visit: Any) -> None:
    running = [
        visit("/endless", f"10.0.2.{n // 2}", reads=False) for n in range(downloads.AT_ONCE + 1)
    ]
    for visitor in running:
        await asyncio.wait_for(visitor.began.wait(), 10)
    assert sorted(visitor.status for visitor in running) == [200] * downloads.AT_ONCE + [429]


# -- On the wire ----------------------------------------------------------------------------------

GAMES = 80
RECORD = (PROJECT / "tests" / "golden" / "germany-triple.json").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("downloads")
    variables = {"DATA_DIR": folder / "data"}
    with zipfile.ZipFile(folder / "games.zip", "w") as archive:
        for number in range(GAMES):
            archive.writestr(f"{number}.json", RECORD.replace('"Dora"', f'"Dora {number}"'))
    for command in (["setup"], ["importrecords", str(folder / "games.zip")]):
        done = manage(*command, **variables)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving_collected(folder, "SECONDS_TO_READ=2", "KEPT_BY_SYSTEM=4096") as server:
        yield server
        assert "Traceback" not in server.log_text(), server.log_text()[-3000:]


ZIP = "/history/records.zip"


def running(server: Server) -> int:
    """How many are being made, as the server tells it."""
    lines = server.ask("/metrics").decode().splitlines()
    (gauge,) = [line for line in lines if line.startswith("stationmaster_downloads ")]
    return int(float(gauge.split()[1]))


def until_none_is_made(server: Server) -> bool:
    for _try in range(200):
        if running(server) == 0:
            return True
        time.sleep(0.1)
    return False


def test_a_whole_download_arrives(server: Server) -> None:
    body = server.ask(ZIP, b"Accept-Encoding: identity\r\n").partition(b"\r\n\r\n")[2]
    with zipfile.ZipFile(BytesIO(unchunked(body))) as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == GAMES + 1


def unchunked(body: bytes) -> bytes:
    plain = b""
    while body:
        size, _line, rest = body.partition(b"\r\n")
        plain, body = plain + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return plain


def test_leaving_in_the_middle_stops_the_download(server: Server) -> None:
    for _n in range(12):
        with server.connect(buffer=4096) as client:
            client.sendall(request("GET", ZIP))
            client.recv(500)
    assert until_none_is_made(server)
    assert server.ask("/static/css/base.css").startswith(b"HTTP/1.1 200")


def test_a_client_that_does_not_read_is_dropped_and_no_more_is_made(server: Server) -> None:
    with server.connect(buffer=4096) as client:
        client.sendall(request("GET", ZIP))
        assert client.recv(20).startswith(b"HTTP/1.1 200")
        assert running(server) == 1
        assert until_none_is_made(server)
        with pytest.raises(zipfile.BadZipFile):  # cut off, and it can be seen that it is
            zipfile.ZipFile(BytesIO(everything(client)))


def test_a_slow_reader_gets_it_all(server: Server) -> None:
    came = b""
    with server.connect(buffer=16_384) as client:
        client.sendall(request("GET", ZIP, b"Connection: close\r\n"))
        while True:
            piece = client.recv(16_384)
            if not piece:
                break
            came += piece
            time.sleep(0.05)
    body = unchunked(came.partition(b"\r\n\r\n")[2])
    assert len(zipfile.ZipFile(BytesIO(body)).namelist()) == GAMES + 1
