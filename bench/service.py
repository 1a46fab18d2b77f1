"""The same tables with one, two and four processes on PostgreSQL and Redis, all on this machine.

The generator talks to the processes directly and distributes its pages like the proxy of deploy/.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path
from typing import Any

from bench.capacity import LIMIT, allow_sockets, best, climb
from bench.figures import ROOT, LeftOut, Row, ms
from bench.load import measured
from bench.servers import Installation

PROCESSES = (1, 2, 4)
STEPS = (100, 300)
AT_ONCE = 16
SITE = ROOT / "deploy" / "nginx" / "stationmaster.conf"


def together() -> bool:
    """Whether the proxy of deploy/ sends all pages of a table to one process, or distributes them
    at random."""
    return SITE.exists() and re.search(r"^\s*hash ", SITE.read_text(), re.M) is not None


def measure() -> list[Row]:
    from tests.support.services.parts import Postgres, Redis
    from tests.support.services.programs import missing

    gone = [part for part in missing() if part != "nginx"]
    if gone:
        raise LeftOut(f"{' and '.join(gone)} cannot be had here")
    allow_sockets()
    with Postgres() as postgres, Redis() as redis:
        by_count = {
            count: _with(count, postgres.create(f"capacity{count}"), redis.url)
            for count in PROCESSES
        }
    one = by_count[1]["saturated"]["per second"]
    return [_row(count, reports, one) for count, reports in by_count.items()]


def _with(processes: int, database: str, redis: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-service-") as folder:
        settings = {"DATABASE_URL": database, "REDIS_URL": redis}
        installation = Installation(Path(folder), processes, settings)
        installation.setup()
        reports = climb(installation, STEPS, 10, together())
        fresh = installation.prepare(STEPS[0])
        installation.start()
        try:
            full = asyncio.run(
                measured(
                    installation, fresh, at_once=AT_ONCE, seconds=6, warm=2, together=together()
                )
            )
        finally:
            installation.stop()
    full.pop("now")
    return {"reports": reports, "saturated": full}


def _row(processes: int, measured: dict[str, Any], one: float) -> Row:
    most, full = best(measured["reports"]), measured["saturated"]
    held = f"{most['tables']} tables at {ms(most['last socket ms'])}" if most else "no step held"
    beyond = most is not None and most is measured["reports"][-1]
    cores = f"{full['server CPU %']} % CPU"
    more = processes > 1
    return Row(
        f"{processes} process{'es' if more else ''}: tables held under {LIMIT} ms; most entries/s",
        f"{held}{' (most tried)' if beyond else ''}; {full['per second']:.0f}/s, {cores}",
        f"{one:.0f}/s with one" if more else "",
        full["per second"] / one if more else None,
        "more than one" if processes == 2 else "",
        full["per second"] > one if processes == 2 else None,
        measured,
    )
