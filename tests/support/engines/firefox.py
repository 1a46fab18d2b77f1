"""Firefox, driven over WebDriver BiDi, which it speaks itself: https://w3c.github.io/webdriver-bidi/.

One process for all devices; each has a user context, which has cookies of its own.
"""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.support.engines.tab import Engine, EngineMissing, PageLeft, Tab

PATIENCE = 120.0  # seconds for any answer: a busy machine is no fault
OPTIONS = ("--headless", "--no-remote", "--remote-debugging-port", "0")
LEFT = ("Actor", "discarded", "destroyed", "AbortError", "navigat")
DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}
# Nothing calls home, and nothing else than the page under test is on the screen.
PREFERENCES = {
    # A finger that is down for 300 ms makes no click, and a busy machine needs longer for a tap.
    "apz.max_tap_time": 60_000,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class Bidi:
    """Commands and their answers over one socket; events are kept until somebody looks."""

    def __init__(self, address: str) -> None:
        self._socket = connect(
            address, max_size=None, compression=None, ping_interval=None, legacy=True
        )
        self._sent = 0
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._sent += 1
        message = {"id": self._sent, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == self._sent:
                if answer["type"] == "error":
                    if any(word in answer["message"] for word in LEFT):
                        raise PageLeft(answer["message"])
                    raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            self.events.append(answer)

    def close(self) -> None:
        self._socket.close()


class FirefoxTab(Tab):
    def __init__(self, bidi: Bidi, user: str, context: str, *, touch: bool) -> None:
        self.bidi, self.user, self.context, self.touch = bidi, user, context, touch

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.bidi.send(method, context=self.context, **parameters)

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", url=url, wait="complete")

    def call(self, function: str, *arguments: Any) -> Any:
        given = json.dumps(json.dumps(arguments))
        answer = self.bidi.send(
            "script.callFunction",
            functionDeclaration=f"""async () => {{
                const answer = await ({function})(...JSON.parse({given}));
                return JSON.stringify(answer ?? null);
            }}""",
            awaitPromise=True,
            userActivation=False,
            target={"context": self.context},
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def _act(self, *actions: dict[str, Any]) -> None:
        kind = "touch" if self.touch else "mouse"
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}
        self._send("input.performActions", actions=[{**source, "actions": list(actions)}])

    def tap(self, x: float, y: float) -> None:
        self._act(_to(x, y), DOWN, UP)

    def down(self, x: float, y: float) -> None:
        self._act(_to(x, y), DOWN)

    def move(self, x: float, y: float) -> None:
        self._act(_to(x, y))

    def up(self) -> None:
        self._act(UP)

    def press(self, keys: Sequence[str]) -> None:
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        source = {"type": "key", "id": "keys", "actions": actions}
        self._send("input.performActions", actions=[source])

    def back(self) -> None:
        self._send("browsingContext.traverseHistory", delta=-1)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("browsingContext.captureScreenshot")["data"]))

    def complaints(self) -> list[str]:
        self.bidi.send("session.status")  # what it has to say comes before the answer
        mine = [
            event["params"]
            for event in self.bidi.events
            if event["params"].get("source", {}).get("context") == self.context
        ]
        self.bidi.events = [one for one in self.bidi.events if one["params"] not in mine]
        return [f"{entry['type']}: {entry['text']}" for entry in mine if entry["level"] == "error"]

    def close(self) -> None:
        self.bidi.send("browser.removeUserContext", userContext=self.user)


def _to(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}


class Firefox(Engine):
    name = "firefox"

    def __init__(self) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if not program:
            raise EngineMissing("Firefox, which needs firefox-esr")
        self.folder = Path(tempfile.mkdtemp(prefix="stationmaster-firefox-"))
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in PREFERENCES.items()
        ]
        (self.folder / "user.js").write_text("".join(lines))
        with (self.folder / "said.log").open("wb") as log:
            self.process = subprocess.Popen(
                [program, *OPTIONS, "--profile", self.folder],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "HOME": str(self.folder), "MOZ_CRASHREPORTER_DISABLE": "1"},
            )
        self.bidi = Bidi(f"{self._address()}/session")
        self.bidi.send("session.new", capabilities={})
        self.bidi.send("session.subscribe", events=["log.entryAdded"])

    def _address(self) -> str:
        end, output = time.monotonic() + PATIENCE, ""
        while time.monotonic() < end and self.process.poll() is None:
            output = (self.folder / "said.log").read_text()
            if match := re.search(r"WebDriver BiDi listening on (ws://\S+)\n", output):
                return match[1]
            time.sleep(0.05)
        raise AssertionError(f"Firefox did not start:\n{output}")

    def tab(self, width: int, height: int, *, touch: bool) -> FirefoxTab:
        user = self.bidi.send("browser.createUserContext")["userContext"]
        context = self.bidi.send("browsingContext.create", type="window", userContext=user)[
            "context"
        ]
        self.bidi.send(
            "browsingContext.setViewport",
            context=context,
            viewport={"width": width, "height": height},
        )
        self.bidi.send("emulation.setLocaleOverride", locale="en-GB", contexts=[context])
        return FirefoxTab(self.bidi, user, context, touch=touch)

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.bidi.send("browser.close")
        self.bidi.close()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
