"""A real server in its own process, and real browsers: a TV and some phones."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.support.browser.server import QUIET, Server, free_port
from tests.support.browser.watching import Devices, Watched

# What is expected comes when it comes: a busy machine is not a broken page.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("data"), free_port())
    started.manage("setup")
    started.start()
    yield started
    started.kill()
    log = (started.folder / "server.log").read_text()
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
