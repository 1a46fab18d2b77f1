"""Take a picture of every page and state, on phone and TV, in all themes: `make screenshots`."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.browser import states
from tests.support.browser.server import PROJECT, QUIET, Server, free_port
from tests.support.browser.watching import Devices, Watched

TARGET = PROJECT / "docs" / "screenshots"
TO_SCROLL = ("history", "people", "player", "statistics", "series", "import")


def main() -> None:
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), free_port())
        server.manage("setup")
        server.start()
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)

        device = Devices(Watched(browser), server.url)
        try:
            for name, page in states.every(server, device):
                if only in name:
                    page.wait_for_timeout(700)  # flaps have fallen, the map is painted
                    whole = name.startswith(("home-phone", "result", "rules")) or (
                        name.startswith(TO_SCROLL) and name.endswith("phone")
                    )
                    target = TARGET / f"{name}.jpg"
                    page.screenshot(path=target, type="jpeg", quality=80, full_page=whole)
                    print(target.name)
            night(server, device)
            other_eyes(server, device)
            device.watch.check()
        finally:
            browser.close()
            server.kill()


def night(server: Server, device) -> None:
    """The phone in dim light."""
    links = states.demo(server, "germany", 60)
    page = states.at(device, links["Ada"], color_scheme="dark")
    page.wait_for_timeout(700)
    page.screenshot(path=TARGET / "night-germany-phone.jpg", type="jpeg", quality=80)


def other_eyes(server: Server, device) -> None:
    """The TV as people see it who do not tell all colours apart."""
    links = states.demo(server, "germany", 60)
    page = states.at(device, links["Screen"], states.TV)
    page.wait_for_timeout(700)
    session = page.context.new_cdp_session(page)
    for kind in ("protanopia", "deuteranopia", "tritanopia"):
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        page.screenshot(path=TARGET / f"{kind}-germany-tv.jpg", type="jpeg", quality=80)


if __name__ == "__main__":
    main()
