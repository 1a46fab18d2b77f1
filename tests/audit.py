"""Check our pinned packages for known vulnerabilities: `make test` runs this.

`pip-audit` looks up every pinned version in the Python Packaging Advisory Database, over the JSON
interface of the index. If that can't be reached, or is a mirror without advisories, this prints one
line and goes on; no output never means "checked and fine".
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILES = ("requirements.txt", "requirements-dev.txt")
PATIENCE = 120  # seconds for all of them
LINE = 100  # characters of what pip-audit complains about


def asked() -> tuple[list[dict[str, Any]], str]:
    """Every pinned package as pip-audit tells of it, and what it complained about."""
    files = [part for name in FILES for part in ("-r", str(ROOT / name))]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off",
             "--disable-pip", "--no-deps", "--timeout", "10", *files],
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return [], f"no answer within {PATIENCE} seconds"
    try:
        dependencies: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        errors = done.stderr.strip().splitlines() or ["no answer"]
        return [], errors[-1] if len(errors[-1]) <= LINE else errors[-1][:LINE] + "…"
    return dependencies, ""


def verdict(packages: list[dict[str, Any]], trouble: str) -> tuple[str, bool]:
    """One line, and whether it is bad news."""
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}"
        f" (mended in {', '.join(hole['fix_versions']) or 'no version yet'})"
        for package in packages
        for hole in package.get("vulns", ())
    ]
    looked_at = sum("vulns" in package for package in packages)
    if holes:
        return "Known holes: " + "; ".join(sorted(holes)), True
    if not looked_at:
        return f"Left out: the dependency audit ({trouble or 'no advisories here'}).", False
    left_out = f"; {len(packages) - looked_at} could not be" if looked_at < len(packages) else ""
    return f"Dependencies: {looked_at} looked at, no known holes{left_out}.", False


if __name__ == "__main__":
    line, bad = verdict(*asked())
    sys.stdout.write(line + "\n")
    sys.exit(bad)
