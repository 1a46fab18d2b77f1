"""What a phone's first visit weighs and how soon it can be used, measured in Chromium.

Slow 4G (150 ms round trip, 1.6 Mbit/s down, 0.75 up) and a processor four times slower.
"""

import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}


def main() -> None:
    import states
    from conftest import PHONE, QUIET, Server, free_port
    from playwright.sync_api import sync_playwright

    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), free_port(), settings={"DEBUG": "false"})
        server.manage("setup")
        links = states.demo(server, "germany", 60)
        server.start()
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        # The server draws a board once, for whoever asks first; that is not this phone's time.
        warm = browser.new_context(base_url=server.url).new_page()
        warm.goto(links["Bruno"])
        try:
            print("A phone's first visit to a five-player Germany game, slow 4G, processor ÷ 4:")
            report(measure(browser.new_context(viewport=PHONE, base_url=server.url), links["Ada"]))
            pushed = push(browser, server, links)
            print(f"  a claim pushes at most     {pushed:8.1f} kB  (aim: under 8)")
        finally:
            browser.close()
            server.kill()


def measure(context, link: str) -> dict[str, float]:
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


def report(found: dict[str, float]) -> None:
    print(f"  bytes in all               {found['all']:8.1f} kB  (aim: under 100)")
    print(f"  of these scripts           {found['scripts']:8.1f} kB  (aim: under 60)")
    print(f"  interactive after          {found['ready']:8.2f} s   (aim: under 1.5)")


def deflated(frame: str | bytes) -> int:
    """The length on the wire: the socket compresses each frame by itself (permessage-deflate)."""
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
    mover.locator("#sheet form.claim button.go").click()
    mover.wait_for_timeout(1500)
    return max(frames) / 1000


if __name__ == "__main__":
    main()
