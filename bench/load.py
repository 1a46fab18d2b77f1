"""The load generator by itself: `python -m bench.load --tables 100 --rate 10 --seconds 20`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench import driving, servers
from bench.servers import Installation, LiveTable


async def measured(
    installation: Installation,
    prepared: Sequence[Mapping[str, Any]],
    *,
    rate: float = 10,
    seconds: float = 20,
    at_once: int = 0,
    warm: float = 3,
    together: bool = False,
    profile: Path | None = None,
) -> dict[str, Any]:
    """Seat everybody at the tables, tap at a rate (or with `at_once` as fast as possible),
    report."""
    idle = installation.memory()
    tables = [
        LiveTable(table, installation.ports, number, together=together)
        for number, table in enumerate(prepared)
    ]
    joined = await driving.connect(tables)
    try:
        if at_once:
            await driving.saturate(tables, at_once, warm)
        else:
            await driving.at_rate(tables, rate, warm)
        watching = spy(installation, profile, seconds) if profile else None
        busy, own, begun = installation.cpu(), time.process_time(), time.perf_counter()
        if at_once:
            result = await driving.saturate(tables, at_once, seconds)
        else:
            result = await driving.at_rate(tables, rate, seconds)
        took, used = time.perf_counter() - begun, installation.cpu() - busy
        if watching:
            watching.wait(timeout=60)
        return {
            "tables": len(tables),
            "sockets": sum(table.sockets for table in tables),
            "processes": len(installation.ports),
            **result.report(),
            "server CPU %": round(100 * used / took),
            # The cost of an entry, regardless of other programs using the processor.
            "server CPU ms per entry": round(1000 * used / max(1, len(result.taps)), 1),
            "generator CPU %": round(100 * (time.process_time() - own) / took),
            "idle MB": round(idle, 1),
            "server MB": round(installation.memory(), 1),
            "MB per table": round((installation.memory() - idle) / len(tables), 2),
            "seconds to seat everybody": round(joined, 1),
            "now": [table.now() for table in tables],
        }
    finally:
        for table in tables:
            await table.close()


def spy(installation: Installation, out: Path, seconds: float) -> subprocess.Popen[bytes]:
    """Profile the first server with py-spy under load."""
    program = shutil.which("py-spy", path=f"{Path(sys.executable).parent}:{os.defpath}")
    if program is None:
        sys.exit("There is no py-spy here: pip install py-spy")
    kind = {".svg": "flamegraph", ".txt": "raw"}.get(out.suffix, "speedscope")
    pid, length = str(installation.servers[0].pid), str(max(1, int(seconds)))
    asked = ["-f", kind, "-r", "100", "--threads", "-d", length, "-o", str(out), "-p", pid]
    return subprocess.Popen([program, "record", *asked], stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--entries", type=int, default=150, help="in every log at the beginning")
    parser.add_argument("--map", default="germany")
    parser.add_argument("--rate", type=float, default=10, help="entries a second over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--saturate", action="store_true", help="as many entries as can be")
    parser.add_argument(
        "--at-once", type=int, default=8, help="with --saturate: so many tables tap"
    )
    parser.add_argument("--processes", type=int, default=1, help="needs DATABASE_URL and REDIS_URL")
    parser.add_argument("--together", action="store_true", help="a table's pages on one process")
    # Pages whose socket is open send nothing by themselves; once they did, and this left it out.
    parser.add_argument("--no-beats", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--profile", type=Path, help="where to write: .svg, .txt or .json")
    options = parser.parse_args()
    servers.tidy_when_stopped()
    passed = {key: os.environ[key] for key in ("DATABASE_URL", "REDIS_URL") if key in os.environ}
    with tempfile.TemporaryDirectory(prefix="stationmaster-load-") as folder:
        installation = Installation(Path(folder), options.processes, passed)
        installation.setup()
        prepared = installation.prepare(options.tables, options.entries, options.map)
        installation.start()
        try:
            report = asyncio.run(
                measured(
                    installation,
                    prepared,
                    rate=options.rate,
                    seconds=options.seconds,
                    at_once=options.at_once if options.saturate else 0,
                    together=options.together,
                    profile=options.profile,
                )
            )
        finally:
            installation.stop()
        report.pop("now")
        print(json.dumps(report, indent=2))
        for log in sorted(Path(folder).glob("server-*.log")):
            if "Traceback" in log.read_text():
                print(log.read_text()[-3000:], file=sys.stderr)


if __name__ == "__main__":
    main()
