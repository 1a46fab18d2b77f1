"""Double font size, set in the browser: sizes in rem and em change with it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.evening_states import choose, open_claim
from tests.support.browser.people import join, open_table, start
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices

SIZES = {"small": (360, 640), "smaller": (375, 553), "on its side": (844, 390)}
# What of a row lies beyond the edge of its page.
BEYOND = """parts => parts.filter(part => part.getBoundingClientRect().right > innerWidth + 1)
  .map(part => part.textContent.trim())"""
# How far what can be typed is wider than its field.
HINT_CUT = """field => {
  const field_style = getComputedStyle(field), hint = getComputedStyle(field, "::placeholder");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${hint.fontWeight} ${hint.fontSize} ${hint.fontFamily}`;
  const room = field.clientWidth - parseFloat(field_style.paddingLeft) * 2;
  return pen.measureText(field.placeholder).width - room;
}"""
WIDE = "document.documentElement.scrollWidth - innerWidth"


def large(page: Page) -> Page:
    """What somebody chooses in the settings of their browser, which media queries go by, too."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    return page


def reachable(what: Locator) -> None:
    """A finger can scroll to it, and then nothing lies over it."""
    what.click(trial=True)


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_within_reach_with_letters_twice_as_large(device: Devices, size: str) -> None:
    width, height = SIZES[size]
    sitting = open_table(device(TV), "germany")
    for name, color in {"Ada": "red", "Maximiliane": "white"}.items():
        page = device({"width": width, "height": height}, has_touch=True, is_mobile=True)
        join(sitting, page, name, color)
    host, guest = (large(page) for page in sitting.phones.values())
    for page in (host, guest):
        assert page.evaluate(WIDE) <= 0
    for tool in host.locator(".seat-buttons button").all():
        reachable(tool)
    reachable(host.locator("#options-fold > summary"))
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        expect(page.locator("body")).to_have_attribute("data-stage", "opening")
        assert page.evaluate(WIDE) <= 0
        for mix in page.locator("button.mix").all():
            reachable(mix)
        page.locator("button.mix").nth(2).click()
        expect(page.locator(".offer .ticket").first).to_be_visible()
        assert page.evaluate(WIDE) <= 0
        for i in range(2):
            page.locator(".offer .pickable").nth(i).click()
        page.locator("[data-keep-button]").click()
    for page in (host, guest):
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")
        assert page.evaluate(WIDE) <= 0
        for tab in page.locator(".tabs a:visible").all():
            reachable(tab)
        page.get_by_role("button", name="Claim a route").click()
        expect(page.locator("#sheet .routerow").first).to_be_visible()
        assert page.locator("#sheet .routerow > *").evaluate_all(BEYOND) == []
        assert page.locator("#sheet #q").evaluate(HINT_CUT) <= 0
        page.keyboard.press("Escape")
        open_claim(page, "berlin--leipzig")
        expect(page.locator("#sheet .sheet-foot .go")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [SIZES["smaller"], (640, 360)])
def test_what_a_claim_asks_is_not_covered_by_those_for_whom_it_could_be_logged(
    device: Devices, size: tuple[int, int]
) -> None:
    sitting = open_table(device(TV), "germany")
    width, height = size
    for name, color in {"Maximiliane": "white", "Ada": "red"}.items():
        page = device({"width": width, "height": height}, has_touch=True, is_mobile=True)
        join(sitting, page, name, color)
    sitting.screen.fill("#adding-name", "Friederike")
    sitting.screen.press("#adding-name", "Enter")
    expect(sitting.screen.locator("#seats")).to_contain_text(re.compile("Friederike", re.I))
    choose(sitting.screen, tickets="paper")
    start(sitting)
    for page in sitting.phones.values():
        page.get_by_role("button", name="Enter my tickets").click()
        for i in range(2):
            page.locator("#sheet .pickable").nth(i).click()
        page.locator("#sheet [data-keep-button]").click()
    page = large(sitting.phones["Ada"])
    open_claim(page, "berlin--leipzig")
    expect(page.locator("#sheet .sheet-foot .other")).to_have_count(2)
    expect(page.locator("#sheet .sheet-foot .go")).to_be_in_viewport(ratio=1)
    for choice in page.locator("#sheet .riders label").all():
        reachable(choice)
        expect(page.locator("#sheet .sheet-foot .go")).to_be_in_viewport(ratio=1)
    for other in page.locator("#sheet .sheet-foot .other").all():
        reachable(other)
