"""Does an entry cost more when the log is long, or when other tables are in play?

Taps come one after the other, all of them “drew cards”: the same work each time. Logs of different
length take turns on one server, so that other load on the machine affects all of them equally.
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
from bench.servers import Installation, LiveTable

LENGTHS = (10, 100, 1_000)
COUNTS = (1, 10, 100)
PHONES = 5  # of each table
EACH = 12  # tables of each length: a log must not grow much while it is measured
ROUNDS = 8
TAPS = 96
FLAT = 1.3


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-growth-") as folder:
        installation = Installation(Path(folder))
        installation.setup()
        # By their actual length: five players can't begin with fewer than eleven.
        prepared = [installation.prepare(EACH, length) for length in LENGTHS]
        by_length = {of_length[0]["number"]: of_length for of_length in prepared}
        many = installation.prepare(COUNTS[-1])
        installation.start()
        try:
            lengths, counts = asyncio.run(_both(installation, by_length, many))
        finally:
            installation.stop()
    return [
        _row("Entry at a log of {last} entries, beside {first}", lengths),
        _row("Entry among {last} live tables, beside {first}", counts),
    ]


def _row(name: str, times: dict[int, dict[str, float]]) -> Row:
    first, middle, last = sorted(times)
    ratio = times[last]["last"] / times[first]["last"]
    return Row(
        name.format(first=first, last=f"{last:,}"),
        f"{times[last]['last']:.1f} ms ({times[middle]['last']:.1f} ms at {middle})",
        f"{times[first]['last']:.1f} ms",
        ratio,
        f"≤ {FLAT}",
        ratio <= FLAT,
        {str(key): value for key, value in times.items()},
    )


def _tables(
    prepared: Sequence[dict[str, Any]], installation: Installation, first: int
) -> list[LiveTable]:
    drawing = [{**table, "ahead": []} for table in prepared]
    return [LiveTable(one, installation.ports, first + i) for i, one in enumerate(drawing)]


async def _both(
    installation: Installation, by_length: dict[int, list[Any]], many: list[Any]
) -> Any:
    groups = [
        _tables(prepared, installation, 200 + EACH * number)
        for number, prepared in enumerate(by_length.values())
    ]
    await driving.connect([table for group in groups for table in group])
    costs = await _each(groups)
    for group in groups:
        for table in group:
            await table.close()
    counts: dict[int, dict[str, float]] = {}
    seated: list[LiveTable] = []
    for count in COUNTS:
        joining = _tables(many[len(seated) : count], installation, len(seated))
        await driving.connect(joining)
        seated += joining
        counts[count] = await _cost(installation, seated)
    for table in seated:
        await table.close()
    return dict(zip(by_length, costs, strict=True)), counts


async def _cost(installation: Installation, tables: Sequence[LiveTable]) -> dict[str, float]:
    """The tables in turn, until there are enough taps.

    Each has had an entry from each of its phones before: the first one after its pages were opened
    costs more, and so does the first one of a phone, which opens its connection, among however many
    tables it is.
    """
    for table in [*tables] * PHONES:
        await table.tap(time.perf_counter())
    busy, taps = installation.cpu(), []
    for number in range(TAPS):
        taps.append(await tables[number % len(tables)].tap(time.perf_counter()))
        await asyncio.sleep(0.005)
    used = installation.cpu() - busy
    return {**_times(taps), "CPU ms": round(1000 * used / len(taps), 2)}


async def _each(groups: Sequence[Sequence[LiveTable]]) -> list[dict[str, float]]:
    """Groups of tables in turn: one tap here, one there."""
    for group in groups:
        for table in group[:5]:
            await table.tap(time.perf_counter())
    taps: list[list[driving.Tapped]] = [[] for _group in groups]
    for _round in range(ROUNDS):
        for seats in zip(*groups, strict=True):
            for times, table in zip(taps, seats, strict=True):
                times.append(await table.tap(time.perf_counter()))
                await asyncio.sleep(0.005)
    return [_times(times) for times in taps]


def _times(taps: Sequence[driving.Tapped]) -> dict[str, float]:
    def median(what: str) -> float:
        return round(statistics.median((getattr(t, what) - t.due) * 1000 for t in taps), 2)

    return {"reply": median("replied"), "last": median("last"), "taps": len(taps)}
