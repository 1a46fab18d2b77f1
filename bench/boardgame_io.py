"""The same job on boardgame.io (`peers/boardgame.io`), driven by the same load generator.

Its clients use socket.io over one WebSocket, for both moves and pushes; this implements as much of
that protocol as five players and a spectator need.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.driving import Failed, Tapped
from bench.servers import Process, free_port
from bench.sockets import WebSocket, open_socket

HERE = Path(__file__).resolve().parent / "peers" / "boardgame.io"
SPACE = "/claims,"  # socket.io's namespace is the game's name
PATH = "/socket.io/?EIO=4&transport=websocket"
STATE_ID = re.compile(rb'"_stateID":(\d+)')


def why_not() -> str:
    """Why the peer can't be measured; empty if it can. Installs it if necessary."""
    if shutil.which("npm") is None:
        return "npm is not there"
    if not (HERE / "node_modules" / "boardgame.io").exists():
        asked = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(asked, cwd=HERE, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"npm could not install it ({done.stderr.strip().splitlines()[-1:]})"
    return ""


@dataclass
class Peer:
    """One boardgame.io server, with file storage or in memory."""

    folder: Path
    stored: bool = True
    tables: int = 100
    process: Process | None = None

    def start(self, fresh: bool = True) -> None:
        port, plan = free_port(), self.folder / "plan.json"
        settings = {"PORT": str(port), "TABLES": str(self.tables), "NODE_ENV": "production"}
        if self.stored:
            settings["FOLDER"] = str(self.folder / "files")
        if fresh:
            settings["PLAN"] = str(plan)
        self.process = Process(
            ["node", "server.js"], port, self.folder / "peer.log", "/games", settings, HERE
        )
        self.process.start()

    def plan(self) -> list[dict[str, Any]]:
        plan: list[dict[str, Any]] = json.loads((self.folder / "plan.json").read_text())
        return plan

    @property
    def ports(self) -> list[int]:
        return [self._process.port]

    @property
    def _process(self) -> Process:
        assert self.process is not None
        return self.process

    @property
    def pid(self) -> int:
        return self._process.pid

    def cpu(self) -> float:
        return self._process.cpu()

    def memory(self) -> float:
        return self._process.memory()

    def kill(self) -> None:
        self._process.kill()

    def stop(self) -> None:
        if self.process is not None:
            self.process.stop()


class PeerTable:
    """Five players and a spectator of one match."""

    def __init__(self, planned: Mapping[str, Any], port: int) -> None:
        self.match, self.key = planned["match"], planned["number"]
        self.to_move, self.state = planned["toMove"], planned["state"]
        self.ahead = list(reversed(planned["ahead"]))
        self.port = port
        self.sockets = 6
        self.states = [-1] * self.sockets
        self.open: list[WebSocket] = []
        self.tapped: Tapped | None = None
        self.noticed: Callable[[], None] | None = None
        self.seated = asyncio.Event()

    def player(self, seat: int) -> tuple[str | None, str | None]:
        return (str(seat), f"key-{self.key}-{seat}") if seat < 5 else (None, None)

    async def connect(self, patience: float = 60) -> None:
        self.open = []
        for seat in range(self.sockets):
            self.open.append(
                await open_socket(
                    ("127.0.0.1", self.port),
                    PATH,
                    lambda text, seat=seat: self.on_message(seat, text),
                )
            )
        await asyncio.wait_for(self.seated.wait(), patience)

    def on_message(self, seat: int, text: bytes) -> None:
        if text.startswith(b"42"):
            self._event(seat, text)
        elif text == b"2":  # a ping of engine.io
            self.open[seat].send(b"3")
        elif text.startswith(b"0"):
            # The answer may come before `open_socket` has returned.
            asyncio.get_running_loop().call_soon(self._later, seat, f"40{SPACE}")
        elif text.startswith(b"40"):
            self._emit(seat, "sync", self.match, *self.player(seat), 5)

    def _later(self, seat: int, text: str) -> None:
        if seat < len(self.open):
            self.open[seat].send(text.encode())
        else:
            asyncio.get_running_loop().call_later(0.001, self._later, seat, text)

    def _event(self, seat: int, text: bytes) -> None:
        kind = text[len(SPACE) + 4 : len(SPACE) + 8]
        if kind == b"upda" or kind == b"sync":
            match = STATE_ID.search(text)
            self.states[seat] = int(match[1]) if match else -1
            if kind == b"upda" and self.tapped is not None and self.states[seat] > self.state:
                if seat == self.to_move:
                    self.tapped.replied = time.perf_counter()
                self.tapped.reached(seat)
            elif not self.seated.is_set() and min(self.states) >= 0:
                self.seated.set()

    def _emit(self, seat: int, *args: object) -> None:
        self.open[seat].send(f"42{SPACE}{json.dumps(args)}".encode())

    async def tap(self, due: float) -> Tapped:
        self.tapped = tapped = Tapped(due, self.sockets, self.noticed)
        self.send_next()
        await tapped.done
        self.tapped = None
        self.state += 1
        self.to_move = (self.to_move + 1) % 5
        if self.ahead:
            self.ahead.pop()
        return tapped

    def send_next(self) -> None:
        move, *args = self.ahead[-1] if self.ahead else ["drawCards"]
        player, key = self.player(self.to_move)
        payload = {"type": move, "args": args, "playerID": player, "credentials": key}
        action = {"type": "MAKE_MOVE", "payload": payload}
        if self.open[self.to_move].closed:
            raise Failed("socket closed")
        self._emit(self.to_move, "update", action, self.state, self.match, player)

    async def close(self) -> None:
        for socket in self.open:
            socket.close()
        self.open = []
        self.states = [-1] * self.sockets
        self.seated.clear()
