"""WebKit, as Debian's WebKitGTK has it: WebKitWebDriver and MiniBrowser, driven by Selenium.

MiniBrowser has a window, so it gets an X server in memory. A driver has one session with one
browser, so each device has its own driver. Touch is simulated with a mouse.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.key_input import KeyInput
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.actions.wheel_input import WheelInput
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from tests.support.engines.tab import Engine, EngineMissing, Tab

PATIENCE = 120  # seconds for any response: a busy machine isn't a failure
SCREEN = "2048x1536x24"
# Its bar of buttons would keep the window broader than a phone.
NARROW = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; }\n"


def mini_browser() -> Path | None:
    """It's next to the library, in a folder named after the machine's architecture."""
    places = [*Path("/usr/lib").glob("*/webkit2gtk-4.1"), *Path("/usr/lib*").glob("webkit2gtk-4.1")]
    places.append(Path("/usr/libexec/webkit2gtk-4.1"))
    return next((at / "MiniBrowser" for at in places if (at / "MiniBrowser").exists()), None)


class WebKitTab(Tab):
    touch = False

    def __init__(self, driver: webdriver.WebKitGTK, width: int, height: int) -> None:
        self.driver = driver
        self._mouse = PointerInput("mouse", "mouse")
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)
        # The window's bars above the page aren't part of it.
        driver.set_window_size(width, height)
        inside = self.call("() => [innerWidth, innerHeight]")
        driver.set_window_size(2 * width - inside[0], 2 * height - inside[1])

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def call(self, function: str, *arguments: Any) -> Any:
        return self.driver.execute_script(f"return ({function})(...arguments);", *arguments)

    def _actions(self) -> ActionBuilder:
        return ActionBuilder(
            self.driver, mouse=self._mouse, keyboard=KeyInput("keys"), wheel=WheelInput("wheel")
        )

    def _perform(self, actions: ActionBuilder) -> None:
        actions.perform()
        self._mouse.clear_actions()

    def tap(self, x: float, y: float) -> None:
        actions = self._actions()
        actions.pointer_action.move_to_location(round(x), round(y))
        actions.pointer_action.pointer_down()
        actions.pointer_action.pointer_up()
        self._perform(actions)

    def down(self, x: float, y: float) -> None:
        actions = self._actions()
        actions.pointer_action.move_to_location(round(x), round(y))
        actions.pointer_action.pointer_down()
        self._perform(actions)

    def move(self, x: float, y: float) -> None:
        actions = self._actions()
        actions.pointer_action.move_to_location(round(x), round(y))
        self._perform(actions)

    def up(self) -> None:
        actions = self._actions()
        actions.pointer_action.pointer_up()
        self._perform(actions)

    def press(self, keys: Sequence[str]) -> None:
        actions = self._actions()
        for key in keys:
            actions.key_action.key_down(key)
        for key in reversed(keys):
            actions.key_action.key_up(key)
        self._perform(actions)

    def back(self) -> None:
        self.driver.back()

    def screenshot(self, path: Path) -> None:
        path.write_bytes(self.driver.get_screenshot_as_png())

    def close(self) -> None:
        self.driver.quit()


class WebKit(Engine):
    name = "webkit"

    def __init__(self) -> None:
        driver, server = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browser = mini_browser()
        if not (driver and browser and server):
            raise EngineMissing("WebKit, which needs webkit2gtk-driver and xvfb")
        self.driver, self.browser = driver, str(browser)
        self.folder = Path(tempfile.mkdtemp(prefix="stationmaster-webkit-"))
        (self.folder / "gtk-3.0").mkdir()
        (self.folder / "gtk-3.0" / "gtk.css").write_text(NARROW)
        read, write = os.pipe()
        self.server = subprocess.Popen(
            [server, "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as output:
            self.display = f":{output.readline().strip()}"

    def tab(self, width: int, height: int, *, touch: bool) -> WebKitTab:
        options = Options()
        options.binary_location = self.browser
        options.add_argument("--automation")
        ours = {
            "DISPLAY": self.display,
            "GDK_BACKEND": "x11",
            "XDG_CONFIG_HOME": str(self.folder),
            "LANGUAGE": "en_GB",
            "NO_AT_BRIDGE": "1",
        }
        try:
            driver = self._drive(options, ours)
        except HTTPError:  # on a busy machine its browser may not come up
            driver = self._drive(options, ours)
        return WebKitTab(driver, width, height)

    def _drive(self, options: Options, ours: dict[str, str]) -> webdriver.WebKitGTK:
        service = Service(self.driver, log_output=subprocess.DEVNULL, env={**os.environ, **ours})
        usual = socket.getdefaulttimeout()
        socket.setdefaulttimeout(PATIENCE)  # Selenium's timeout; without one it waits forever
        try:
            with warnings.catch_warnings():
                # Selenium's own, about how its driver for WebKitGTK calls another part of it.
                warnings.filterwarnings("ignore", "setting remote_server_addr", DeprecationWarning)
                return webdriver.WebKitGTK(options=options, service=service)
        finally:
            socket.setdefaulttimeout(usual)

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)
