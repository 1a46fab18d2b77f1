"""docs/security.md on the wire: refused clients get an error, and nothing is made that isn't
read."""

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import manage
from tests.support.strangers import Server, everything, request, serving

LONG = 32 * 2**20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("answers")
    assert manage("setup", DATA_DIR=folder / "data").returncode == 0
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """Impatient, so that tests are quick."""
    hurry = ("SECONDS_TO_READ=2", "SECONDS_TO_SEND=1", "KEPT_BY_SYSTEM=4096")
    with serving(folder, *hurry, ALLOWED_HOSTS="localhost") as server:
        yield server
        assert server.answers()
        assert "Traceback" not in server.log_text(), server.log_text()[-3000:]


def answers(server: Server, sent: bytes) -> bytes:
    """What is said to somebody who sends all of it before they read."""
    with server.connect() as client:
        client.sendall(sent)
        return everything(client)


# -- Headers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"X-Long: " + b"x" * 20_000 + b"\r\n", 431),
        (b"X-Endless: " + b"x" * 400_000 + b"\r\n", 431),
        (b"Cookie: " + b"; ".join(b"a%d=b" % n for n in range(3000)) + b"\r\n", 431),
        (b"".join(b"X-%d: %b\r\n" % (n, b"x" * 1000) for n in range(20)), 431),
        (b"X-Many: 1\r\n" * 500, 431),
        (b"no colon in it\r\n", 400),
        (b"Bad name: x\r\n", 400),
        (b"Content-Length: many\r\n", 400),
    ],
    ids=["long", "endless", "cookies", "together", "many", "no-colon", "name", "length"],
)
def test_headers_that_are_refused_get_an_answer(
    server: Server, headers: bytes, status: int
) -> None:
    answer = answers(server, request("GET", "/healthz", headers))
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer[:200]
    assert answer.count(b"HTTP/1.1") == 1
    head, _blank, body = answer.partition(b"\r\n\r\n")
    assert b"Connection: close" in head
    assert b"Content-Length: %d" % len(body) in head
    assert b"</h1><p>" in body


def test_an_address_that_is_too_long_gets_an_answer(server: Server) -> None:
    assert answers(server, request("GET", "/" + "x" * 40_000)).startswith(b"HTTP/1.1 414")


def test_headers_are_refused_on_a_connection_that_was_used_before(server: Server) -> None:
    with server.connect() as client:
        client.sendall(request("GET", "/healthz"))
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
        client.sendall(request("GET", "/healthz", b"X-Long: " + b"x" * 20_000 + b"\r\n"))
        assert everything(client).startswith(b"HTTP/1.1 431")


# -- Answers nobody reads -------------------------------------------------------------------------

PAGE = "/demo/germany/"
MANY = 60


def made(server: Server) -> int:
    """How many answers of the long page were made so far."""
    metrics = server.ask("/metrics").decode()
    counted = re.findall(r'^stationmaster_requests_total\{.*route="demo".*\} (\S+)', metrics, re.M)
    return sum(int(float(count)) for count in counted)


def test_pipelined_answers_are_made_as_they_are_read(server: Server) -> None:
    server.ask(PAGE)  # makes the film
    before = made(server)
    with server.connect(buffer=4096) as client:
        client.sendall(request("GET", PAGE) * (MANY - 1))
        client.sendall(request("GET", PAGE, b"Connection: close\r\n"))
        time.sleep(1)
        assert made(server) - before <= 3
        answer = everything(client)
    assert answer.count(b"HTTP/1.1 200 OK\r\n") == MANY
    assert answer.count(b"</html>") == MANY
    assert made(server) - before == MANY


def test_a_client_that_reads_no_answers_is_dropped(server: Server) -> None:
    server.ask(PAGE)
    before = made(server)
    with server.connect(buffer=4096) as client:
        client.sendall(request("GET", PAGE) * MANY)
        assert until(lambda: not _is_connected(client))
    assert made(server) - before <= 3


def until(holds) -> bool:  # type: ignore[no-untyped-def]
    for _try in range(200):
        if holds():
            return True
        time.sleep(0.1)
    return False


def _is_connected(client: socket.socket) -> bool:
    """Whether the other side has not hung up yet, without reading what it sent."""
    info = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
    return info[0] == 1  # TCP_ESTABLISHED


# -- Uploads --------------------------------------------------------------------------------------


def begun_upload(server: Server, sent: int) -> socket.socket:
    client = server.connect()
    headers = b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n" % LONG
    client.sendall(request("POST", "/history/import/", headers))
    client.sendall(b"x" * sent)
    return client


def test_an_upload_that_does_not_progress_is_dropped(server: Server) -> None:
    with begun_upload(server, 1000) as client:
        assert until(lambda: not _is_connected(client))


def test_an_upload_that_trickles_is_dropped(server: Server) -> None:
    with begun_upload(server, 200_000) as client, contextlib.suppress(ConnectionError):
        for _tick in range(200):
            client.sendall(b"x" * 100)
            time.sleep(0.1)
            if not _is_connected(client):
                break
        assert not _is_connected(client)


def test_stalled_uploads_from_one_address_leave_room_for_others(folder: Path) -> None:
    """Behind a proxy, so that there are several addresses on one machine."""
    trusted = {"TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "localhost"}
    bounds = ("SECONDS_TO_SEND=50", "BODIES_AT_ONCE=5000000", "BODIES_PER_ADDRESS=2000000")
    with serving(folder, *bounds, **trusted) as server, contextlib.ExitStack() as held:
        for _n in range(4):
            held.enter_context(begun_upload(server, 1_900_000))
        time.sleep(1)
        same, other = (upload_from(server, address) for address in ("127.0.0.1", "10.9.8.7"))
    assert same.startswith(b"HTTP/1.1 503")
    assert b"at once" in same
    assert other.startswith(b"HTTP/1.1 403")  # it was read: only its token is missing


def upload_from(server: Server, address: str) -> bytes:
    body = b"x" * 300_000
    headers = (
        b"Connection: close\r\nX-Forwarded-For: %b\r\nContent-Length: %d\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n" % (address.encode(), len(body))
    )
    with server.connect() as client:
        client.sendall(request("POST", "/history/import/", headers, body))
        return everything(client)
