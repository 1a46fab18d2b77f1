"""How long history and statistics take with ten thousand games.

The games are made by `manage.py makehistory`. Half of them then count as played here, a quarter as
imported, and the rest stays invented, so that every choice of games leaves some out. The pages come
from the real server on SQLite, one after the other, each kind with different pages, words, maps,
people and kinds of games. The table also has the same with a hundred games.
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
KINDS = ("", "here", "imported", "invented", "all")  # of games that can be asked for
Times = dict[str, dict[str, float]]

# Three quarters of the invented games become somebody's own; their players are other people.
MIX = """
from django.db.models import F
from games.models import Claim, HeldTicket, Origin, Play, Player, Score, Table
from games.table import index, ratings
plays = Play.objects.filter(origin=Origin.INVENTED).annotate(quarter=F("pk") % 4)
ours = list(plays.exclude(quarter=3).values_list("pk", flat=True))
imported = list(plays.filter(quarter=2).values_list("pk", flat=True))
real = {}
for player in Player.objects.filter(demo=True):
    spelling = index.spelling_key(player.name)
    real[player.pk], _made = Player.objects.get_or_create(
        spelling=spelling, defaults={"name": player.name, "folded": player.folded}
    )
scores = Score.objects.filter(play__in=ours)
for pk, player in real.items():
    scores.filter(player=pk).update(player=player, spelled=player)
for rows in (Claim, HeldTicket):
    rows.objects.filter(score__play__in=ours).update(demo=False)
for rows, way in ((Play, "pk__in"), (Table, "play__in")):
    rows.objects.filter(**{way: ours}).update(demo=False, origin=Origin.HERE)
    rows.objects.filter(**{way: imported}).update(origin=Origin.IMPORTED)
for demo in (False, True):
    ratings.invalidate(demo=demo)
    ratings.keep_up(demo=demo)
"""


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-history-") as folder:
        installation = Installation(Path(folder))
        installation.setup()
        installation.manage("makehistory", str(FEW), "--seed", "1")
        installation.manage("shell", "-v", "0", "-c", MIX)
        few = _pages(installation, FEW)
        begun = time.perf_counter()
        installation.manage("makehistory", str(MANY - FEW), "--seed", "2")
        took = time.perf_counter() - begun
        installation.manage("shell", "-v", "0", "-c", MIX)
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
    front = _get(f"{base}/statistics/")
    people = re.findall(r'href="(/statistics/players/\d+/)">([^<]+)<', front)
    own = list(dict.fromkeys(path for path, _name in people))
    pages = range(1, games // 25 + 1, max(1, games // 250))
    years = range(time.localtime().tm_year - 4, time.localtime().tm_year + 1)
    return {
        "History": [f"/history/?games=all&page={page}" for page in pages],
        "History, searched by name": [
            f"/history/?games={kind}&q={quote(name)}" for _path, name in people for kind in KINDS
        ],
        "History, by map and dates": [
            f"/history/?games={kind}&map={map}&from={year}-02-01&to={year}-09-30"
            for map in MAPS
            for year in years
            for kind in KINDS
        ],
        "Statistics": [f"/statistics/?games={kind}" for kind in KINDS],
        "Statistics, a map": [
            f"/statistics/maps/{map}/?games={kind}" for kind in KINDS for map in MAPS
        ],
        "Statistics, a player": [f"{path}?games={kind}" for path in own for kind in KINDS[:3]],
        "Leaderboard": [
            f"/statistics/leaderboard/?games={kind}&map={map}&period={period}&page={page}"
            for map in ("", *MAPS)
            for period in ("", "365", "last")
            for kind in KINDS
            for page in (1, 2)
        ],
        "Head to head": [
            f"{path}against/?with={other.split('/')[3]}&games={kind}"
            for path, other in pairwise(own)
            for kind in KINDS[:3]
        ],
        "The house's year, as a picture": _pictures(front),
        "A player's year, as a picture": [
            picture for path in own for picture in _pictures(_get(base + path))
        ],
        "People": ["/history/people/"],
    }


def _pictures(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'href="([\w/]+\.(?:png|svg))[^"]*"\s+download', page)))


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
    return text.decode(errors="replace")  # a picture has no text
