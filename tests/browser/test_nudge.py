"""The nudge: a vibration for the player to move, and a friendly line on the screen."""

from playwright.sync_api import Page, expect

from tests.support.browser.people import choose_opening, expect_turn_passed, join, open_table, start
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices

SHAKEN = "navigator.vibrate = (pattern) => { window.shaken = pattern; return true; }"


def ticking(page: Page) -> Page:
    """A device whose clock can be moved on."""
    page.add_init_script(SHAKEN)
    page.clock.install()
    return page


def test_after_the_chosen_time_the_phone_of_the_player_to_move_shakes(device: Devices) -> None:
    sitting = open_table(ticking(device(TV)), "london")
    for name, color in {"Ada": "red", "Bo": "blue"}.items():
        join(sitting, ticking(device()), name, color)
    host = sitting.phones["Ada"]
    host.locator("#options-fold summary").click()
    host.locator('#options-form input[name="nudge_minutes"][value="2"]').check()
    expect(sitting.screen.locator("#stage .terms")).to_contain_text("nudge after 2 minutes")
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 1)
    first = sitting.mover()
    mover = sitting.phones[first]
    other = next(page for page in sitting.phones.values() if page is not mover)
    mover.evaluate("window.shaken = null")
    for page in (mover, other, sitting.screen):
        page.clock.run_for("01:50")
        expect(page.locator("#nudge:visible")).to_have_count(0)
        page.clock.run_for("00:15")
    expect(mover.locator("#strip #nudge")).to_be_visible()
    assert mover.evaluate("window.shaken") == [60, 80, 60, 80, 200]
    line = sitting.screen.locator("#banner #nudge")
    expect(line).to_be_visible()
    expect(line).to_contain_text(first)
    expect(other.locator("#nudge")).to_have_count(0)
    # By key: the time that a tap carries is the browser's own, and far behind this page's clock.
    mover.clock.run_for("00:02")
    mover.get_by_role("button", name="Draw cards", exact=True).press("Enter")
    expect_turn_passed(sitting, first)
    expect(mover.locator("#nudge")).to_have_count(0)
