"""Chromium, driven by Playwright as in tests/browser."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error, Page, sync_playwright

from tests.support.browser.server import QUIET
from tests.support.browser.watching import Watched
from tests.support.engines import keys
from tests.support.engines.tab import Engine, PageLeft, Tab

NAMES = {
    keys.ENTER: "Enter",
    keys.ESCAPE: "Escape",
    keys.SHIFT: "Shift",
    keys.CONTROL: "Control",
    keys.DELETE: "Delete",
    keys.SPACE: "Space",
}


class ChromiumTab(Tab):
    def __init__(self, page: Page, watched: Watched, *, touch: bool) -> None:
        self.page, self.watched, self.touch = page, watched, touch
        self.tools: CDPSession = page.context.new_cdp_session(page)

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def call(self, function: str, *arguments: Any) -> Any:
        try:
            return self.page.evaluate(f"all => ({function})(...all)", list(arguments))
        except Error as error:
            if "context was destroyed" in error.message or "navigation" in error.message:
                raise PageLeft from error
            raise

    def tap(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def down(self, x: float, y: float) -> None:
        if self.touch:
            self._touch("touchStart", x, y)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        if self.touch:
            self._touch("touchMove", x, y)
        else:
            self.page.mouse.move(x, y)

    def up(self) -> None:
        if self.touch:
            self.tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.up()

    def _touch(self, kind: str, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, keys: Sequence[str]) -> None:
        names = [NAMES.get(key, key) for key in keys]
        for name in names:
            self.page.keyboard.down(name)
        for name in reversed(names):
            self.page.keyboard.up(name)

    def back(self) -> None:
        self.page.go_back()

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def complaints(self) -> list[str]:
        self.watched.listen()
        complaints_so_far, self.watched.complaints = self.watched.complaints, []
        return complaints_so_far

    def close(self) -> None:
        self.watched.close()


class Chromium(Engine):
    """Debian's Chromium where there is one, else the one Playwright installs."""

    name = "chromium"

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        self.browser: Browser = self._playwright.chromium.launch(executable_path=path, args=QUIET)

    def tab(self, width: int, height: int, *, touch: bool) -> ChromiumTab:
        watched = Watched(self.browser)
        context = watched.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
        )
        context.set_default_timeout(60_000)
        return ChromiumTab(context.new_page(), watched, touch=touch)

    def close(self) -> None:
        self.browser.close()
        self._playwright.stop()
