"""A real server in a process of its own, and real browsers around it: a TV and some phones."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from watching import Devices, Watched

PROJECT = Path(__file__).resolve().parents[2]
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
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
        for _attempt in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2).read()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            else:
                return
        raise AssertionError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=20)
            self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"), free_port())
    found.manage("setup")
    found.start()
    yield found
    found.kill()
    log = (found.folder / "server.log").read_text()
    assert "Traceback" not in log, log


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium where there is one, else the one Playwright installs."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    launched = playwright.chromium.launch(executable_path=path, args=QUIET)
    yield launched
    launched.close()


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Devices]:
    """Makes devices. Nothing may go wrong on any of them that the test has not allowed."""
    made = Devices(Watched(browser), server.url)
    yield made
    try:
        made.watch.check()
    finally:
        made.watch.close()
