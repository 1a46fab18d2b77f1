"""Does an entry cost more when the log is long, or when other tables are in play?

Taps come one after the other, all of them “drew cards”: the same work each time. Logs of different
length take turns on one server, so that whatever else the machine does meets all of them alike.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench import driving
from bench.figures import Row
from bench.stations import Station, StationTable

LENGTHS = (10, 100, 1_000)
COUNTS = (1, 10, 100)
EACH = 12  # tables of each length: a log must not grow much while it is measured
ROUNDS = 8
TAPS = 96
FLAT = 1.3


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-growth-") as folder:
        station = Station(Path(folder))
        station.setup()
        # By what they really have: five people cannot begin with less than eleven.
        prepared = [station.prepare(EACH, length) for length in LENGTHS]
        by_length = {found[0]["number"]: found for found in prepared}
        many = station.prepare(COUNTS[-1])
        station.start()
        try:
            lengths, counts = asyncio.run(_both(station, by_length, many))
        finally:
            station.stop()
    return [
        _row("Entry at a log of {last} entries, beside {first}", lengths),
        _row("Entry among {last} live tables, beside {first}", counts),
    ]


def _row(name: str, found: dict[int, dict[str, float]]) -> Row:
    first, middle, last = sorted(found)
    ratio = found[last]["last"] / found[first]["last"]
    return Row(
        name.format(first=first, last=f"{last:,}"),
        f"{found[last]['last']:.1f} ms ({found[middle]['last']:.1f} ms at {middle})",
        f"{found[first]['last']:.1f} ms",
        ratio,
        f"≤ {FLAT}",
        ratio <= FLAT,
        {str(key): value for key, value in found.items()},
    )


def _tables(found: Sequence[dict[str, Any]], station: Station, first: int) -> list[StationTable]:
    drawing = [{**table, "ahead": []} for table in found]
    return [StationTable(one, station.ports, first + i) for i, one in enumerate(drawing)]


async def _both(station: Station, by_length: dict[int, list[Any]], many: list[Any]) -> Any:
    groups = [
        _tables(found, station, 200 + EACH * number)
        for number, found in enumerate(by_length.values())
    ]
    await driving.connect([table for group in groups for table in group])
    costs = await _each(groups)
    for group in groups:
        for table in group:
            await table.close()
    counts: dict[int, dict[str, float]] = {}
    seated: list[StationTable] = []
    for count in COUNTS:
        joining = _tables(many[len(seated) : count], station, len(seated))
        await driving.connect(joining)
        seated += joining
        counts[count] = await _cost(station, seated)
    for table in seated:
        await table.close()
    return dict(zip(by_length, costs, strict=True)), counts


async def _cost(station: Station, tables: Sequence[StationTable]) -> dict[str, float]:
    """The tables in turn, until there are enough taps."""
    for table in tables[:10]:
        await table.tap(time.perf_counter())
    busy, taps = station.cpu(), []
    for number in range(TAPS):
        taps.append(await tables[number % len(tables)].tap(time.perf_counter()))
        await asyncio.sleep(0.005)
    used = station.cpu() - busy
    return {**_times(taps), "CPU ms": round(1000 * used / len(taps), 2)}


async def _each(groups: Sequence[Sequence[StationTable]]) -> list[dict[str, float]]:
    """Groups of tables in turn: one tap here, one there."""
    for group in groups:
        for table in group[:5]:
            await table.tap(time.perf_counter())
    taps: list[list[driving.Tapped]] = [[] for _group in groups]
    for _round in range(ROUNDS):
        for seats in zip(*groups, strict=True):
            for found, table in zip(taps, seats, strict=True):
                found.append(await table.tap(time.perf_counter()))
                await asyncio.sleep(0.005)
    return [_times(found) for found in taps]


def _times(taps: Sequence[driving.Tapped]) -> dict[str, float]:
    def median(what: str) -> float:
        return round(statistics.median((getattr(t, what) - t.due) * 1000 for t in taps), 2)

    return {"reply": median("replied"), "last": median("last"), "taps": len(taps)}
