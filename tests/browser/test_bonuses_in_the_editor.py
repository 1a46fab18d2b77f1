"""The drawing board has fields for every bonus's parameters, and keys that number places."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_new_map import add_place, new_map, tap_place, tool
from tests.support.browser import states
from tests.support.browser.server import Server

Device = Callable[..., Page]


@pytest.fixture
def page(server: Server, device: Device) -> Page:
    page = states.editor(server, device)
    new_map(page, "Brook", "brook")
    tool(page, "Place")
    add_place(page, "Ford", 200, 200)
    add_place(page, "Mill", 500, 300)
    tool(page, "Select")
    return page


def test_a_bonus_switched_on_takes_what_is_on_the_sheet_already(page: Page) -> None:
    tap_place(page, "ford")
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(page.locator('[data-place="ford"] .pieces-waiting .waiting-count')).to_have_text("2")
    page.get_by_role("tab", name="Settings").click()
    for color, count in (("red", "6"), ("blue", "6"), ("green", "6")):
        page.locator(f'#settings [data-field="cards.{color}"]').fill(count)
    for kind in ("flags", "districts", "globetrotter", "passengers"):
        page.locator(f'[data-has-bonus="{kind}"]').check()

    flags, bag = page.locator('[data-bonus="flags"]'), page.locator('[data-bonus="passengers"]')
    assert flags.locator('[data-member="@.colors"]:checked').count() == 3
    expect(flags.locator('[data-field="@.points"]')).to_have_value("4")
    expect(bag.locator('[data-field="@.first"]')).to_have_value("10")
    expect(bag.locator('[data-shows="on-board"]')).to_have_text("In the bag: 2. On the board: 2.")
    districts = page.locator('[data-bonus="districts"]')
    districts.get_by_role("button", name="Another district").click()
    rows = districts.locator("[data-rows] > *")
    expect(rows).to_have_count(2)
    expect(rows.nth(1).locator('[data-field="@.number"]')).to_have_value("2")

    tap_place(page, "mill")
    page.keyboard.press("2")
    expect(page.locator('[data-place="mill"] .district')).to_have_text("2")
    page.get_by_role("tab", name="Settings").click()
    expect(rows.nth(1).locator('[data-shows="in-row"]')).to_have_text("here: 1")
    page.locator('[data-has-bonus="globetrotter"]').uncheck()
    expect(page.locator('[data-bonus="globetrotter"] .inner')).to_be_hidden()
