"""Each phone's share of the passengers to put on the board: it stays until they're all laid."""

from playwright.sync_api import Page, expect

from tests.support.browser.people import choose_opening, claim, join, open_table, start
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices

SHARE = "Your share of the board"


def first(page: Page, where: str):
    return page.locator(f"{where} .setup-share input").first


def test_the_share_of_the_board_stays_until_somebody_claims_a_route(device: Devices) -> None:
    sitting = open_table(device(TV), "germany")
    for name, color in {"Ada": "red", "Bo": "black", "Cy": "yellow"}.items():
        join(sitting, device(), name, color)
    start(sitting)
    ada, bo, cy = sitting.phones.values()
    choose_opening(ada, 2)
    first(ada, "#turn").check()

    # A push changes the page around the list, and leaves the tick.
    choose_opening(bo, 2)
    expect(ada.locator("#turn .chips")).not_to_contain_text("Bo")
    expect(first(ada, "#turn")).to_be_checked()

    # Choosing tickets is quicker than sixty passengers: the list is a tap away, as it was left.
    choose_opening(cy, 2)
    expect(ada.locator("body")).to_have_attribute("data-stage", "turns")
    again = ada.get_by_role("button", name=SHARE)
    expect(again).to_be_in_viewport(ratio=1)
    again.click()
    expect(first(ada, "#sheet")).to_be_checked()
    ada.locator("#sheet .setup-share input").nth(1).check()
    ada.keyboard.press("Escape")
    expect(ada.locator("#sheet")).not_to_be_visible()

    claim(sitting, "ki", "hamburg--kiel--1")
    expect(ada.get_by_role("button", name=SHARE)).to_have_count(0)
