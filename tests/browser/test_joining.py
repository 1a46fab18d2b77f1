"""The join page stays up to date: colours that others take in the meantime are taken there, too."""

from playwright.sync_api import expect

from tests.support.browser.fingers import tick
from tests.support.browser.people import join, open_table, start
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices


def test_colours_that_others_take_are_taken_at_once_even_beside_an_error(device: Devices) -> None:
    sitting = open_table(device(TV), "london")
    join(sitting, device(), "Ada", "red")
    bo = device()
    bo.goto(f"/t/{sitting.code}/")
    expect(bo.locator('input[value="red"]')).to_be_disabled()
    bo.fill("#name", "Ada")
    tick(bo.locator('input[value="purple"]'))
    with device.allow("^422: POST .*/join$"):
        bo.get_by_role("button", name="Sit down").click()
        expect(bo.locator("#wrong-name")).to_be_visible()
    bo.fill("#name", "Bo")
    join(sitting, device(), "Cy", "blue")
    expect(bo.locator('input[value="blue"]')).to_be_disabled()
    expect(bo.locator("#there")).to_contain_text("Cy")
    expect(bo.locator("#name")).to_have_value("Bo")
    expect(bo.locator("#wrong-name")).to_be_visible()
    expect(bo.locator('input[value="purple"]')).to_be_checked()
    bo.get_by_role("button", name="Sit down").click()
    bo.wait_for_url("**/play")


def test_options_chosen_on_a_phone_count_without_another_tap(device: Devices) -> None:
    sitting = open_table(device(TV), "london")
    join(sitting, device({"width": 360, "height": 640}, is_mobile=True), "Ada", "red")
    join(sitting, device(), "Bo", "blue")
    host = sitting.phones["Ada"]
    host.locator("#options-fold > summary").click()
    host.locator('#options-form input[value="paper"]').check()
    host.locator('#options-form input[name="no_hints"]').check()
    terms = sitting.screen.locator("#stage .terms")
    expect(terms).to_contain_text("no ticket hints")
    expect(terms).to_contain_text("paper tickets")
    expect(host.locator('#options-form input[name="no_hints"]')).to_be_checked()
    start(sitting)
    expect(host.get_by_role("button", name="Enter my tickets")).to_be_visible()
