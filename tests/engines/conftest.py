"""The same flows on three engines: Chromium, Firefox and WebKit, around one real server."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.browser.server import PHONE, Server, free_port
from tests.support.engines import faults
from tests.support.engines.chromium import Chromium
from tests.support.engines.firefox import Firefox
from tests.support.engines.page import Page
from tests.support.engines.tab import Engine, EngineMissing
from tests.support.engines.webkit import WebKit

ENGINES = {engine.name: engine for engine in (Chromium, Firefox, WebKit)}
# Chromium's and htmx's own words for what an answer or a failed request says by itself.
TWICE_TOLD = ("console: Failed to load resource:", "console: htmx:")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each engine that was left out, however many tests that are."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason in sorted({str(report.longrepr[-1]) for report in skipped}):
        terminalreporter.write_line(reason.removeprefix("Skipped: "))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"DJANGO_SETTINGS_MODULE": "tests.support.engines.settings"}
    started = Server(tmp_path_factory.mktemp("data"), free_port(), settings=settings)
    started.manage("setup")
    started.start()
    yield started
    started.kill()
    log = (started.folder / "server.log").read_text()
    assert "Traceback" not in log, log


@pytest.fixture(scope="session", params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    try:
        launched = ENGINES[request.param]()
    except EngineMissing as missing:
        pytest.skip(f"Left out: {missing} (Debian: make tools as root).")
    yield launched
    launched.close()


Device = Callable[..., Page]


@pytest.fixture
def device(engine: Engine, server: Server) -> Iterator[Device]:
    """Makes devices: `device("Ada")` is a phone, `device("TV", TV)` the screen.

    Nothing may go wrong on any of them, on no engine.
    """
    made: list[Page] = []
    faults.collected(server.folder)

    def make(name: str, size: dict[str, int] | None = None) -> Page:
        window = size or PHONE
        tab = engine.tab(window["width"], window["height"], touch=size is None)
        page = Page(tab, server.url, name)
        made.append(page)
        return page

    yield make
    complaints = [f"{page.name}: {one}" for page in made for one in page.tab.complaints()]
    for page in made:
        page.tab.close()
    complaints += faults.collected(server.folder)
    wrong = [one for one in complaints if not any(fault in one for fault in TWICE_TOLD)]
    assert wrong == [], "\n".join(wrong)
