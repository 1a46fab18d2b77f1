"""How long history and statistics take with ten thousand games.

The games are made by `manage.py makehistory` and requested as demo games. The pages come from the
real server on SQLite, one after the other, each kind with different pages, words, maps and people.
The table also has the same with a hundred games.
"""

from __future__ import annotations

import re
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from itertools import cycle, islice, pairwise
from pathlib import Path
from urllib.parse import quote

from bench import driving
from bench.figures import Row, ms
from bench.servers import Installation

FEW, MANY = 100, 10_000
ASKED = 40  # requests per kind of page
WAIT = 300  # ms within which a page feels instant
MAPS = ("germany", "london", "paris")
Times = dict[str, dict[str, float]]


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-history-") as folder:
        installation = Installation(Path(folder))
        installation.setup()
        installation.manage("makehistory", str(FEW), "--seed", "1")
        few = _pages(installation, FEW)
        begun = time.perf_counter()
        installation.manage("makehistory", str(MANY - FEW), "--seed", "2")
        took = time.perf_counter() - begun
        many = _pages(installation, MANY)
    made = Row(f"{MANY:,} finished games made", f"{took:.0f} s", aim="≤ 180 s", met=took <= 180)
    return [made, *(_row(kind, few[kind], many[kind]) for kind in many)]


def _row(kind: str, few: dict[str, float], many: dict[str, float]) -> Row:
    return Row(
        f"{kind} of {MANY:,} games, beside {FEW}",
        ms(many),
        ms(few),
        many["median"] / few["median"],
        f"p95 ≤ {WAIT} ms",
        many["p95"] <= WAIT,
        {str(FEW): few, str(MANY): many},
    )


def _pages(installation: Installation, games: int) -> Times:
    installation.start()
    try:
        base = f"http://127.0.0.1:{installation.ports[0]}"
        return {
            kind: _times(installation, base, paths) for kind, paths in _kinds(base, games).items()
        }
    finally:
        installation.stop()


def _kinds(base: str, games: int) -> dict[str, Sequence[str]]:
    front = _get(f"{base}/statistics/?demo=1")
    people = re.findall(r'href="(/statistics/players/\d+/)">([^<]+)<', front)
    own = list(dict.fromkeys(path for path, _name in people))
    pages = range(1, games // 25 + 1, max(1, games // 250))
    return {
        "History": [f"/history/?demo=1&page={page}" for page in pages],
        "History, searched by name": [
            f"/history/?demo=1&q={quote(name)}" for _path, name in people
        ],
        "History, by map and dates": [
            f"/history/?demo=1&map={map}&from={year}-02-01&to={year}-09-30"
            for map in MAPS
            for year in range(time.localtime().tm_year - 4, time.localtime().tm_year + 1)
        ],
        "Statistics": ["/statistics/?demo=1"],
        "Statistics, a map": [f"/statistics/maps/{map}/?demo=1" for map in MAPS],
        "Statistics, a player": own,
        "Leaderboard": [
            f"/statistics/leaderboard/?games=all&map={map}&period={period}"
            for map in ("", *MAPS)
            for period in ("", "365")
        ],
        "Head to head": [
            f"{path}against/?with={other.split('/')[3]}" for path, other in pairwise(own)
        ],
    }


def _times(installation: Installation, base: str, paths: Sequence[str]) -> dict[str, float]:
    for path in paths[:3]:
        _get(base + path)  # warm up: data read and drawn only once shouldn't count
    busy, times = installation.cpu(), []
    for path in islice(cycle(paths), ASKED):
        begun = time.perf_counter()
        _get(base + path)
        times.append((time.perf_counter() - begun) * 1000)
    used = installation.cpu() - busy
    return {**driving.summary(times), "CPU ms": round(1000 * used / ASKED, 1)}


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as reply:
        text: bytes = reply.read()
    return text.decode()
