"""Run `manage.py` as people do: in a process of its own, with a data folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
OURS = {
    "DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "PUBLIC_URL", "PORT",
    "LISTEN", "TRUSTED_PROXIES", "METRICS_TOKEN", "SOCKETS_PER_ADDRESS", "TABLES_PER_HOUR",
    "WEBHOOK_URL", "HISTORY", "RATING", "TABLE_DAYS", "FORGET_DAYS", "TIME_ZONE", "DEBUG", "SHEETS",
    "DJANGO_SETTINGS_MODULE",
}  # fmt: skip


def environment(**variables: object) -> dict[str, str]:
    """Return the current environment with only `variables` of the ones Stationmaster reads."""
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    return inherited | {name: str(value) for name, value in variables.items()}


def run(*arguments: str, **variables: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def manage(*arguments: str, **variables: object) -> subprocess.CompletedProcess[str]:
    return run("manage.py", *arguments, **variables)
