"""How many live tables one process holds: five phones and a TV each, an entry every ten seconds.

Pages also send heartbeats, as often as `live.js` does.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.figures import Row, ms
from bench.load import measured
from bench.servers import Installation

STEPS = (50, 100, 200, 400, 800)
AIM = 100
LIMIT = 200  # ms to the last of a table's sockets, p95
PER_TABLE = 0.1  # entries a second
SECONDS = 12


def allow_sockets() -> None:
    """Raise the limit of open files to the maximum, for this process and its children."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def held(report: dict[str, Any]) -> bool:
    return not report["errors"] and 0 < report["last socket ms"]["p95"] < LIMIT


def climb(
    installation: Installation,
    steps: Iterable[int],
    seconds: float = SECONDS,
    together: bool = False,
) -> list[dict[str, Any]]:
    """Add tables step by step until there are too many; the last report may be over the limit."""
    prepared: list[Any] = []
    reports: list[dict[str, Any]] = []
    for tables in steps:
        prepared += installation.prepare(tables - len(prepared))
        installation.start()
        try:
            rate = tables * PER_TABLE
            report = asyncio.run(
                measured(installation, prepared, rate=rate, seconds=seconds, together=together)
            )
        finally:
            installation.stop()
        _catch_up(prepared, report)
        print(f"  … {_report_line(report)}", flush=True)
        reports.append(report)
        if not held(report):
            break
    return reports


def _catch_up(prepared: list[Any], report: dict[str, Any]) -> None:
    """Read the current state of every table, for the next step."""
    for table, now in zip(prepared, report.pop("now"), strict=True):
        table.update(now)


def _report_line(report: dict[str, Any]) -> str:
    return (
        f"{report['tables']} tables ({report['sockets']:,} sockets):"
        f" {ms(report['last socket ms'])}, {report['server CPU %']} % of a core"
    )


def best(reports: list[dict[str, Any]]) -> dict[str, Any] | None:
    return next((report for report in reversed(reports) if held(report)), None)


def measure() -> list[Row]:
    allow_sockets()
    with tempfile.TemporaryDirectory(prefix="stationmaster-capacity-") as folder:
        installation = Installation(Path(folder))
        installation.setup()
        reports = climb(installation, STEPS)
    most = best(reports)
    tried = {str(report["tables"]): report for report in reports}
    at_aim = tried.get(str(AIM), reports[-1])
    return [
        Row(
            f"Live tables in one process, SQLite, p95 under {LIMIT} ms",
            _report_line(most) if most else f"none: {_report_line(reports[0])}",
            _beyond(reports),
            most["tables"] / AIM if most else 0.0,
            f"≥ {AIM} tables",
            bool(most) and most["tables"] >= AIM,
            {"reports": tried},
        ),
        Row(
            f"Memory per table, at {at_aim['tables']} tables",
            f"{at_aim['MB per table']:.2f} MB",
            f"{at_aim['idle MB']:.0f} MB of the idle process",
            at_aim["MB per table"] / at_aim["idle MB"],
        ),
    ]


def _beyond(reports: list[dict[str, Any]]) -> str:
    last = reports[-1]
    return "the most that was tried" if held(last) else f"too many: {_report_line(last)}"
