"""The server's cost of an entry: 100 tables with 600 open pages, tapped as fast as possible.

Measures processor time per entry, and entries a second in one process. The table also shows the
earlier figures (`before` in results.json), measured the same way on the same kind of machine.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path
from typing import Any

from bench.figures import LeftOut, Row, load
from bench.load import measured
from bench.servers import Installation

TABLES = 100
AT_ONCE = 8
SECONDS = 15.0
RUNS = 2
CHEAPER, MORE = 0.55, 2.0


def measure() -> list[Row]:
    earlier = load().get("before", {}).get("entry")
    if earlier is None:
        raise LeftOut("results.json does not say what it was before")
    runs = [_run() for _run_number in range(RUNS)]
    cost = statistics.mean(run["server CPU ms per entry"] for run in runs)
    rate = statistics.mean(run["per second"] for run in runs)
    earlier_cost, earlier_rate = (
        statistics.mean(earlier["CPU ms"]),
        statistics.mean(earlier["per second"]),
    )
    return [
        Row(
            "Server CPU per entry, 600 sockets, saturated",
            f"{cost:.1f} ms",
            f"{earlier_cost:.1f} ms before",
            cost / earlier_cost,
            f"≤ {CHEAPER}",
            cost <= CHEAPER * earlier_cost,
            {"runs": runs},
        ),
        Row(
            "Entries/s in one process, stored first",
            f"{rate:.0f}/s",
            f"{earlier_rate:.0f}/s before",
            rate / earlier_rate,
            f"≥ {MORE:.0f}",
            rate >= MORE * earlier_rate,
        ),
    ]


def _run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-entry-") as folder:
        installation = Installation(Path(folder))
        installation.setup()
        tables = installation.prepare(TABLES)
        installation.start()
        try:
            report = asyncio.run(measured(installation, tables, at_once=AT_ONCE, seconds=SECONDS))
        finally:
            installation.stop()
    report.pop("now")
    return report
