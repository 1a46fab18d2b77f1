"""The size of a phone's first visit and the time until it's usable, in Chromium; and the server's
start.

Slow 4G (150 ms round trip, 1.6 Mbit/s down, 0.75 up) and a processor four times slower.
"""

import shutil
import sys
import tempfile
import time
import zlib
from pathlib import Path

from bench.figures import Row
from bench.servers import Process, family, free_port, memory

ROOT = Path(__file__).resolve().parent.parent
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}


def measure() -> list[Row]:
    return [*_first_visit(), *_start()]


def _first_visit() -> list[Row]:
    from playwright.sync_api import sync_playwright

    from tests.support.browser import states
    from tests.support.browser.server import PHONE, QUIET, Server

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), free_port(), settings={"DEBUG": "false"})
        server.manage("collectstatic", "--noinput", "--verbosity", "0")
        server.manage("setup")
        links = states.demo(server, "germany", 60)
        server.start()
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        try:
            # The server draws a board once, for the first that asks; that is not this phone's time.
            warm = browser.new_context(base_url=server.url).new_page()
            warm.goto(links["Bruno"])
            context = browser.new_context(viewport=PHONE, base_url=server.url)
            weights = visit(context, links["Ada"])
            pushed = push(browser, server, links)
        finally:
            browser.close()
            server.kill()
    return [
        _row("A phone's first visit, bytes in all", weights["all"], "kB", 100),
        _row("Of these scripts", weights["scripts"], "kB", 60),
        _row(
            "Interactive, on slow 4G with a processor four times slower", weights["ready"], "s", 1.5
        ),
        _row("The largest push of a claim, compressed", pushed, "kB", 8),
    ]


def _row(name: str, value: float, unit: str, aim: float) -> Row:
    places = 2 if unit == "s" else 1
    shown = f"{value:.{places}f} {unit}"
    measured = {"value": value, "unit": unit}
    return Row(name, shown, "", None, f"< {aim:g} {unit}", value < aim, measured)


def _start() -> list[Row]:
    """From `make run` to the first page, when everything is installed; and what it takes idle."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        settings = {"DATA_DIR": folder, "PORT": str(port)}
        command = (
            ["make", "run"] if shutil.which("make") else [sys.executable, "manage.py", "serve"]
        )
        took = 0.0
        for _time in range(2):
            served = Process(command, port, Path(folder) / "run.log", "/", settings)
            took = served.start()
            time.sleep(1)
            idle = sum(memory(pid) for pid in family(served.pid))
            served.stop()
    return [
        _row("Second `make run` to the first page", took, "s", 10),
        Row("Memory of the idle server", f"{idle:.0f} MB", found={"MB": idle}),
    ]


def visit(context, link: str) -> dict[str, float]:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    session.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    page.goto(link, wait_until="load")
    page.wait_for_selector("body[data-link=live]")
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    scripts = sum(size for id, size in sizes.items() if kinds.get(id) == "Script")
    return {"all": sum(sizes.values()) / 1000, "scripts": scripts / 1000, "ready": ready / 1000}


def deflated(frame: str | bytes) -> int:
    """The length on the wire: the socket compresses each frame separately (permessage-deflate)."""
    return len(zlib.compress(frame.encode() if isinstance(frame, str) else frame, wbits=-15))


def push(browser, server, links: dict[str, str]) -> float:
    """The largest frame a claim sends to a phone or the screen."""
    frames: list[int] = []
    pages = {}
    for name, link in links.items():
        page = browser.new_context(base_url=server.url).new_page()
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda data: frames.append(deflated(data))),
        )
        page.goto(link)
        page.wait_for_selector("body[data-link=live]")
        pages[name] = page
    mover = next(
        page
        for name, page in pages.items()
        if name != "Screen" and "Your turn" in page.locator("#strip").inner_text()
    )
    mover.wait_for_timeout(500)
    frames.clear()
    mover.get_by_role("button", name="Claim a route").click()
    mover.locator("#sheet a.routerow").first.click()
    for end in mover.locator("#sheet .riders:not(:has(:checked))").all():
        end.locator("input").first.check(force=True)
    mover.locator("#sheet form.claim button.go").click()
    for _moment in range(100):  # until everybody has it, however slow the machine
        mover.wait_for_timeout(200)
        if len(frames) >= len(pages):
            break
    return max(frames) / 1000
