"""Figures: one row each, kept as JSON and shown as one table."""

from __future__ import annotations

import json
import os
import platform
import re
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results.json"
PAGE = ROOT / "docs" / "bench.md"
BEGIN, END = "<!-- numbers: written by `python -m bench --write` -->", "<!-- /numbers -->"


@dataclass(frozen=True)
class Row:
    """One figure of ours, and what it's compared with from the same run."""

    name: str
    ours: str
    beside: str = ""
    ratio: float | None = None
    aim: str = ""
    met: bool | None = None  # None where there is no aim
    found: dict[str, Any] = field(default_factory=dict)  # all that was measured, for the JSON


def ms(times: dict[str, float]) -> str:
    """Median and p95 as text."""
    return f"{times['median']:.1f} / {times['p95']:.1f} ms"


def machine() -> dict[str, Any]:
    name = re.search(r"model name\s*:\s*(.+)", _read("/proc/cpuinfo"))
    memory = re.search(r"MemTotal:\s*(\d+)", _read("/proc/meminfo"))
    system = re.search(r'PRETTY_NAME="([^"]+)"', _read("/etc/os-release"))
    return {
        "cores": os.cpu_count(),
        "processor": name[1].strip() if name else platform.processor() or platform.machine(),
        "memory GB": round(int(memory[1]) / 1e6) if memory else None,
        "system": system[1] if system else platform.platform(),
        "python": platform.python_version(),
    }


def _read(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def load() -> dict[str, Any]:
    if RESULTS.exists():
        results: dict[str, Any] = json.loads(RESULTS.read_text())
        return results
    return {"machine": machine(), "parts": {}}


def before(name: str) -> str:
    """A row's figure before the optimisations; empty if unknown."""
    figure: str = load().get("before", {}).get("rows", {}).get(name, "")
    return figure


def keep(part: str, title: str, rows: list[Row], seconds: float) -> None:
    """Replace a part's earlier rows."""
    results = load()
    results["machine"] = machine()
    results["parts"][part] = {
        "title": title,
        "at": datetime.now(UTC).isoformat(timespec="minutes"),
        "load before": round(os.getloadavg()[0], 1),
        "seconds": round(seconds),
        "rows": [asdict(row) for row in rows],
    }
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


def markdown(results: dict[str, Any], order: list[str]) -> str:
    where = results["machine"]
    dates = sorted({part["at"][:10] for part in results["parts"].values()})
    lines = [
        f"Measured on {where['cores']} cores of {where['processor']}, {where['memory GB']} GB,"
        f" {where['system']}, Python {where['python']}, on {' and '.join(dates)}. The load"
        " generator, the browser and the databases share these cores. Pairs are median / p95.",
        "",
        "| what | here | beside it | ratio | aim | met | before |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in order:
        part = results["parts"].get(name)
        if part is None:
            continue
        lines.append(f"| **{part['title']}** | | | | | | |")
        for row in part["rows"]:
            met = {True: "yes", False: "no", None: ""}[row["met"]]
            ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
            earlier = results.get("before", {}).get("rows", {}).get(row["name"], "")
            cells = (row["name"], row["ours"], row["beside"], ratio, row["aim"], met, earlier)
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def write_page(text: str) -> bool:
    """Put the table between its markers on the page; False if there are none."""
    page = PAGE.read_text()
    if BEGIN not in page or END not in page:
        return False
    before, rest = page.split(BEGIN, 1)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END, 1)[1]}")
    return True


class LeftOut(Exception):
    """A part that cannot be measured on this machine, with the reason."""
