"""Take a picture of every page and state, on phone and TV, in all themes: `make screenshots`.

In English they are kept in docs/screenshots. In another language (`make screenshots LANG=it`) or on
another phone (`PHONE=360x640`) they go to screenshots/, which git ignores. `PARTS="doors paris"`
takes only some. Every page is also checked for words that don't fit.
"""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.browser import evening_states, office_states, states
from tests.support.browser.fitting import too_tight
from tests.support.browser.languages import LANGUAGES
from tests.support.browser.server import PHONE, PROJECT, QUIET, Server, free_port
from tests.support.browser.watching import Devices, Watched

KEPT = PROJECT / "docs" / "screenshots"
TO_SCROLL = ("history", "people", "player", "statistics", "series", "import")


def night(server: Server, device: Devices) -> Iterator[states.State]:
    """The phone in dim light."""
    links = states.demo(server, "germany", 60)
    yield "night-germany-phone", states.at(device, links["Ada"], color_scheme="dark")


def other_eyes(server: Server, device: Devices) -> Iterator[states.State]:
    """The TV as people see it who do not tell all colours apart."""
    links = states.demo(server, "germany", 60)
    page = states.at(device, links["Screen"], states.TV)
    session = page.context.new_cdp_session(page)
    for kind in ("protanopia", "deuteranopia", "tritanopia"):
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        yield f"{kind}-germany-tv", page


PARTS = {
    **states.PARTS,
    **evening_states.PARTS,
    **office_states.PARTS,
    "night": night,
    "other-eyes": other_eyes,
}


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Take a picture of every page and state.")
    parser.add_argument("parts", nargs="*", help=f"only these: {', '.join(PARTS)}")
    parser.add_argument("--language", default="en", choices=sorted(LANGUAGES))
    parser.add_argument("--phone", default=f"{PHONE['width']}x{PHONE['height']}")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return arguments


def main() -> None:
    arguments = asked()
    width, height = map(int, arguments.phone.split("x"))
    phone = {"width": width, "height": height}
    usual = arguments.language == "en" and phone == PHONE
    target = KEPT if usual else PROJECT / "screenshots" / f"{arguments.language}-{arguments.phone}"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), free_port())
        server.manage("setup")
        server.start()
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        device = Devices(Watched(browser), server.url, LANGUAGES[arguments.language], phone)
        try:
            for part in arguments.parts or PARTS:
                for name, page in PARTS[part](server, device):
                    take(name, page, target)
            device.watch.check()
        finally:
            browser.close()
            server.kill()


def take(name: str, page: states.Page, target: Path) -> None:
    page.wait_for_timeout(700)  # flaps have fallen, the map is painted
    whole = name.startswith(("home-phone", "result", "rules", "office")) or (
        name.startswith(TO_SCROLL) and name.endswith("phone")
    )
    if target == KEPT:
        page.screenshot(path=target / f"{name}.jpg", type="jpeg", quality=80, full_page=whole)
    else:
        page.screenshot(path=target / f"{name}.png", full_page=whole)
    print(name, flush=True)
    for line in too_tight(page):
        print(f"    {line}", flush=True)


if __name__ == "__main__":
    main()
