"""Real pages while the server is killed, sockets are cut, and frames arrive out of order."""

import itertools
import random
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page as Tab
from playwright.sync_api import WebSocketRoute, expect, sync_playwright

from tests.support.boards import board
from tests.support.browser.watching import AWAY, Watched
from tests.support.services import ledger
from tests.support.services.cutting import Cutting
from tests.support.services.parts import App
from tests.support.services.phones import Phone, Sitting, sit_down

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
PHONE = {"width": 390, "height": 844}
TV = {"width": 1280, "height": 720}
PARTS = "#banner, #scores, #lines, #strip, #stats, #last, #turn, #mapstate"
# Everything a page goes through: whether it is linked, and which revision it shows.
DIARY = """
window.diary = [];
document.addEventListener("DOMContentLoaded", () => {
  const note = () => window.diary.push([
    performance.now(), document.body.dataset.link ?? "", Number(document.body.dataset.revision),
  ]);
  new MutationObserver(note).observe(
    document.body, { attributes: true, attributeFilter: ["data-link", "data-revision"] },
  );
});
"""

# What says that there is no connection, on the screen and on phones.
UNLINKED, OFFLINE = ".unlinked:not(.stopped)", ".offline"


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    made = App(settings={"DEBUG": "true"})
    made.manage("setup")
    with made:
        yield made


@pytest.fixture
def browser() -> Iterator[Watched]:
    """Nothing may go wrong on any page that the test has not allowed."""
    # Not for the whole call: its event loop must not meet those of other tests.
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=QUIET)
        watched = Watched(launched)
        yield watched
        watched.check()
        launched.close()


def open_tab(browser: Watched, port: int, path: str, size: dict[str, int] = PHONE) -> Tab:
    context = browser.new_context(
        viewport=size, base_url=f"http://127.0.0.1:{port}", locale="en-GB"
    )
    context.set_default_timeout(30_000)
    context.add_init_script(DIARY)
    tab = context.new_page()
    tab.goto(path)
    return tab


def screen_and_phone(browser: Watched, port: int, sitting: Sitting) -> tuple[Tab, Tab]:
    screen = open_tab(browser, port, sitting.path("screen"), TV)
    phone = open_tab(browser, port, list(sitting.links.values())[1])
    for tab in (screen, phone):
        expect(tab.locator("body")).to_have_attribute("data-link", "live")
        tab.evaluate("window.mark = 1")
    return screen, phone


def shows(tab: Tab, revision: int) -> None:
    expect(tab.locator("body")).to_have_attribute("data-revision", str(revision), timeout=60_000)


def diary(tab: Tab) -> list[tuple[float, str, int]]:
    assert tab.evaluate("window.mark") == 1, "the page was reloaded"
    return [tuple(line) for line in tab.evaluate("window.diary")]


def looks(tab: Tab) -> list[str]:
    """What is on the page, without what depends on when it was loaded."""
    texts = tab.locator(PARTS).evaluate_all(
        "all => all.map((part) => part.id + ': ' + part.textContent + (part.dataset.state ?? ''))"
    )
    return [re.sub(r"\s+", " ", text) for text in texts]


def same_as_fresh(browser: Watched, tab: Tab, port: int, path: str, size: dict[str, int]) -> None:
    fresh = open_tab(browser, port, path, size)
    expect(fresh.locator("body")).to_have_attribute("data-link", "live")
    fresh.wait_for_timeout(1500)  # the flaps of the score have turned
    assert looks(tab) == looks(fresh)
    fresh.context.close()


def test_when_the_server_is_killed_pages_say_so_and_come_back_by_themselves(
    app: App, browser: Watched, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=2)
    logger = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    screen, phone = screen_and_phone(browser, app.port, sitting)
    away, back = [], []
    for _kill in range(3):
        with browser.allow(AWAY):
            began = time.monotonic()
            app.kill()
            for tab, notice in ((screen, UNLINKED), (phone, OFFLINE)):
                expect(tab.locator(notice)).to_be_visible()
            away.append(time.monotonic() - began)
            # Nothing is pretended: a form is not sent, and says so.
            phone.get_by_role("button", name=re.compile("dr[ae]w cards", re.I)).first.click()
            expect(phone.locator("#refused")).to_be_visible()
            app.start()
            began = time.monotonic()
            for tab, notice in ((screen, UNLINKED), (phone, OFFLINE)):
                expect(tab.locator(notice)).to_be_hidden()
                expect(tab.locator("body")).to_have_attribute("data-link", "live")
            back.append(time.monotonic() - began)
        logger.hang_up()
        assert logger.look().log().status == 200
        for tab in (screen, phone):
            shows(tab, ledger.revision(app, sitting))
    for tab in (screen, phone):
        revisions = [revision for _at, _link, revision in diary(tab)]
        assert revisions == sorted(revisions)
    figure(
        f"Server killed under Chromium: phone and TV say so after {max(away):.1f} s at most, and"
        f" are back {max(back):.1f} s after it answers, without a tap"
    )


CUT_EVERY = 20.0
CUT_FOR = 65.0


def test_a_proxy_that_cuts_sockets_every_twenty_seconds_is_not_noticed(
    app: App, browser: Watched, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=2)
    logger = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    late = []
    with Cutting(app.port, every=CUT_EVERY) as proxy:
        tabs = screen_and_phone(browser, proxy.port, sitting)
        until = time.monotonic() + CUT_FOR
        entries = 0
        while time.monotonic() < until:
            began = time.monotonic()
            assert logger.log().status == 200
            entries += 1
            revision = ledger.revision(app, sitting)
            for tab in tabs:
                tab.wait_for_function(
                    "(least) => Number(document.body.dataset.revision) >= least", arg=revision
                )
            late.append(time.monotonic() - began)
            time.sleep(0.5)
        cuts = proxy.cuts
        for tab, path, size in zip(
            tabs,
            (sitting.path("screen"), list(sitting.links.values())[1]),
            (TV, PHONE),
            strict=True,
        ):
            lines = diary(tab)
            assert "offline" not in {link for _at, link, _revision in lines}, "a notice flickered"
            revisions = [revision for _at, _link, revision in lines]
            assert revisions == sorted(revisions)
            same_as_fresh(browser, tab, app.port, path, size)
        for tab in tabs:
            tab.close()  # before the proxy goes away: they would try to come back
    assert cuts >= 2 * len(tabs), "nothing was cut"
    figure(
        f"Sockets cut every {CUT_EVERY:.0f} s for {CUT_FOR:.0f} s ({cuts} cuts): {entries} entries,"
        f" each on the TV and a phone after {max(late):.1f} s at most; no notice was shown"
    )


class Post:
    """Carries the frames of a socket as it likes: late, twice, and in any order."""

    def __init__(self, tab: Tab, luck: random.Random) -> None:
        self.luck = luck
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        self.delivered = self.twice = self.swapped = 0
        tab.route_web_socket(re.compile("/ws/"), self.connect)

    def connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: self.held.append((route, message)))

    def deliver(self, *, backwards: bool = False) -> None:
        """Some of what is held, shuffled; some of it stays, some is handed out twice."""
        held, self.held = self.held, []
        order = list(range(len(held)))
        if backwards:
            order.reverse()
        else:
            self.luck.shuffle(order)
        self.swapped += sum(a > b for a, b in itertools.pairwise(order))
        for i in order:
            route, message = held[i]
            if not backwards and self.luck.random() < 0.2:
                self.held.append((route, message))  # later, or once more
                if self.luck.random() < 0.5:
                    continue
                self.twice += 1
            self.delivered += 1
            route.send(message)


def test_frames_late_twice_and_out_of_order_never_turn_a_page_back(
    app: App, browser: Watched, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=2)
    logger = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    kinds = ((sitting.path("screen"), TV), (list(sitting.links.values())[1], PHONE))
    tabs, posts = [], []
    for i, (path, size) in enumerate(kinds):
        tab = open_tab(browser, app.port, "/healthz", size)
        posts.append(Post(tab, random.Random(i)))
        tab.goto(path)
        tab.evaluate("window.mark = 1")
        tabs.append(tab)
    luck = random.Random(7)
    entries, what = 0, ""
    reserved, *routes = [route.id for route in board("london").routes if route.length <= 2]

    def play(count: int) -> None:
        nonlocal entries, what
        for _entry in range(count):
            # Undo now and then: a part that is as it was before is not in the difference.
            undo = what in ("cards", "claim") and luck.random() < 0.3
            what = "undo" if undo else luck.choice(("cards", "claim"))
            more = {"route": luck.choice(routes)} if what == "claim" else {}
            if logger.log(what, **more).status == 422:  # it is taken, or so is its twin
                what = "cards"
                assert logger.log(what).status == 200
            entries += 1
            tabs[0].wait_for_timeout(60)  # every entry a frame of its own

    for _round in range(8):
        play(luck.randrange(1, 6))
        for post in posts:
            post.deliver()
        tabs[0].wait_for_timeout(100)
    for post in posts:
        post.deliver(backwards=True)
    # What comes last is the oldest: the claim, whose map and score no later frame touches.
    assert logger.log("claim", route=reserved).status == 200
    for _turn in range(3):
        assert logger.log().status == 200
        tabs[0].wait_for_timeout(100)
    for post in posts:
        assert len(post.held) > 2
        post.deliver(backwards=True)
    last = ledger.revision(app, sitting)
    for tab, (path, size) in zip(tabs, kinds, strict=True):
        shows(tab, last)
        revisions = [revision for _at, _link, revision in diary(tab)]
        assert revisions == sorted(revisions), "the page went backwards"
        tab.wait_for_timeout(1500)
        same_as_fresh(browser, tab, app.port, path, size)
    swapped, twice = sum(p.swapped for p in posts), sum(p.twice for p in posts)
    assert swapped
    assert twice
    figure(
        f"{entries} entries, {sum(p.delivered for p in posts)} frames delivered late, {swapped} out"
        f" of order, {twice} twice: every page ends with the newest state, none went back"
    )


def test_pages_that_were_open_while_a_backup_was_restored_show_the_restored_table(
    app: App, browser: Watched, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    sitting = sit_down(app, players=2)
    logger = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    assert logger.log().status == 200
    then = ledger.revision(app, sitting)
    app.manage("backup", str(tmp_path / "backup.zip"))
    for _entry in range(3):
        assert logger.log().status == 200
    tabs = screen_and_phone(browser, app.port, sitting)
    for tab in tabs:
        shows(tab, then + 3)
    with browser.allow(AWAY):
        app.stop()
        app.manage("restore", "--replace", str(tmp_path / "backup.zip"))
        app.start()
        began = time.monotonic()
        for tab in tabs:
            shows(tab, then)
    figure(
        f"Restored to three entries ago while pages were open: they show it"
        f" {time.monotonic() - began:.0f} s after the start, without a tap"
    )
