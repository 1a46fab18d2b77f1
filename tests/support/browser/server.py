"""A real server in its own process for browser tests, and the devices around it."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
TV = {"width": 1920, "height": 1080}


@dataclass
class Server:
    """`manage.py serve` as `make run` starts it; can be killed and started again."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str) -> str:
        result = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return result.stdout

    def environment(self) -> dict[str, str]:
        ours = {"DATA_DIR": str(self.folder), "PORT": str(self.port), "DEBUG": "true"}
        return {**os.environ, **ours, **self.settings}

    def start(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=PROJECT,
                env=self.environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        for _attempt in range(1200):
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2).read()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            else:
                return
        raise AssertionError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """Kill it without warning, like a power cut."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=20)
            self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
