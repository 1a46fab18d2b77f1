"""docs/security.md on the wire: a real server; strangers who are large, slow, silent or many."""

import asyncio
import contextlib
import itertools
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import PROJECT, environment, manage
from tests.support.strangers import (
    Server,
    everything,
    frame,
    free_port,
    open_socket,
    request,
    serving,
    upgrade,
)

OPEN_A_TABLE = """
import django; django.setup()
from games.maps import library
from games.table import lobby
print(lobby.open_table(sheet=library.published()[0])[0].code)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strangers")
    assert manage("setup", DATA_DIR=folder / "data").returncode == 0
    return folder


@pytest.fixture(scope="module")
def code(folder: Path) -> str:
    """A table that is open."""
    variables = environment(DATA_DIR=folder / "data", DJANGO_SETTINGS_MODULE="companion.settings")
    made = subprocess.run(
        [sys.executable, "-c", OPEN_A_TABLE],
        cwd=PROJECT, env=variables, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return made.stdout.split()[-1]


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """Impatient, so that tests are quick."""
    with serving(folder, "SECONDS_TO_ASK=2", "PING_EVERY=1", "PONG_WITHIN=1") as server:
        yield server
        assert server.answers()
        assert "Traceback" not in server.log_text()


# -- Large ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "most"), [("/join/", 64 * 1024), ("/admin/login/", 6 * 2**20)])
def test_a_body_that_is_too_large_is_refused_with_a_sentence(
    server: Server, path: str, most: int
) -> None:
    headers = b"Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    for length, expected in ((most + 1, b"413"), (most, b"40")):
        with server.connect() as client:
            client.sendall(request("POST", path, headers + b"Content-Length: %d\r\n" % length))
            client.sendall(b"x" * length)
            answer = everything(client)
        assert answer.startswith(b"HTTP/1.1 " + expected), answer[:200]
        assert (b"too large" in answer) == (expected == b"413")


def test_a_body_without_a_length_is_counted_as_it_comes(server: Server) -> None:
    with server.connect() as client:
        client.sendall(
            request("POST", "/join/", b"Connection: close\r\nTransfer-Encoding: chunked\r\n")
        )
        for _chunk in range(20):
            client.sendall(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
        client.sendall(b"0\r\n\r\n")
        assert everything(client).startswith(b"HTTP/1.1 413")


def test_headers_that_are_too_long_or_too_many_are_refused(server: Server) -> None:
    for headers in (b"X-Long: " + b"x" * 20_000 + b"\r\n", b"X-Many: 1\r\n" * 500):
        with server.connect() as client:
            with contextlib.suppress(ConnectionError):
                client.sendall(request("GET", "/healthz", headers))
            assert not everything(client).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "sent",
    [
        frame(b"x" * 2000),
        frame(b"x" * 2000, opcode=2),
        frame(b"x" * 700, fin=False) + frame(b"x" * 700, opcode=0),
        b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0\0\0\0",
        frame(b"") * 100,
        frame(b"", opcode=9) * 100,
        frame(b"", fin=False) + frame(b"", opcode=0, fin=False) * 100,
    ],
    ids=["text", "bytes", "in-pieces", "announced", "often", "pings", "empty-pieces"],
)
def test_a_socket_that_sends_too_much_or_too_often_is_dropped(
    server: Server, code: str, sent: bytes
) -> None:
    with open_socket(server, f"/ws/t/{code}/") as client:
        with contextlib.suppress(ConnectionError):
            client.sendall(sent)
        everything(client)  # ends: it would time out otherwise


# -- Slow and silent ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
        b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ids=["nothing", "line", "headers", "body", "chunks"],
)
def test_a_request_that_trickles_is_dropped(server: Server, begun: bytes) -> None:
    """A byte now and then is a sign of life, but a request has to be done some day."""
    with server.connect() as client:
        client.sendall(begun)
        client.settimeout(0.2)
        ended = False
        for _tick in range(100):
            try:
                client.sendall(b"1" if begun else b"")
                ended = client.recv(1000) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                ended = True
            if ended:
                break
        assert ended


def test_a_socket_that_answers_no_ping_is_dropped(server: Server, code: str) -> None:
    with open_socket(server, f"/ws/t/{code}/") as client:
        assert everything(client)


def test_a_handshake_that_stays_half_open_is_dropped(server: Server) -> None:
    with server.connect() as client:
        client.sendall(upgrade("/ws/t/BCDF/")[:-4])
        everything(client)


TALKATIVE = """
import asyncio, sys
from companion.server import daphne_limits, limits
limits.SECONDS_TO_READ = 2
daphne_limits.install(per_address=100, proxies=())
from daphne.server import Server

async def application(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    while True:
        await send({"type": "websocket.send", "text": "x" * 20_000})
        await asyncio.sleep(float(sys.argv[2]))

Server(application, endpoints=[f"tcp:port={sys.argv[1]}:interface=127.0.0.1"],
       ready_callable=lambda: print("ready", flush=True)).run()
"""


@pytest.mark.parametrize("pause", ["0.002", "0.1"], ids=["much", "little"])
def test_a_socket_whose_other_side_does_not_read_is_dropped(tmp_path: Path, pause: str) -> None:
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-c", TALKATIVE, str(port), pause],
        cwd=PROJECT, env=environment(), stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        talkative = Server(process, port, tmp_path)
        try:
            with (
                open_socket(talkative, "/") as reader,
                open_socket(talkative, "/", buffer=4096) as deaf,
            ):
                for _tick in range(2000):
                    # Anyone who reads is served all the time.
                    assert reader.recv(200_000)
                    if not _is_connected(deaf):
                        break
                    time.sleep(0.01)
                assert not _is_connected(deaf)
                assert reader.recv(100)
        finally:
            process.kill()


def _is_connected(client: socket.socket) -> bool:
    """Whether the other side has not hung up yet, without reading what it sent."""
    info = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
    return info[0] == 1  # TCP_ESTABLISHED


# -- Many -----------------------------------------------------------------------------------------


def test_connections_per_address_are_bounded_and_given_back(folder: Path) -> None:
    with serving(folder, SOCKETS_PER_ADDRESS=5) as server:
        held = [server.connect() for _n in range(10)]
        time.sleep(0.3)
        with server.connect() as eleventh:
            eleventh.sendall(request("GET", "/healthz"))
            assert everything(eleventh) == b""
        for client in held:
            client.close()
        for _try in range(50):
            if server.answers():
                break
            time.sleep(0.1)
        assert server.answers()


def test_the_entrance_forgets_sockets_that_left(folder: Path, code: str) -> None:
    with serving(folder, SOCKETS_PER_ADDRESS=5) as server:
        for _round in range(8):
            held = [open_socket(server, f"/ws/t/{code}/") for _n in range(5)]
            for client in held:
                client.close()
            time.sleep(0.3)
        assert server.answers()


def test_what_is_too_large_is_never_held_in_memory(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size, chunk = 160 * 2**20, b"80000\r\n" + b"x" * 0x80000 + b"\r\n"
    with serving(folder) as server:
        server.answers()
        before = highest = server.rss()
        for path in ("/join/", "/admin/login/"):
            with server.connect() as client:
                headers = b"Connection: close\r\nTransfer-Encoding: chunked\r\n"
                client.sendall(request("POST", path, headers))
                for _n in range(size // 0x80000):
                    client.sendall(chunk)
                    highest = max(highest, server.rss())
                client.sendall(b"0\r\n\r\n")
                assert everything(client).startswith(b"HTTP/1.1 413")
            highest = max(highest, server.rss())
        with capsys.disabled():
            sys.stdout.write(
                f"\n  two bodies of {size / 2**20:.0f} MB: memory {before / 2**20:.0f} MB before,"
                f" {highest / 2**20:.0f} at most\n"
            )
        assert highest - before < 40 * 2**20


# -- An hour's abuse at once -----------------------------------------------------------------------

ROUNDS = ("bodies", "trickles", "knocks", "floods", "listeners", "garbage", "guesses", "logins")
WARM, DEEDS = 200, 1600  # counted, not timed: a slow machine takes longer and proves the same
ALLOWANCE = 48 * 2**20


class Crowd:
    """Twenty strangers at once, each doing the next bad thing on the list."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.code, self.done = port, code, Counter[str]()
        self.turn = itertools.count()

    async def abuse(self, deeds: int) -> None:
        turns = itertools.islice(self.turn, deeds)
        await asyncio.gather(*(self.stranger(turns) for _n in range(20)))

    async def stranger(self, turns: Iterator[int]) -> None:
        for turn in turns:
            what = ROUNDS[turn % len(ROUNDS)]
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                async with asyncio.timeout(5):
                    await getattr(self, what)(turn)
            self.done[what] += 1

    @contextlib.asynccontextmanager
    async def line(self):  # type: ignore[no-untyped-def]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def bodies(self, turn: int) -> None:
        path = ("/join/", "/admin/login/", "/history/")[turn % 3]
        async with self.line() as (reader, writer):
            writer.write(request("POST", path, b"Transfer-Encoding: chunked\r\n"))
            for _chunk in range(64):
                writer.write(b"20000\r\n" + b"x" * 0x20000 + b"\r\n")
                await writer.drain()
            writer.write(b"0\r\n\r\n")
            await reader.readline()

    async def trickles(self, turn: int) -> None:
        async with self.line() as (_reader, writer):
            for byte in b"POST /join/ HT":
                writer.write(bytes([byte]))
                await asyncio.sleep(0.01)

    async def knocks(self, turn: int) -> None:
        letters = "BCDFGHJKMN"
        code = "".join(letters[(turn // 10**n) % 10] for n in range(4))
        async with self.line() as (reader, writer):
            writer.write(upgrade(f"/ws/t/{code}/"))
            await reader.readline()

    async def floods(self, turn: int) -> None:
        async with self.line() as (reader, writer):
            writer.write(upgrade(f"/ws/t/{self.code}/"))
            await reader.readuntil(b"\r\n\r\n")
            for _n in range(200):
                writer.write(frame(b"x" * 900, opcode=1 + turn % 2) + frame(b"y" * 100, opcode=9))
                await writer.drain()
            await reader.read()

    async def listeners(self, turn: int) -> None:
        """Opens a socket, never reads, leaves without a word."""
        async with self.line() as (reader, writer):
            writer.write(upgrade(f"/ws/t/{self.code}/", b"Cookie: seat_1=%d\r\n" % turn))
            await reader.readline()

    async def garbage(self, turn: int) -> None:
        async with self.line() as (reader, writer):
            writer.write(bytes((turn * 7 + n * 31) % 256 for n in range(5000)) + b"\r\n" * 5)
            await reader.readline()

    async def guesses(self, turn: int) -> None:
        async with self.line() as (reader, writer):
            writer.write(
                request("GET", f"/t/BCDF/seat/{turn}", b"Connection: close\r\n")
                + request("GET", f"/t/{self.code}/seat/{turn}")
            )
            await reader.readline()

    async def logins(self, turn: int) -> None:
        body = b"username=admin&password=%d" % turn
        async with self.line() as (reader, writer):
            writer.write(
                request(
                    "POST",
                    "/admin/login/",
                    b"Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
                    b"Content-Length: %d\r\n" % len(body),
                    body,
                )
            )
            await reader.readline()


async def test_memory_stays_flat_under_an_hours_abuse(
    folder: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(folder) as server:
        crowd = Crowd(server.port, code)
        await crowd.abuse(WARM)  # caches fill, threads start: that is no leak
        await asyncio.sleep(3)
        crowd.done.clear()
        before = server.rss()
        abused = asyncio.create_task(crowd.abuse(DEEDS))
        highest, answered = before, 0
        while not abused.done():
            await asyncio.sleep(0.5)
            highest = max(highest, server.rss())
            answered += await asyncio.to_thread(server.answers)
        await asyncio.sleep(3)  # what is closed is given back
        after = server.rss()
        with capsys.disabled():
            sys.stdout.write(
                f"\n  abuse: {crowd.done.total()} {dict(crowd.done)};"
                f" memory {before / 2**20:.0f} MB before, {highest / 2**20:.0f} at most,"
                f" {after / 2**20:.0f} after; {answered} pages answered meanwhile\n"
            )
        assert crowd.done.total() == DEEDS
        assert answered > 5  # people were served all the time
        assert after - before < ALLOWANCE
        assert highest - before < 3 * ALLOWANCE
        assert "Traceback" not in server.log_text()
