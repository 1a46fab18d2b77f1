"""What happens when a sheet has closed: the tab bar answers, and a fixed route is to be claimed."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.people import two_playing

Device = Callable[..., Page]


def test_the_tab_bar_answers_as_soon_as_a_sheet_is_closed(device: Device) -> None:
    ada = two_playing(device, "london", "Ada").phones["Ada"]
    ada.get_by_role("button", name="Claim a route").tap()
    expect(ada.locator("#sheet a.routerow").first).to_be_visible()
    ada.wait_for_timeout(800)
    # Both at once, as a finger can: closed, and on to another page within the same moment.
    log = ada.locator('.tabs [data-tab="log"]')
    box = log.bounding_box()
    assert box is not None
    ada.locator("#sheet [data-close]").first.tap()
    ada.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.locator("body")).to_have_attribute("data-tab", "log")


def test_after_a_route_was_fixed_its_claim_is_open_again(device: Device) -> None:
    ada = two_playing(device, "paris", "Ada").phones["Ada"]
    ada.get_by_role("button", name="Claim a route").tap()
    ada.locator("#sheet a.routerow").first.tap()
    title = ada.locator("#sheet-title")
    ada.get_by_role("button", name="Different on your board?").tap()
    fix = ada.get_by_role("button", name="Fix it here and report it")
    expect(fix).to_be_visible()
    route = title.inner_text()
    ada.locator("#sheet .lengths label").nth(2).tap()
    ada.wait_for_timeout(800)
    fix.tap()
    expect(ada.locator("#sheet form.claim")).to_be_visible()
    expect(title).to_have_text(route)
    expect(ada.locator("#sheet .deal")).to_contain_text("3 spaces")
