"""Paper tickets that aren't in the list, on a phone: missing fields are pointed out, and mistakes
are corrected where they were entered."""

from playwright.sync_api import Page, expect

from tests.support.browser.evening_states import seated
from tests.support.browser.fingers import settled
from tests.support.browser.people import start
from tests.support.browser.watching import Devices

FIELDS = ("new-a", "new-b", "new-points")


def fill(page: Page, row: int, *values: str) -> None:
    fields = page.locator("#sheet .new-ticket").nth(row)
    for name, value in zip(FIELDS, values, strict=False):
        fields.locator(f'[name="{name}"]').fill(value)


def opened(device: Devices) -> Page:
    """Ada's phone with the list of tickets; one of it is ticked."""
    sitting = seated(device, "paris", tickets="paper")
    start(sitting)
    page = next(iter(sitting.phones.values()))
    page.get_by_role("button", name="Enter my tickets").click()
    page.locator("#sheet .pickable").first.click()
    page.get_by_text("Not in the list?").click()
    return page


def test_what_is_missing_is_said_beside_the_fields(device: Devices) -> None:
    page = opened(device)
    keep = page.locator("#sheet [data-keep-button]")
    row = page.locator("#sheet .new-ticket").first
    place, points = (row.locator(f'[data-lacks="{what}"]') for what in ("place", "points"))
    expect(place).to_be_hidden()
    expect(points).to_be_hidden()
    fill(page, 0, "Louvre")
    expect(place).to_be_visible()
    fill(page, 0, "Louvre", "Montsouris")
    expect(place).to_be_hidden()
    expect(points).to_have_text("Still missing: the points.")
    expect(keep).to_be_disabled()
    fill(page, 0, "Louvre", "Montsouris", "0")
    expect(points).to_be_visible()
    fill(page, 0, "Louvre", "Montsouris", "9")
    expect(points).to_be_hidden()
    expect(keep).to_be_enabled()
    fill(page, 0, "", "", "")
    expect(points).to_be_hidden()


def test_a_card_read_wrongly_is_put_right_where_it_was_written(device: Devices) -> None:
    page = opened(device)
    fill(page, 0, "Louvre", "Montsourri", "8")
    page.locator("#sheet [data-keep-button]").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    page.locator('.tabs [data-tab="tickets"]').click()
    page.locator("#tickets .paper-draws .button").click()
    settled(page)
    row = page.locator("#sheet .new-ticket").first
    expect(row.locator('[name="new-b"]')).to_have_value("Montsourri")
    expect(page.locator("#sheet [data-keep-button]")).to_contain_text("2")
    fill(page, 0, "Louvre", "Montsouris", "9")
    page.locator("#sheet [data-keep-button]").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#tickets")).to_contain_text("Montsouris")
