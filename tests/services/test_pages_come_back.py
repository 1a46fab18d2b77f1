"""Real pages in Chromium, through nginx and TLS: their process is killed, and they reconnect."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.support.browser.watching import Watched
from tests.support.services.evening import begun
from tests.support.services.parts import Service
from tests.support.services.visitors import metric, until

# A name that only this browser finds, on this machine.
HERE = "--host-resolver-rules=MAP trains.example.org 127.0.0.1"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


@pytest.fixture
def browser() -> Iterator[Watched]:
    """Nothing may go wrong on any page: nginx asks another process before a page notices."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=[*QUIET, HERE])
        watched = Watched(launched)
        yield watched
        watched.check()
        launched.close()


def test_pages_of_a_killed_process_come_back_by_themselves_on_the_other_one(
    service: Service, browser: Watched, figure: Callable[[str], None]
) -> None:
    evening = begun(service, ("Ada", "Bo"))
    evening.choose = lambda: None

    def opened(path: str, cookies: dict[str, str]) -> Page:
        context = browser.new_context(base_url=service.url, ignore_https_errors=True)
        context.add_cookies(
            [{"name": name, "value": value, "url": service.url} for name, value in cookies.items()]
        )
        page = context.new_page()
        page.goto(evening.sitting.path(path))
        return page

    pages = [opened("play", phone.cookies) for phone in evening.phones.values()]
    pages += [opened("screen", {}) for _screen in range(2)]

    def all_live_at(revision: int) -> None:
        for page in pages:
            expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=30_000)
            expect(page.locator("body")).to_have_attribute(
                "data-revision", str(revision), timeout=30_000
            )

    all_live_at(evening.revision)
    moved = 0
    for _death in range(2):
        # nginx sends all pages of a table to one process; that one dies, then the one they went to.
        held = {app.port: metric(app, "stationmaster_sockets_open") for app in service.apps}
        victim = max(service.apps, key=lambda app: held[app.port])
        assert held[victim.port] == len(pages), held
        moved += len(pages)
        victim.kill()
        evening.move()
        all_live_at(evening.revision)
        service.mend()
        until(
            lambda: (
                sum(metric(app, "stationmaster_sockets_open") for app in service.apps) == len(pages)
            )
        )
    figure(
        f"Chromium through nginx: {moved} pages lost their process, all live again by themselves"
    )
