"""Bytes that are hardly HTTP and frames that are hardly frames, at a real server."""

import contextlib
import hashlib
import random
import re
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.commands import manage
from tests.support.nonsense import NASTY
from tests.support.strangers import Server, frame, request, serving, upgrade

REQUESTS, SOCKETS = 900, 400


def stored(folder: Path) -> str:
    """Everything in the database, apart from who was here when."""
    digest = hashlib.sha256()
    with contextlib.closing(sqlite3.connect(folder / "data" / "stationmaster.sqlite3")) as base:
        names = [
            name
            for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name.startswith(("games_", "auth_"))
        ]
        for name in sorted(names):
            digest.update(repr(base.execute(f"SELECT * FROM {name}").fetchall()).encode())
    assert "games_table" in names
    return digest.hexdigest()


def spoiled(dice: random.Random) -> bytes:
    """A request that is broken somewhere between its first line and its last byte."""
    word = dice.choice(NASTY)
    line = word.replace(b"\n", b"").replace(b"\r", b"")
    body = dice.randbytes(dice.randrange(200))
    whole = request("POST", "/join/", b"Content-Length: %d\r\n" % len(body), body)
    return dice.choice(
        (
            lambda: word + b"\r\n\r\n",
            lambda: b"GET " + word + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            lambda: b"GET / HTTP/" + word + b"\r\nHost: localhost\r\n\r\n",
            lambda: b"BREW / HTTP/1.1\r\nHost: " + word + b"\r\n\r\n",
            lambda: request("GET", "/", line + b": x\r\n"),
            lambda: request("GET", "/", b"X-A: " + word + b"\r\n"),
            lambda: request("GET", "/healthz", b"Daphne-Root-Path: " + line + b"\r\n"),
            lambda: request("GET", "/healthz", b"Cookie: " + line + b"\r\n"),
            lambda: request("GET", "/", b"Upgrade: " + line + b"\r\nConnection: upgrade\r\n"),
            lambda: request("POST", "/join/", b"Content-Length: " + line + b"\r\n", body),
            lambda: request("POST", "/join/", b"Content-Length: 5\r\nContent-Length: 6\r\n", body),
            lambda: request("POST", "/", b"Transfer-Encoding: " + line + b"\r\n", body),
            lambda: request("POST", "/", b"Transfer-Encoding: chunked\r\n", word + b"\r\n" + body),
            lambda: request(
                "POST", "/", b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", b"0\r\n\r\n"
            ),
            lambda: request(
                "POST",
                "/tables/",
                b"Content-Type: application/x-www-form-urlencoded; charset=%b\r\n"
                b"Content-Length: %d\r\n" % (dice.choice((b"zip", b"utf-16", line)), len(body)),
                body,
            ),
            lambda: whole[: dice.randrange(len(whole))],
            lambda: whole * 3,
            lambda: dice.randbytes(dice.randrange(1, 600)),
            lambda: b"GET /\xff?\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
            lambda: request("GET", "/t/BCDF/", b"Expect: 100-continue\r\nRange: bytes=x\r\n"),
            lambda: request("OPTIONS", "*"),
            lambda: request("CONNECT", "evil.example:443"),
            lambda: request("GET", "http://evil.example/"),
        )
    )()


def spoiled_frames(dice: random.Random) -> bytes:
    payload = dice.choice((*NASTY, dice.randbytes(40)))[:800]
    return dice.choice(
        (
            lambda: frame(payload, masked=False),
            lambda: frame(payload, opcode=dice.randrange(3, 8)),
            lambda: frame(payload, opcode=dice.randrange(11, 16)),
            lambda: frame(payload, rsv=dice.randrange(1, 8)),
            lambda: frame(b"\xff\xfe\x80", opcode=1),
            lambda: frame(payload, opcode=2),
            lambda: frame(payload, opcode=0),
            lambda: frame(payload, fin=False) + frame(payload, opcode=1),
            lambda: frame(b"x" * 200, opcode=9),
            lambda: frame(payload, opcode=9, fin=False),
            lambda: frame(b"\x03", opcode=8),
            lambda: frame((dice.randrange(65536)).to_bytes(2, "big") + payload, opcode=8),
            lambda: frame(payload, opcode=8) + frame(payload),
            lambda: b"\x81\x7e\x00\x01x",
            lambda: b"\x81\xff" + b"\xff" * 8 + payload,
            lambda: frame(payload)[: dice.randrange(6)],
            lambda: dice.randbytes(dice.randrange(1, 300)),
            lambda: frame(payload, opcode=10) * 5,
        )
    )()


def throw(server: Server, sent: bytes) -> bytes:
    """Send, hang up our half, read what comes."""
    received = b""
    with server.connect() as client, contextlib.suppress(ConnectionError):
        client.sendall(sent)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_WR)
        while piece := client.recv(65536):
            received += piece
    return received


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wire")
    assert manage("setup", DATA_DIR=folder / "data").returncode == 0
    return folder


def test_a_real_server_survives_broken_requests_and_frames(
    folder: Path, figure: Callable[[str], None]
) -> None:
    dice = random.Random(10)
    with serving(folder, "SECONDS_TO_ASK=3", DEBUG=0, ALLOWED_HOSTS="localhost") as server:
        before = stored(folder)
        key = (folder / "data" / "secret_key").read_bytes().strip()
        for _n in range(REQUESTS):
            sent = spoiled(dice)
            answers = throw(server, sent)
            statuses = [
                int(code) for code in re.findall(rb"^HTTP/1.1 (\d+)", answers, re.MULTILINE)
            ]
            assert all(status < 500 for status in statuses), (sent, answers[:300])
            assert b"Traceback" not in answers
            assert key not in answers
        for _n in range(SOCKETS):
            sent = spoiled_frames(dice)
            answers = throw(server, upgrade(dice.choice(("/ws/t/BCDF/", "/ws/x"))) + sent)
            assert not re.match(rb"HTTP/1.1 5", answers), (sent, answers[:300])
            assert b"Traceback" not in answers
        assert server.answers()
        assert stored(folder) == before
        assert "Traceback" not in server.log_text(), server.log_text()[-3000:]
        figure(f"fuzz: {REQUESTS} broken requests and {SOCKETS} broken sockets on the wire")
