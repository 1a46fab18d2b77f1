"""Run all benchmarks, or some: `python -m bench growth peer`.

Prints a table and saves the figures in results.json. A bad figure isn't a failure: the table shows
which aims are met. `--write` puts the saved table into docs/bench.md, `--table` only prints it.
"""

import argparse
import importlib
import sys
import time
import traceback

from bench import figures, servers

# In this order: those that need a quiet machine most come first.
PARTS = {
    "tap": "Tap to TV",
    "entry": "What an entry costs",
    "growth": "Growth",
    "peer": "A peer on the same machine",
    "capacity": "Tables per process",
    "service": "Processes on PostgreSQL and Redis",
    "weight": "Weight and start",
    "fold": "Rules alone",
    "boards": "USA and Europe",
    "history": "History and statistics",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--table", action="store_true", help="only print what is kept")
    parser.add_argument(
        "--write", action="store_true", help="put the kept table into docs/bench.md"
    )
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    servers.tidy_when_stopped()
    if not (options.table or options.write):
        for part in options.parts or PARTS:
            run(part)
    table = figures.markdown(figures.load(), list(PARTS))
    print(f"\n{table}")
    if options.write and not figures.write_page(table):
        sys.exit("docs/bench.md has no place for the table.")


def run(part: str) -> None:
    """Run one part; if it can't be measured here, print why and go on with the rest."""
    print(f"\n{PARTS[part]} ({part}) …", flush=True)
    begun = time.perf_counter()
    try:
        rows = importlib.import_module(f"bench.{part}").measure()
    except figures.LeftOut as why:
        print(f"  left out: {why}")
        return
    except Exception:  # noqa: BLE001 - the other parts are worth having
        traceback.print_exc()
        return
    for row in rows:
        beside = f"  beside {row.beside}" if row.beside else ""
        ratio = "" if row.ratio is None else f"  ×{row.ratio:.2f}"
        aim = f"  (aim: {row.aim}{'' if row.met is None else ', met' if row.met else ', NOT met'})"
        earlier = f"  before: {figures.before(row.name)}" if figures.before(row.name) else ""
        print(f"  {row.name:<58} {row.ours}{beside}{ratio}{aim if row.aim else ''}{earlier}")
    took = time.perf_counter() - begun
    figures.keep(part, PARTS[part], rows, took)
    print(f"  ({took:.0f} s)")


if __name__ == "__main__":
    main()
