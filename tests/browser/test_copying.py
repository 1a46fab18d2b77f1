"""Addresses that are long are copied by a tap, also at home, where there is no clipboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.people import join, open_table
from tests.support.browser.server import TV, Server
from tests.support.browser.watching import Devices

# Over plain HTTP there is no clipboard; what is copied the old way is remembered.
PLAIN_HTTP = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.addEventListener("copy", () => { window.copied = String(getSelection()); });
"""


@pytest.fixture
def made(device: Devices) -> Page:
    """A host's phone that has just made an address for a program."""
    sitting = open_table(device(TV), "london")
    page = device()
    page.add_init_script(PLAIN_HTTP)
    join(sitting, page, "Ada", "red")
    page.goto(f"/t/{sitting.code}/events")
    page.locator("#make-events").click()
    expect(page.locator("#stream-address")).to_contain_text("ws://")
    return page


def test_the_address_for_a_program_is_copied_by_a_tap(made: Page) -> None:
    made.get_by_role("button", name="Copy", exact=True).click()
    expect(made.locator("#stream-copied")).to_have_text("Copied.")
    assert made.evaluate("window.copied") == made.locator("#stream-address").inner_text()


def test_where_nothing_can_be_copied_the_address_is_selected(made: Page) -> None:
    made.evaluate("document.execCommand = () => false")
    made.get_by_role("button", name="Copy", exact=True).click()
    expect(made.locator("#stream-copied")).to_contain_text("is selected")
    assert made.evaluate("String(getSelection())") == made.locator("#stream-address").inner_text()


def test_the_link_of_a_result_is_copied_by_a_tap(server: Server, device: Devices) -> None:
    server.manage("makehistory", "1", "--seed", "3")
    page = device()
    page.add_init_script(PLAIN_HTTP)
    page.goto("/history/?games=all")
    page.goto(page.locator('a[href^="/result/"]').first.get_attribute("href") or "")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("#shared")).to_have_text("Copied.")
    assert page.evaluate("window.copied") == page.locator("#result-link").input_value()
