"""Stationmaster under load: its server as a process of its own, and tables that tap."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench.driving import Failed, Tapped
from bench.sockets import Http, WebSocket, connect, open_socket

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
REVISION = re.compile(rb'"revision": ?(\d+)')
CSRF = "b" * 32
# Stationmaster's environment variables: a run sets all of them, regardless of the shell.
OURS = (
    "DATA_DIR",
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "PUBLIC_URL",
    "PORT",
)


def free_port() -> int:
    """A port below those for outgoing connections, so that our own don't take it."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port


def inherited() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OURS}


def tidy_when_stopped() -> None:
    """On SIGTERM, exit as after an error, so that everything started is stopped, too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


# -- Processes ------------------------------------------------------------------------------------


@dataclass
class Process:
    """Something that serves on a port, watched from outside."""

    command: Sequence[str]
    port: int
    log: Path
    health: str = "/healthz"
    environment: Mapping[str, str] = field(default_factory=dict)
    cwd: Path = ROOT
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; the seconds until the first page was there."""
        begun = time.perf_counter()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(self.command),
                cwd=self.cwd,
                env={**inherited(), **self.environment},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        while time.perf_counter() - begun < 60 and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}{self.health}", timeout=5)
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.01)
            else:
                break
        else:
            raise RuntimeError(self.log.read_text()[-3000:])
        return time.perf_counter() - begun

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def cpu(self) -> float:
        """Seconds of processor used so far."""
        return cpu(self.pid)

    def memory(self) -> float:
        """Megabytes in memory."""
        return memory(self.pid)

    def kill(self) -> None:
        """Kill it without warning, like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            # Signal its children, too: `make` doesn't pass it on.
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        children = []
    return [pid, *(each for child in children for each in family(int(child)))]


def cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    try:
        match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(match[1]) / 1024 if match else 0.0


@dataclass
class Installation:
    """Data folder, database and any number of server processes on it."""

    folder: Path
    processes: int = 1
    environment: dict[str, str] = field(default_factory=dict)
    servers: list[Process] = field(default_factory=list)

    def settings(self, port: int = 0) -> dict[str, str]:
        ours = {"DATA_DIR": str(self.folder), "DEBUG": "false", "ALLOWED_HOSTS": "127.0.0.1"}
        return {**ours, "PORT": str(port), **self.environment}

    def manage(self, *arguments: str) -> str:
        return self._run("manage.py", *arguments)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**inherited(), **self.settings(8000)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        return done.stdout

    def setup(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        self.manage("setup")

    def prepare(self, tables: int, entries: int = 150, slug: str = "germany") -> list[Any]:
        asked = ["--tables", str(tables), "--entries", str(entries), "--map", slug]
        prepared: list[Any] = json.loads(self._run("-m", "bench.prepare", *asked))
        return prepared

    def start(self) -> float:
        ports = [free_port() for _ in range(self.processes)]
        self.servers = [
            Process(
                [sys.executable, "manage.py", "serve"],
                port,
                self.folder / f"server-{port}.log",
                environment=self.settings(port),
            )
            for port in ports
        ]
        return sum(server.start() for server in self.servers)

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def cpu(self) -> float:
        return sum(server.cpu() for server in self.servers)

    def memory(self) -> float:
        return sum(server.memory() for server in self.servers)

    def stop(self) -> None:
        for server in self.servers:
            server.stop()

    def clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


# -- Tables ---------------------------------------------------------------------------------------


class LiveTable:
    """Five phones and the screen of one table: six sockets; the player to move sends forms."""

    def __init__(
        self,
        prepared: Mapping[str, Any],
        ports: Sequence[int],
        number: int,
        *,
        together: bool = False,
    ) -> None:
        self.code, self.pk = prepared["code"], prepared["pk"]
        self.seats = list(prepared["seats"])
        self.number, self.to_move = prepared["number"], prepared["to_move"]
        self.ahead = list(reversed(prepared["ahead"]))
        self.cookies = [f"seat_{self.pk}={secret}" for secret in self.seats]
        self.cookies.append(f"screen_{self.pk}={prepared['screen']}")
        self.ports = ports
        self.turn = number
        self.together = together  # all pages of a table on one process, or spread as they come
        self.source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.sockets = len(self.cookies)
        self.revisions = [-1] * self.sockets
        self.open: list[WebSocket] = []
        self.https: dict[int, Http] = {}
        self.tapped: Tapped | None = None
        self.noticed: Callable[[], None] | None = None
        self.want = 0
        self.seated: asyncio.Event = asyncio.Event()

    def port(self, seat: int) -> int:
        return self.ports[(self.turn + (0 if self.together else seat)) % len(self.ports)]

    async def connect(self) -> None:
        self.open = []
        for seat, cookie in enumerate(self.cookies):
            page = "screen" if seat == self.sockets - 1 else "phone"
            self.open.append(
                await open_socket(
                    ("127.0.0.1", self.port(seat)),
                    f"/ws/t/{self.code}/?page={page}&lang=en",
                    lambda text, seat=seat: self.on_message(seat, text),
                    cookie=cookie,
                    source=self.source,
                )
            )
        await asyncio.wait_for(self.seated.wait(), 60)

    def on_message(self, seat: int, text: bytes) -> None:
        match = REVISION.search(text)
        if not match or b'"beat"' in text:
            return
        revision = int(match[1])
        self.revisions[seat] = revision
        if self.tapped is not None and revision >= self.want:
            self.tapped.reached(seat)
        elif not self.seated.is_set() and min(self.revisions) >= 0:
            self.seated.set()

    async def ask(self, seat: int, request: bytes) -> int:
        """Send a request on a connection that is kept for the next, as browsers do; its status."""
        http = self.https.get(seat)
        if http is not None and not http.closed:
            with suppress(ConnectionError):  # closed in this very moment: on to a new one
                return (await http.ask(request))[0]
        _transport, http = await connect(Http, ("127.0.0.1", self.port(seat)), self.source)
        self.https[seat] = http
        return (await http.ask(request))[0]

    def request(self, seat: int, method: str, path: str, body: str = "") -> bytes:
        host = f"127.0.0.1:{self.port(seat)}"
        form = (
            f"Origin: http://{host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\nHX-Request: true\r\nX-Pushed: 1\r\n"
            if method == "POST"
            else ""
        )
        return (
            f"{method} /t/{self.code}/{path} HTTP/1.1\r\nHost: {host}\r\n{form}"
            "Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nAccept-Language: en-GB,en\r\n"
            f"Cookie: csrftoken={CSRF}; {self.cookies[seat]}\r\n\r\n{body}"
        ).encode()

    def next_form(self) -> tuple[str, str]:
        form = dict(self.ahead[-1]) if self.ahead else {"do": "cards"}
        path = form.pop("do")
        form |= {"csrfmiddlewaretoken": CSRF, "page": "phone", "seen": str(self.number)}
        return path, urlencode(form)

    async def tap(self, due: float) -> Tapped:
        seat = self.to_move
        path, body = self.next_form()
        self.want = max(self.revisions) + 1
        self.tapped = tapped = Tapped(due, self.sockets, self.noticed)
        status = await self.ask(seat, self.request(seat, "POST", path, body))
        if status not in (200, 204):
            self.tapped = None
            raise Failed(f"status {status}")
        tapped.replied = time.perf_counter()
        tapped.notify()
        self.number += 1
        self.to_move = (self.to_move + 1) % len(self.seats)
        if self.ahead:
            self.ahead.pop()
        await tapped.done
        self.tapped = None
        return tapped

    def now(self) -> dict[str, Any]:
        """The current state of the game, to continue with."""
        ahead = list(reversed(self.ahead))
        return {"number": self.number, "to_move": self.to_move, "ahead": ahead}

    async def close(self) -> None:
        for connection in (*self.open, *self.https.values()):
            connection.close()
        self.open, self.https = [], {}
        self.revisions = [-1] * self.sockets
        self.seated.clear()
