"""Socket traffic byte by byte: a real server, and pages that get the same messages."""

import io
import socket
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from autobahn.websocket.compress import PerMessageDeflateOffer

from companion.server import frames, limits
from tests.support.commands import PROJECT, environment, manage
from tests.support.strangers import Server, open_socket, serving

OPEN_A_TABLE = """
import django; django.setup()
from games.maps import library
from games.table import lobby
print(lobby.open_table(sheet=library.published()[0])[0].code)
"""
OFFER = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
NARROW = b"Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=9\r\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frames")
    assert manage("setup", DATA_DIR=folder / "data").returncode == 0
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as server:
        yield server
        assert "Traceback" not in server.log_text()


@pytest.fixture(scope="module")
def path(folder: Path) -> str:
    """The socket of a table that is open."""
    variables = environment(DATA_DIR=folder / "data", DJANGO_SETTINGS_MODULE="companion.settings")
    made = subprocess.run(
        [sys.executable, "-c", OPEN_A_TABLE],
        cwd=PROJECT, env=variables, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return f"/ws/t/{made.stdout.split()[-1]}/"


def read(client: socket.socket) -> tuple[int, bytes]:
    """The next frame."""
    with client.makefile("rb", buffering=0) as wire:
        return parse(io.BufferedReader(wire, 1))


def parse(wire: BinaryIO) -> tuple[int, bytes]:
    """A frame: its first byte and what it holds."""
    first, length = struct.unpack("!BB", wire.read(2))
    if length == 126:
        (length,) = struct.unpack("!H", wire.read(2))
    elif length == 127:
        (length,) = struct.unpack("!Q", wire.read(8))
    return first, wire.read(length)


def unpacked(payload: bytes) -> bytes:
    return zlib.decompressobj(-frames.WINDOW_BITS).decompress(payload + b"\x00\x00\xff\xff")


def test_pages_that_are_sent_the_same_are_sent_the_same_bytes(server: Server, path: str) -> None:
    with open_socket(server, path, OFFER) as one, open_socket(server, path, OFFER) as other:
        first = read(one)
        assert first[0] == frames.TEXT | frames.COMPRESSED
        assert read(other) == first
        assert b'"since": -1' in unpacked(first[1])


@pytest.mark.parametrize("headers", [b"", NARROW], ids=["no-compression", "a-narrow-window"])
def test_who_cannot_unpack_it_is_sent_the_same_text_as_it_is(
    server: Server, path: str, headers: bytes
) -> None:
    with open_socket(server, path, OFFER) as one, open_socket(server, path, headers) as other:
        _first, packed = read(one)
        first, plain = read(other)
        assert first == frames.TEXT
        assert plain == unpacked(packed)
        assert len(packed) < len(plain) / 2


def test_a_sign_of_life_is_not_compressed(server: Server, path: str) -> None:
    with open_socket(server, path, OFFER) as client:
        read(client)
        client.sendall(b"\x81\x80\0\0\0\0")  # an empty text, as pages send it
        first, beat = read(client)
        assert (first, b'"beat": true' in beat) == (frames.TEXT, True)


@pytest.mark.parametrize("length", [0, 125, 126, limits.PACKET - 1, limits.PACKET, 65536, 200_000])
@pytest.mark.parametrize("deflate", [False, True])
def test_a_frame_of_any_length_reads_back(length: int, deflate: bool) -> None:
    text = "é" * (length // 2) + "x" * (length % 2)
    first, payload = parse(io.BytesIO(frames.text_frame(text, deflate=deflate)))
    packed = first == frames.TEXT | frames.COMPRESSED
    assert packed == (deflate and length >= limits.PACKET)
    assert (unpacked(payload) if packed else payload) == text.encode()


def test_a_message_is_made_once_for_all() -> None:
    text = "the same for everybody " * 100
    again = "".join(list(text))
    assert frames.text_frame(text, deflate=True) is frames.text_frame(again, deflate=True)


def test_only_an_offer_that_is_wide_enough_is_accepted() -> None:
    narrow = PerMessageDeflateOffer(request_max_window_bits=9)
    wide = PerMessageDeflateOffer(request_max_window_bits=15)
    assert frames.accept([narrow]) is None
    accepted = frames.accept([narrow, wide])
    assert accepted is not None
    assert accepted.offer is wide
