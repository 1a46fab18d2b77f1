"""A table that should enter its passengers, but didn't: its boards still follow the game."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.people import Sitting, choose_opening, claim, join
from tests.support.browser.server import TV


def typed_in_table(screen: Page) -> Sitting:
    screen.goto("/")
    form = screen.locator('form:has(input[name="sheet"][value="germany"])').first
    form.locator('[name="passengers"][value="typed"]').evaluate("radio => { radio.checked = true }")
    form.locator("button").first.click()
    screen.wait_for_url(re.compile(r"/t/[A-Z]{4}/screen"))
    return Sitting(screen, screen.url.split("/")[-2])


def test_a_phone_types_in_piece_after_piece_without_opening_the_sheet_again(
    device: Callable[..., Page],
) -> None:
    sitting = typed_in_table(device(TV))
    join(sitting, device(), "Ada", "red")
    host = sitting.phones["Ada"]
    host.locator('a[href$="/setup/sheet"]').click()
    place = host.locator(".yards details[open]")
    expect(place).to_be_visible()
    for number, color in enumerate(("red", "white", "red"), 1):
        place.locator(f'button[value="{color}"]').click()
        expect(host.locator(".yards .pieces .piece[data-color]")).to_have_count(number)
    expect(host.locator("#sheet")).to_be_visible()


def test_boards_follow_the_game_where_no_passenger_was_typed_in(
    device: Callable[..., Page],
) -> None:
    sitting = typed_in_table(device(TV))
    join(sitting, device(), "Ada", "red")
    join(sitting, device(), "Bo", "black")
    host = sitting.phones["Ada"]
    host.get_by_role("button", name="Start the game").click()
    host.locator("#ask").get_by_role("button", name="Yes").click()  # places are missing
    expect(host.locator("body")).to_have_attribute("data-stage", "opening")
    for page in sitting.phones.values():
        choose_opening(page, 2)
    claim(sitting, "ki", "kiel--schwerin")  # the TV shows who owns it
    for page in sitting.phones.values():
        route = page.locator('#map .route[data-route="kiel--schwerin"]')
        expect(route).to_have_attribute("data-owner", re.compile(".+"))
