"""Paper tickets picked from the list on a phone."""

from playwright.sync_api import expect

from tests.support.browser.evening_states import seated
from tests.support.browser.people import start
from tests.support.browser.watching import Devices


def test_a_ticket_found_by_its_letters_stays_in_sight(device: Devices) -> None:
    sitting = seated(device, "london", tickets="paper")
    start(sitting)
    page = next(iter(sitting.phones.values()))
    page.get_by_role("button", name="Enter my tickets").click()
    tickets = page.locator("#sheet .picklist [data-words]")
    for letters, ticket in (("tra glo", "Globe Theatre"), ("kings buck", "King's Cross")):
        page.locator("#sheet [data-find]").fill(letters)
        tickets.filter(has_text=ticket, visible=True).click()
        expect(tickets.first).to_contain_text(ticket)
        expect(tickets.first.get_by_role("checkbox")).to_be_checked()
        expect(tickets.first).to_be_in_viewport()
    expect(page.locator("#sheet [data-find]")).to_have_value("")
    expect(page.locator("#sheet [data-keep-button]")).to_contain_text("2")
