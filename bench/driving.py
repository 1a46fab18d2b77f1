"""Load: taps at a fixed rate, or as many as possible, and how long each takes to reach everybody.

It's independent of the server. A `Sitting` is one table with its sockets, ours or a peer's.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

PATIENCE = 15.0  # seconds until a tap counts as lost


class Tapped:
    """One tap on its way: when it was due, answered, and at the first and last socket."""

    def __init__(self, due: float, sockets: int, noticed: Callable[[], None] | None = None) -> None:
        self.due = due
        self.noticed = noticed  # called once, as soon as any client gets it
        self.left = set(range(sockets))
        self.replied = self.first = self.last = 0.0
        self.done = asyncio.get_running_loop().create_future()

    def reached(self, socket: int) -> None:
        if socket in self.left:
            now = time.perf_counter()
            self.first = self.first or now
            self.notify()
            self.left.discard(socket)
            if not self.left:
                self.last = now
                if not self.done.done():
                    self.done.set_result(None)

    def notify(self) -> None:
        if self.noticed is not None:
            noticed, self.noticed = self.noticed, None
            noticed()


class Sitting(Protocol):
    sockets: int

    async def connect(self) -> None: ...
    async def tap(self, due: float) -> Tapped:
        """Log the next entry; return once all sockets have it. Raises Failed."""
        ...

    async def close(self) -> None: ...


class Failed(Exception):
    """A tap that was refused, or not answered."""


def summary(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {"median": 0.0, "p95": 0.0, "max": 0.0}
    ordered = sorted(times)
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(len(ordered) * 0.95)], 1),
        "max": round(ordered[-1], 1),
    }


@dataclass
class Result:
    """What a run of load measured; times in milliseconds."""

    asked: float  # taps a second, 0 for as many as can be
    seconds: float = 0.0
    taps: list[Tapped] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def times(self, what: str) -> list[float]:
        return [(getattr(tap, what) - tap.due) * 1000 for tap in self.taps]

    def row(self, what: str) -> dict[str, float]:
        return summary(self.times(what))

    def report(self) -> dict[str, Any]:
        return {
            "asked per second": self.asked or "as many as can be",
            "per second": round(len(self.taps) / self.seconds, 1),
            "taps": len(self.taps),
            "errors": dict(self.errors),
            "reply ms": self.row("replied"),
            "first socket ms": self.row("first"),
            "last socket ms": self.row("last"),
        }


async def connect(sittings: Sequence[Sitting], at_once: int = 8) -> float:
    """Seat everybody; the seconds it took."""
    begun = time.perf_counter()
    gate = asyncio.Semaphore(at_once)

    async def one(sitting: Sitting) -> None:
        async with gate:
            await sitting.connect()

    await asyncio.gather(*(one(sitting) for sitting in sittings))
    return time.perf_counter() - begun


async def at_rate(sittings: Sequence[Sitting], rate: float, seconds: float) -> Result:
    """Taps at regular intervals, the tables in turn.

    A tap's time counts from when it was due, even if its table was still busy then: a server that
    can't keep up shouldn't look better for it.
    """
    result = Result(rate)
    turns = {id(sitting): asyncio.Lock() for sitting in sittings}
    begun = time.perf_counter()

    async def one(sitting: Sitting, due: float) -> None:
        async with turns[id(sitting)]:
            await _tap(sitting, due, result)

    running = []
    for number in range(int(rate * seconds)):
        due = begun + number / rate
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        running.append(asyncio.create_task(one(sittings[number % len(sittings)], due)))
    await asyncio.gather(*running)
    result.seconds = max(seconds, time.perf_counter() - begun)
    return result


async def saturate(sittings: Sequence[Sitting], at_once: int, seconds: float) -> Result:
    """This many tables at a time tap as soon as everybody has the previous entry."""
    result = Result(0)
    begun = time.perf_counter()
    end = begun + seconds
    idle: asyncio.Queue[Sitting] = asyncio.Queue()
    for sitting in sittings:
        idle.put_nowait(sitting)

    async def poster() -> None:
        while (now := time.perf_counter()) < end:
            sitting = await idle.get()
            await _tap(sitting, max(now, time.perf_counter()), result)
            idle.put_nowait(sitting)

    await asyncio.gather(*(poster() for _ in range(min(at_once, len(sittings)))))
    result.seconds = time.perf_counter() - begun
    return result


async def _tap(sitting: Sitting, due: float, result: Result) -> None:
    try:
        result.taps.append(await asyncio.wait_for(sitting.tap(due), PATIENCE))
    except TimeoutError:
        result.errors["no push in time"] += 1
    except (Failed, OSError) as failed:
        result.errors[str(failed)] += 1
