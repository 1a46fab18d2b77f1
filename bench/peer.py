"""A peer on the same machine: the same job on boardgame.io, driven by the same generator.

A claim is checked by rules, stored, and pushed to six clients. Both servers have the same number of
tables and sockets and the same rates, and are killed at the moment a client first shows an entry.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench import boardgame_io, driving
from bench.boardgame_io import Peer, PeerTable
from bench.figures import LeftOut, Row, ms
from bench.servers import Installation, LiveTable

TABLES = 100
RATE = 20.0
SECONDS = 12.0
FULL = 6.0  # seconds of saturation
AT_ONCE = (8, 32)  # tables that tap at a time; the better one counts
KILLS = 10
SEEN = re.compile(rb'name="seen" value="(\d+)"')


def measure() -> list[Row]:
    why = boardgame_io.why_not()
    if why:
        raise LeftOut(why)
    with tempfile.TemporaryDirectory(prefix="stationmaster-peer-") as folder:
        ours = _ours(Path(folder) / "ours")
        (Path(folder) / "theirs").mkdir()
        theirs = _theirs(Path(folder) / "theirs", stored=True)
        (Path(folder) / "memory").mkdir()
        passing = _theirs(Path(folder) / "memory", stored=False)
    return _rows(ours, theirs, passing)


def _rows(ours: dict[str, Any], theirs: dict[str, Any], passing: dict[str, Any]) -> list[Row]:
    mine, other = ours["rate"]["last socket ms"], theirs["rate"]["last socket ms"]
    rate, files, memory = (report["full"]["per second"] for report in (ours, theirs, passing))
    slower, faster = mine["p95"] / other["p95"], rate / files
    busy, idle = ours["rate"]["CPU %"], theirs["rate"]["CPU %"]
    return [
        Row(
            f"{RATE:.0f} entries/s, {TABLES * 6} sockets: to the last client",
            ms(mine),
            ms(other),
            slower,
            "p95 ≤ 2",
            slower <= 2,
            {"ours": ours, "boardgame.io, files": theirs},
        ),
        Row(
            "The same: of a core",
            f"{busy} %",
            f"{idle} %",
            busy / idle,
            "≤ 1",
            busy <= idle,
        ),
        Row(
            "Entries/s at most, each stored",
            f"{rate:.0f}/s",
            f"{files:.0f}/s with file storage",
            faster,
            "≥ 1",
            faster >= 1,
        ),
        Row(
            "The same, beside the peer without storage",
            f"{rate:.0f}/s, stored",
            f"{memory:.0f}/s in memory",
            rate / memory,
            found={"boardgame.io, in memory": passing},
        ),
        Row(
            f"Entries lost that a client had shown, in {KILLS} kills",
            f"{ours['lost']} of {KILLS}",
            f"{theirs['lost']} of {KILLS} ({theirs['of these unreadable']} with the whole match)",
            None,
            "0",
            ours["lost"] == 0,
        ),
    ]


def _ours(folder: Path) -> dict[str, Any]:
    installation = Installation(folder)
    installation.setup()
    prepared = installation.prepare(TABLES)
    installation.start()
    tables = [LiveTable(table, installation.ports, i) for i, table in enumerate(prepared)]
    try:
        report = asyncio.run(_load(installation, tables))
        (fresh,) = installation.prepare(1)
        report["lost"] = asyncio.run(_kill_ours(installation, fresh))
    finally:
        installation.stop()
    return report


def _theirs(folder: Path, stored: bool) -> dict[str, Any]:
    peer = Peer(folder, stored, TABLES)
    peer.start()
    try:
        tables = [PeerTable(table, peer.ports[0]) for table in peer.plan()]
        report = asyncio.run(_load(peer, tables))
    finally:
        peer.stop()
    if stored:
        report |= _kill_theirs(folder / "kills")
    return report


async def _load(server: Installation | Peer, tables: Sequence[Any]) -> dict[str, Any]:
    await driving.connect(tables)
    await driving.at_rate(tables, RATE, 3)
    busy = server.cpu()
    even = (await driving.at_rate(tables, RATE, SECONDS)).report()
    even["CPU %"] = round(100 * (server.cpu() - busy) / SECONDS)
    tries = []
    for at_once in AT_ONCE:
        await driving.saturate(tables, at_once, 1)
        busy = server.cpu()
        full = (await driving.saturate(tables, at_once, FULL)).report()
        full |= {"CPU %": round(100 * (server.cpu() - busy) / FULL), "at once": at_once}
        tries.append(full)
    for table in tables:
        await table.close()
    best = max(tries, key=lambda full: full["per second"])
    return {"rate": even, "full": best, "tries": tries, "MB": round(server.memory(), 1)}


# -- Kills ----------------------------------------------------------------------------------------


async def _shown_and_killed(table: Any, pid: int) -> None:
    """One tap; the server is killed the moment the first client shows it."""
    table.noticed = lambda: os.kill(pid, signal.SIGKILL)
    with suppress(TimeoutError, driving.Failed, OSError):
        await asyncio.wait_for(table.tap(time.perf_counter()), 2)
    await table.close()


async def _kill_ours(installation: Installation, prepared: dict[str, Any]) -> int:
    lost = 0
    for _kill in range(KILLS):
        table = LiveTable(prepared, installation.ports, 0)
        await table.connect()
        await _shown_and_killed(table, installation.servers[0].pid)
        installation.stop()
        installation.start()
        there = _stored(installation, prepared)
        lost += there != prepared["number"] + 1
        turns = there - prepared["number"]
        prepared |= {"number": there, "to_move": (prepared["to_move"] + turns) % 5}
        prepared["ahead"] = prepared["ahead"][turns:]
    return lost


def _stored(installation: Installation, prepared: dict[str, Any]) -> int:
    """The number of the latest entry on a phone's page."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{installation.ports[0]}/t/{prepared['code']}/play",
        headers={"Cookie": f"seat_{prepared['pk']}={prepared['seats'][0]}"},
    )
    with urllib.request.urlopen(asked, timeout=20) as page:
        number = SEEN.search(page.read())
    assert number is not None
    return int(number[1])


def _kill_theirs(folder: Path) -> dict[str, int]:
    """Each time on fresh files: a kill may tear one, and the server then dies of reading it."""
    counts = {"lost": 0, "of these unreadable": 0}
    for kill in range(KILLS):
        (folder / str(kill)).mkdir(parents=True)
        peer = Peer(folder / str(kill), stored=True, tables=1)
        peer.start()
        try:
            there = asyncio.run(_kill_one(peer))
        finally:
            peer.stop()
        counts["lost"] += there != 1
        counts["of these unreadable"] += there is None
    return counts


async def _kill_one(peer: Peer) -> int | None:
    """How often one move is stored afterwards; None if the match can no longer be read."""
    (plan,) = peer.plan()
    table = PeerTable(plan, peer.ports[0])
    await table.connect()
    await _shown_and_killed(table, peer.pid)
    peer.stop()
    peer.start(fresh=False)
    after = PeerTable(plan, peer.ports[0])
    try:
        await after.connect(patience=5)
    except (OSError, TimeoutError):
        return None
    there = after.states[0] - plan["state"]
    await after.close()
    return there
