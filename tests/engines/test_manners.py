"""What phones expect of a page, especially Apple's, in every engine."""

from collections.abc import Callable

import pytest

from tests.support.browser.server import TV, Server
from tests.support.browser.states import demo
from tests.support.engines.page import Page

Device = Callable[..., Page]
# Below this size of a field Safari zooms in when it is tapped, and never out again.
LEAST = 16
SMALL_FIELDS = """least => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => !["hidden", "checkbox", "radio", "range", "file", "submit"].includes(one.type))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < least)
  .map((one) => one.outerHTML.slice(0, 100))"""
# How far the page is scrolled, and how far it could be.
SCROLLED = """() => {
  const page = document.scrollingElement;
  return [page.scrollLeft, page.scrollTop, page.scrollHeight - innerHeight];
}"""
# An AudioContext that tests can look at; it is made when somebody taps.
LISTEN = """() => {
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    resumed = 0;
    constructor() { super(); window.heard = this; }
    resume() { this.resumed += 1; return super.resume(); }
  };
}"""
# What a page is told when its phone is locked, and when it is woken ten minutes later.
LOCK = """seconds => {
  Object.defineProperty(document, "visibilityState", {
    value: seconds ? "visible" : "hidden", configurable: true,
  });
  const real = Date.now.bind(Date);
  if (seconds) Date.now = () => real() + 1000 * seconds;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
COUNT_SOCKETS = """() => {
  const Real = window.WebSocket;
  window.sockets = 0;
  window.WebSocket = class extends Real {
    constructor(...all) { super(...all); window.sockets += 1; }
  };
}"""
# Firefox lets nothing run on a machine without a loudspeaker; it says what it would do.
SOUNDS = """() => window.heard?.state === "running"
  || (window.heard && navigator.getAutoplayPolicy?.(window.heard) === "allowed")"""


@pytest.fixture(scope="session")
def table(server: Server) -> dict[str, str]:
    """Links of a table in the middle of a game: `Screen` and one per player."""
    return demo(server, "london", 12)


def mover(phones: dict[str, Page]) -> Page:
    return next(page for page in phones.values() if "Your turn" in page.text("#strip"))


def test_no_field_is_so_small_that_a_tap_zooms_in(device: Device, table: dict[str, str]) -> None:
    phone = device("phone")
    for address in ("/", table["Screen"].replace("screen", ""), "/history/", "/statistics/"):
        phone.goto(address)
        assert phone.call(SMALL_FIELDS, LEAST) == [], address
    phone.goto(table["Ada"])
    phone.tap("a, button", "Claim a route")
    phone.see("#sheet #q")
    assert phone.call(SMALL_FIELDS, LEAST) == []


def test_two_quick_taps_zoom_in_nowhere(device: Device, table: dict[str, str]) -> None:
    phone = device("phone")
    style = """css => [...document.querySelectorAll(css)]
      .map((one) => getComputedStyle(one).touchAction)"""
    for address, css in (
        ("/", "main a, main button, main summary, main label"),
        ("/demo/paris/", "#tour-controls a, #tour-controls button"),
        (table["Screen"], "#menu button, summary"),
        (table["Ada"], ".tabs button, #turn button, #turn a"),
    ):
        phone.goto(address)
        ways = phone.call(style, css)
        assert ways, address
        assert set(ways) <= {"manipulation", "none"}, address


def test_a_finger_on_the_map_moves_the_map_and_not_the_page(
    device: Device, table: dict[str, str]
) -> None:
    phone = device("Ada")
    phone.goto(table["Ada"])
    where = "() => document.querySelector('#map .map-board').style.transform"
    phone.see("#map")
    before = phone.call(where)
    x, y = phone.spot("#map")
    phone.drag((x, y), (x - 90, y + 120), steps=6)
    phone.wait(f"before => ({where})() !== before", before)
    assert phone.call(SCROLLED) == [0, 0, 0]
    style = "(css, name) => getComputedStyle(document.querySelector(css))[name]"
    assert phone.call(style, "#map", "touchAction") == "none"
    assert phone.call(style, "main", "overscrollBehaviorY") == "contain"
    assert phone.call(style, "html", "overscrollBehaviorY") == "none"


def test_who_comes_back_to_a_page_sees_what_happened_meanwhile(
    device: Device, table: dict[str, str]
) -> None:
    """From the browser's own memory of it, or loaded again."""
    phones = {name: device(name) for name in table if name != "Screen"}
    for name, page in phones.items():
        page.goto(table[name])
        page.see("#strip")
    playing = mover(phones)
    away = next(page for page in phones.values() if page is not playing)
    before = away.text("#strip")
    away.call("() => { location.href = '/rules/london/'; }")
    away.arrive("/rules/london/")
    playing.tap("button", "Draw cards")
    playing.see_no("#strip", "Your turn")
    away.tab.back()
    away.arrive("/play$")
    away.wait("before => document.querySelector('#strip').innerText.trim() !== before", before)
    away.wait("() => document.body.dataset.link === 'live'")
    away.tap('.tabs [data-tab="tickets"]')
    away.see("#tickets .hold-button")
    assert away.shown("#tickets .ticket") == 0


def test_sound_begins_with_a_tap_and_goes_on_after_a_lock(
    device: Device, table: dict[str, str]
) -> None:
    screen = device("TV", TV)
    screen.goto(table["Screen"])
    screen.call(LISTEN)
    screen.tap("summary", "Menu")
    screen.tap("#sound")
    screen.wait(SOUNDS)
    # A locked tablet stops it; it is back when somebody looks.
    screen.call("() => { window.heard.suspend(); }")
    screen.wait("() => window.heard.state === 'suspended'")
    screen.call("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    screen.wait("() => window.heard.resumed === 1")
    screen.wait(SOUNDS)


def test_a_locked_phone_covers_its_tickets_and_is_back_when_it_wakes(
    device: Device, table: dict[str, str]
) -> None:
    phone = device("Ada")
    phone.goto(table["Ada"])
    phone.wait("() => document.body.dataset.link === 'live'")
    phone.call(COUNT_SOCKETS)
    phone.tap('.tabs [data-tab="tickets"]')
    phone.tab.down(*phone.spot("#tickets .hold-button"))
    phone.see("#tickets .ticket")
    phone.call(LOCK, 0)
    phone.see_no("#tickets .ticket")
    phone.tab.up()
    phone.call(LOCK, 600)
    # Its old connection is no longer trusted; the page is live again by a new one.
    phone.wait("() => window.sockets > 0 && document.body.dataset.link === 'live'")
    phone.tap('.tabs [data-tab="play"]')
    phone.see("#map")
    assert phone.shown("#tickets .ticket") == 0


def test_a_slow_tap_is_a_tap(device: Device) -> None:
    """What a busy machine makes of one; Firefox would lose it."""
    phone = device("phone")
    phone.goto("/")
    phone.call("() => addEventListener('click', () => { window.clicked = true; }, true)")
    at = phone.spot("h1")
    phone.tab.down(*at)
    phone.call("() => new Promise((done) => setTimeout(done, 400))")
    phone.tab.up()
    phone.wait("() => window.clicked")
