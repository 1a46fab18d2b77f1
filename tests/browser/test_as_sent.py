"""Pages with style sheets and scripts as an installation serves them: bundled, minified and hashed.

All other browser tests load the source files one by one.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.people import Sitting, claim_on_map, draw_cards, undo
from tests.support.browser.server import TV, Server, free_port
from tests.support.browser.states import demo
from tests.support.browser.watching import Devices, Watched
from tests.support.collected import SETTINGS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("as-sent")
    (folder / "collected_settings.py").write_text(SETTINGS.format(root=str(folder / "static")))
    settings = {"DEBUG": "false", "DJANGO_SETTINGS_MODULE": "collected_settings"}
    server = Server(folder, free_port(), settings=settings | {"PYTHONPATH": str(folder)})
    server.manage("collectstatic", "--noinput")
    server.manage("setup")
    server.start()
    yield server
    server.kill()


def test_a_phone_plays_with_the_scripts_that_are_sent(browser: Browser, server: Server) -> None:
    devices = Devices(Watched(browser), server.url)
    links = demo(server, "london", 6)
    scripts: list[str] = []
    try:
        sitting = Sitting(devices(TV), links["Screen"].split("/")[2])
        sitting.screen.goto(links.pop("Screen"))
        for name, link in links.items():
            sitting.phones[name] = phone = devices()
            phone.on("request", lambda request: scripts.append(request.url))
            phone.goto(link)
            expect(phone.locator("body")).to_have_attribute("data-link", "live")
        free = sitting.screen.locator('g.route[data-owner=""]:not(.closed)').first
        claim_on_map(sitting, str(free.get_attribute("data-route")))
        name, phone = sitting.mover(), sitting.phone()
        draw_cards(sitting)
        undo(phone)
        expect(sitting.screen.locator("#banner")).to_contain_text(re.compile(name, re.I))
        devices.watch.check()
    finally:
        devices.watch.close()
    ours = {url.split("/static/js/")[1].split(".")[0] for url in scripts if "/static/js/" in url}
    assert ours == {"base/loading", "base/clock", "table/phone"}
