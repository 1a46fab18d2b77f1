"""A table whose passengers are to be typed in, and nobody did: its boards follow the game."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.people import Sitting, choose_opening, claim, join, start
from tests.support.browser.server import TV


def test_boards_follow_the_game_where_no_passenger_was_typed_in(
    device: Callable[..., Page],
) -> None:
    screen = device(TV)
    screen.goto("/")
    form = screen.locator('form:has(input[name="sheet"][value="germany"])').first
    form.locator('[name="passengers"][value="typed"]').evaluate("radio => { radio.checked = true }")
    form.locator("button").first.click()
    screen.wait_for_url(re.compile(r"/t/[A-Z]{4}/screen"))
    sitting = Sitting(screen, screen.url.split("/")[-2])
    join(sitting, device(), "Ada", "red")
    join(sitting, device(), "Bo", "black")
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 2)
    claim(sitting, "ki", "kiel--schwerin")  # the TV shows who owns it
    for page in sitting.phones.values():
        route = page.locator('#map .route[data-route="kiel--schwerin"]')
        expect(route).to_have_attribute("data-owner", re.compile(".+"))
