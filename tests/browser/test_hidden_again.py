"""Tickets hide when nobody is reading them, and not while somebody is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.evening_states import seated
from tests.support.browser.people import join, open_table, say_yes, start
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices

SHOWN = "() => Boolean(document.body.dataset.showing)"


def shown(page: Page) -> bool:
    shown_again: bool = page.evaluate(SHOWN)
    return shown_again


def later(page: Page, seconds: int) -> None:
    page.clock.fast_forward(seconds * 1000)


@pytest.fixture
def choosing(device: Devices) -> Page:
    """Ada's phone, with four tickets to choose from in sight."""
    sitting = open_table(device(TV), "paris")
    for name, color in {"Ada": "red", "Bo": "blue"}.items():
        join(sitting, device({"width": 360, "height": 640}, has_touch=True), name, color)
    start(sitting)
    page = sitting.phones["Ada"]
    page.clock.install()
    page.reload()  # all of its clocks are the same from here on
    page.get_by_role("button", name="Show my tickets").click()
    assert shown(page)
    return page


def touch(page: Page) -> None:
    page.locator(".offer .lead").tap()


def scroll(page: Page) -> None:
    """As a finger does that never leaves the glass."""
    page.evaluate("document.querySelector('.offer .secret').dispatchEvent(new Event('scroll'))")


def press(page: Page) -> None:
    page.keyboard.press("Tab")


def choose(page: Page) -> None:
    page.evaluate(
        """() => document.querySelector(".offer input[name=kept]")
          .dispatchEvent(new Event("input", { bubbles: true }))"""
    )


def test_there_is_a_minute_to_read_tickets_to_choose_from(choosing: Page) -> None:
    later(choosing, 55)
    assert shown(choosing)
    later(choosing, 10)
    assert not shown(choosing)


@pytest.mark.parametrize("reading", [touch, scroll, press, choose])
def test_tickets_stay_while_somebody_reads_or_chooses(
    choosing: Page, reading: Callable[[Page], None]
) -> None:
    for _again in range(3):
        later(choosing, 45)
        reading(choosing)
    assert shown(choosing)
    later(choosing, 61)
    assert not shown(choosing)


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_who_looks_away_covers_them_at_once(choosing: Page, event: str) -> None:
    choosing.evaluate(f"window.dispatchEvent(new Event('{event}'))")
    assert not shown(choosing)


def test_tickets_one_holds_are_covered_sooner(device: Devices) -> None:
    sitting = seated(device, "london", tickets="paper")
    start(sitting)
    for page in sitting.phones.values():
        page.get_by_role("button", name="Enter my tickets").click()
        page.locator("#sheet .pickable").first.click()
        page.locator("#sheet [data-keep-button]").click()
        expect(page.locator("#sheet")).not_to_be_visible()
    ada = sitting.phones["Ada"]
    ada.locator('.tabs [data-tab="table"]').click()
    ada.get_by_role("button", name="End the game early").click()
    say_yes(ada)
    expect(ada.locator(".check-paper")).to_be_visible()
    ada.clock.install()
    ada.reload()
    ada.get_by_role("button", name="Show my tickets").click()
    later(ada, 15)
    assert shown(ada)
    later(ada, 10)
    assert not shown(ada)
