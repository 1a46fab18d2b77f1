"""Clients other than browsers: raw bytes to a real server, and hand-made frames."""

import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.commands import PROJECT, environment

KEY = "MDEyMzQ1Njc4OWFiY2RlZg=="

# The real server with shorter timeouts, so that tests needn't wait a minute.
SERVE = """
import sys
from companion.server import limits
for setting in sys.argv[1:]:
    name, value = setting.split("=")
    assert hasattr(limits, name)
    setattr(limits, name, float(value) if "." in value else int(value))
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "serve"])
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log

    def connect(self, buffer: int | None = None) -> socket.socket:
        client = socket.socket()
        client.settimeout(20)
        if buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        client.connect(("127.0.0.1", self.port))
        return client

    def rss(self) -> int:
        """Memory in use, in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def log_text(self) -> str:
        return self.log.read_text("utf-8", "replace")

    def answers(self) -> bool:
        return self.ask("/healthz").startswith(b"HTTP/1.1 200")

    def ask(self, path: str, headers: bytes = b"") -> bytes:
        with self.connect() as client:
            client.sendall(request("GET", path, headers + b"Connection: close\r\n"))
            return everything(client)


@contextlib.contextmanager
def serving(folder: Path, *bounds: str, **variables: object) -> Iterator[Server]:
    """A real server on loopback; `bounds` such as "PING_EVERY=1" replace those in force."""
    port = free_port()
    log = folder / f"server-{port}.log"
    variables = {"DATA_DIR": folder / "data", "PORT": port, "DEBUG": 1, **variables}
    variables.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *bounds],
            cwd=PROJECT,
            env=environment(**variables),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        for _wait in range(300):
            if b"Stop with" in log.read_bytes():
                break
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        yield Server(process, port, log)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=30)
        finally:
            process.kill()


def request(method: str, path: str, headers: bytes = b"", body: bytes = b"") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n".encode() + headers + b"\r\n" + body


def everything(client: socket.socket) -> bytes:
    """Everything the server sends until it closes; a timeout is a failure."""
    received = b""
    while True:
        try:
            piece = client.recv(65536)
        except ConnectionError:
            return received
        if not piece:
            return received
        received += piece


def upgrade(path: str, headers: bytes = b"", origin: bytes = b"http://localhost") -> bytes:
    return request(
        "GET",
        path,
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: " + KEY.encode() + b"\r\nOrigin: " + origin + b"\r\n" + headers,
    )


def open_socket(
    server: Server, path: str, headers: bytes = b"", buffer: int | None = None
) -> socket.socket:
    client = server.connect(buffer)
    client.sendall(upgrade(path, headers))
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = client.recv(1)
        assert piece, answer
        answer += piece
    assert answer.startswith(b"HTTP/1.1 101"), answer
    return client


def frame(
    payload: bytes, opcode: int = 1, *, fin: bool = True, masked: bool = True, rsv: int = 0
) -> bytes:
    first = (0x80 if fin else 0) | (rsv << 4) | opcode
    bit = 0x80 if masked else 0
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", first, bit | length)
    elif length < 65536:
        head = struct.pack("!BBH", first, bit | 126, length)
    else:
        head = struct.pack("!BBQ", first, bit | 127, length)
    if not masked:
        return head + payload
    mask = b"\x01\x02\x03\x04"
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
