"""Tap to TV: from a phone's POST to the changed pixel on the TV, in two Chromium contexts.

The floor beside it is the smallest Channels app there is (`floor/app.py`). Taps on it and on ours
take turns, so that both meet the same machine. All pages live in one browser and read one clock.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.driving import summary
from bench.figures import Row, ms
from bench.servers import Installation, Process, free_port

TAPS = 80
WARM = 8
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Four pages are open and only one can be in front: the others mustn't be throttled.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
]
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1920, "height": 1080}
CLOCK = "performance.timeOrigin + performance.now()"
# On the phone: when the form was sent.
SENDING = f"""
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (...args) {{
  window.sentAt = {CLOCK};
  return send.apply(this, args);
}};
"""
# On the TV: when the frame with the change was painted. A frame's callbacks run just before it is
# painted; a message posted there arrives just after.
SEEING = f"""
window.seenAt = 0;
window.WebSocket = class extends WebSocket {{
  constructor(...args) {{
    super(...args);
    this.addEventListener("message", () => {{ window.gotAt ||= {CLOCK}; }});
  }}
}};
const watch = new MutationObserver((changes) => {{
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const ours = changes.some((change) =>
    element(change.target)?.closest(`#${{ID}}`)
    || [...change.addedNodes].some((node) => element(node)?.closest(`#${{ID}}`)));
  if (!ours || window.seenAt) return;
  window.seenAt = -1;
  requestAnimationFrame(() => {{
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {{ window.seenAt = {CLOCK}; }};
    painted.port2.postMessage(0);
  }});
}});
document.addEventListener("DOMContentLoaded", () =>
  watch.observe(document.body, {{ subtree: true, childList: true, characterData: true }}));
"""
SEEN = """async () => {
  while (window.seenAt <= 0) await new Promise((later) => setTimeout(later, 10));
  return window.seenAt;
}"""


def measure() -> list[Row]:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="stationmaster-tap-") as folder:
        installation = Installation(Path(folder) / "ours")
        installation.setup()
        (table,) = installation.prepare(1)
        port = free_port()
        floor = Process(
            [sys.executable, "-m", "bench.floor"],
            port,
            Path(folder) / "floor.log",
            "/tv",
            {"PORT": str(port), "FLOOR_DATA": folder},
        )
        try:
            installation.start()
            floor.start()
            with sync_playwright() as playwright:
                path = shutil.which("chromium") or shutil.which("chromium-browser")
                browser = playwright.chromium.launch(executable_path=path, args=QUIET)
                ours = _ours(browser, f"http://127.0.0.1:{installation.ports[0]}", table)
                least = _floor(browser, f"http://127.0.0.1:{port}")
                taps = [(_tap(*least), _tap(*ours)) for _ in range(WARM + TAPS)][WARM:]
                browser.close()
        finally:
            installation.stop()
            floor.stop()
    theirs, mine = (summary([tap[which][0] for tap in taps]) for which in (0, 1))
    floor_message, our_message = (summary([tap[which][1] for tap in taps]) for which in (0, 1))
    ratio = mine["p95"] / theirs["p95"]
    measured = {"ours": mine, "floor": theirs, "taps": len(taps)}
    measured |= {"until the TV has the message": {"ours": our_message, "floor": floor_message}}
    return [
        Row(
            "Phone's POST to the changed pixel, beside the smallest Channels app",
            ms(mine),
            ms(theirs),
            ratio,
            "p95 ≤ 2",
            ratio <= 2,
            measured,
        )
    ]


def _page(browser: Any, size: dict[str, int], script: str, **options: Any) -> Any:
    context = browser.new_context(viewport=size, **options)
    context.add_init_script(script)
    return context.new_page()


def _ours(browser: Any, url: str, table: dict[str, Any]) -> tuple[Any, Any, str]:
    screen = _page(browser, SCREEN, f"const ID = 'lines'; {SEEING}")
    phone = _page(browser, PHONE, SENDING, has_touch=True, is_mobile=True)
    screen.goto(f"{url}/t/{table['code']}/screen")
    phone.goto(f"{url}/t/{table['code']}/seat/{table['seats'][0]}")
    for page in (screen, phone):
        page.wait_for_selector("body[data-link=live]")
    # Anyone can log for the player to move, so one phone can make all taps.
    return phone, screen, 'form[action$="/cards"] button'


def _floor(browser: Any, url: str) -> tuple[Any, Any, str]:
    screen = _page(browser, SCREEN, f"const ID = 'line'; {SEEING}")
    phone = _page(browser, PHONE, SENDING, has_touch=True, is_mobile=True)
    screen.goto(f"{url}/tv")
    phone.goto(f"{url}/phone")
    screen.wait_for_timeout(300)
    return phone, screen, "button"


def _tap(phone: Any, screen: Any, button: str) -> tuple[float, float]:
    """Milliseconds of one tap to the pixel, and to the message on the TV; then a moment's rest."""
    screen.evaluate("window.seenAt = window.gotAt = 0")
    phone.locator(button).first.tap()
    seen, sent = screen.evaluate(SEEN), phone.evaluate("window.sentAt")
    got = screen.evaluate("window.gotAt")
    phone.wait_for_timeout(250)
    return seen - sent, got - sent
