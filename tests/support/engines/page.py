"""What people see and do on a page, the same on all engines.

Looking is done by scripts, tapping by the engine. Whatever is expected comes when it comes:
everything waits, and nothing waits longer than it must.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.support.engines import keys
from tests.support.engines.tab import PageLeft, Tab

PATIENCE = 60.0  # seconds; a busy machine is not a broken page
PAUSE = 0.04
HEARD = 3.0  # seconds: some engines make the click a moment after the touch, and some lose it

# Elements that are seen, and say `text` if that is asked for, in their text or as their name.
SEEN = """
const seen = (css, text) => [...document.querySelectorAll(css)].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || !one.checkVisibility({ visibilityProperty: true })) return false;
  if (text === null) return true;
  const says = `${one.getAttribute("aria-label") ?? ""} ${one.innerText ?? one.textContent}`;
  return says.replace(/\\s+/g, " ").toLowerCase().includes(text.toLowerCase());
});
"""
# Where a finger hits an element, once it lies still, uncovered, and the page takes taps.
SPOT = f"""(css, text) => {{
  {SEEN}
  if (document.body.dataset.settled === "no") return "the page takes no taps";
  const one = seen(css, text)[0];
  if (!one) return "it is not there";
  const moves = (motion) => motion.playState === "running" && motion.effect.target?.contains(one);
  if (document.getAnimations().some(moves)) return "it is moving";
  if (one.matches(":disabled")) return "it is disabled";
  let box = one.getBoundingClientRect();
  const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  if (!inside(box.x, box.y) || !inside(box.right - 1, box.bottom - 1)) {{
    one.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
    box = one.getBoundingClientRect();
  }}
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(...at);
  const label = one.closest("label") ?? one.labels?.[0];
  const around = one.ownerSVGElement ? one.parentNode : one; // a drawn thing is made of several
  if (!hit || !(around.contains(hit) || label?.contains(hit))) {{
    return `covered by ${{hit?.outerHTML.slice(0, 90)}}`;
  }}
  return at;
}}"""


@dataclass
class Page:
    """One device in somebody's hands."""

    tab: Tab
    home: str
    name: str = ""

    # -- looking ----------------------------------------------------------------------------------

    def call(self, function: str, *arguments: Any) -> Any:
        return self.tab.call(function, *arguments)

    def until(self, look: Callable[[], Any], what: str) -> Any:
        """Look until there is something to see; says what was last seen when it never comes."""
        end = time.monotonic() + PATIENCE
        while True:
            result = None
            with suppress(PageLeft):
                result = look()
            if result:
                return result
            if time.monotonic() > end:
                raise AssertionError(f"{self.name}: {what}\n{self.url}\n{self.text('body')[:1500]}")
            time.sleep(PAUSE)

    def wait(self, function: str, *arguments: Any) -> Any:
        """Until this function says something true."""
        what = f"never came true: {function} {arguments}"
        return self.until(lambda: self.call(function, *arguments), what)

    @property
    def url(self) -> str:
        return str(self.call("() => location.href"))

    def text(self, css: str) -> str:
        script = "css => document.querySelector(css)?.innerText ?? ''"
        return " ".join(str(self.call(script, css)).split())

    def shown(self, css: str, text: str | None = None) -> int:
        """How many of these can be seen now."""
        return int(
            self.call(f"(css, text) => {{ {SEEN} return seen(css, text).length; }}", css, text)
        )

    def see(self, css: str, text: str | None = None) -> None:
        self.until(lambda: self.shown(css, text), f"not seen: {css} {text or ''}")

    def see_no(self, css: str, text: str | None = None) -> None:
        self.until(lambda: not self.shown(css, text), f"still seen: {css} {text or ''}")

    def stage(self, stage: str) -> None:
        self.wait("stage => document.body.dataset.stage === stage", stage)

    # -- doing ------------------------------------------------------------------------------------

    def goto(self, address: str) -> None:
        self.tab.goto(self.home + address if address.startswith("/") else address)

    def arrive(self, pattern: str) -> None:
        """Until the page with this address is loaded."""
        script = "p => new RegExp(p).test(location.pathname) && document.readyState === 'complete'"
        self.wait(script, pattern)

    def spot(self, css: str, text: str | None = None) -> tuple[float, float]:
        """Where it is, once it has stopped moving and nothing lies over it."""
        end, before = time.monotonic() + PATIENCE, None
        while True:
            try:
                point = self.call(SPOT, css, text)
            except PageLeft:
                point = "the page is being left"
            if isinstance(point, list) and point == before:
                return point[0], point[1]
            before = point
            if time.monotonic() > end:
                raise AssertionError(
                    f"{self.name} cannot tap {css} {text or ''}: {point}\n{self.url}"
                )
            time.sleep(PAUSE)

    def tap(self, css: str, text: str | None = None) -> None:
        self.tap_at(lambda: self.spot(css, text), f"{css} {text or ''}")

    def tap_at(self, find: Callable[[], tuple[float, float]], what: str) -> None:
        """Tap there; once more if the page took no notice or the touch got lost, as people do."""
        for _attempt in range(5):
            at, before = find(), self._taps()
            self.tab.tap(*at)
            if self._taken(before):
                return
        raise AssertionError(f"{self.name} tapped {what} in vain")

    def _taps(self) -> dict[str, Any] | None:
        """Taps made on this page, and those it took (faults.js); none while it is being left."""
        with suppress(PageLeft):
            return self.call("() => window.taps ?? null")
        return None

    def _taken(self, before: dict[str, Any] | None) -> bool:
        """Whether the page took the tap: not if it ignored it, or no click came of the touch."""
        end = time.monotonic() + HEARD
        while time.monotonic() < end:
            taps = self._taps()
            if not before or not taps or taps["page"] != before["page"]:
                return True  # it led to another page
            if taps["taken"] > before["taken"]:
                return True
            if taps["made"] > before["made"]:
                return False
            time.sleep(PAUSE)
        return False

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
        self.tab.down(*start)
        for step in range(1, steps + 1):
            part = step / steps
            self.tab.move(*(a + (b - a) * part for a, b in zip(start, end, strict=True)))
        self.tab.up()

    def press(self, *held: str) -> None:
        self.tab.press(held)

    def type(self, css: str, text: str) -> None:
        """Tap a field and type into it, in place of what it says."""
        self.tap(css)
        self.wait("css => document.activeElement === document.querySelector(css)", css)
        self.call("css => document.querySelector(css).select()", css)
        self.keys(text)

    def keys(self, text: str) -> None:
        for letter in text:
            held: Sequence[str] = (keys.SHIFT, letter) if letter.isupper() else (letter,)
            self.tab.press(held)
