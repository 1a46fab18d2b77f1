"""What people do at every table, in each language it is played in: from the lobby to the result."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.languages import LANGUAGES, counted, left_in_english, word
from tests.support.browser.people import (
    choose_opening,
    claim,
    claim_on_map,
    draw_cards,
    end_early,
    join,
    open_table,
    start,
    undo,
    watch_reveal,
)
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices

CLAIMS = "{player} claims {route}: {count} point."
CLAIMS_MANY = "{player} claims {route}: {count} points."
ROUTE, ENDS = "british-museum--covent-garden--1", "British Museum – Covent Garden"


def peek(page: Page) -> None:
    """Tickets are seen while a finger is on the button, and not before or after."""
    tab = page.locator('.tabs [data-tab="tickets"]')
    if tab.is_visible():  # on its side, a phone has the tickets beside the map
        tab.click()
    hold = page.locator("#tickets .hold-button")
    expect(hold).to_contain_text(word(page, "Hold to see my tickets"))
    ticket = page.locator("#tickets .ticket").first
    expect(ticket).not_to_be_visible()
    hold.focus()
    page.keyboard.down("Space")
    expect(ticket).to_be_visible()
    page.keyboard.up("Space")
    expect(ticket).not_to_be_visible()
    page.locator('.tabs [data-tab="play"]').click()


# Each language on another phone: small, on its side, and small on its side.
SIZES = {"en": (360, 640), "it": (844, 390), "de": (640, 360)}


@pytest.mark.parametrize("language", SIZES)
def test_a_game_is_joined_played_undone_revealed_and_scored(device: Devices, language: str) -> None:
    device.language = LANGUAGES[language]
    width, height = SIZES[language]
    phone_size = {"width": width, "height": height}
    sitting = open_table(device(TV), "london")
    join(sitting, device(phone_size, has_touch=True), "Ada", "red")
    join(sitting, device(phone_size, has_touch=True), "Bo", "blue")
    pages = [sitting.screen, *sitting.phones.values()]

    def all_in_the_language() -> None:
        for page in pages:
            assert page.locator("html").get_attribute("lang") == language
            assert left_in_english(page) == []

    all_in_the_language()
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 1)
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")
    first = sitting.mover()
    all_in_the_language()

    claim(sitting, "covent", ROUTE)
    line = counted(sitting.screen, CLAIMS, CLAIMS_MANY, player=first, route=ENDS)
    expect(sitting.screen.locator("#lines")).to_contain_text(line)
    for page in sitting.phones.values():
        peek(page)
    undo(sitting.phones[first])
    expect(sitting.screen.locator("#banner")).to_contain_text(re.compile(first, re.I))
    expect(sitting.screen.locator(f'[data-route="{ROUTE}"]').first).not_to_have_attribute(
        "data-owner", re.compile(".+")
    )
    claim_on_map(sitting, ROUTE)
    draw_cards(sitting)
    all_in_the_language()

    end_early(sitting)
    all_in_the_language()
    assert watch_reveal(sitting) >= 2
    all_in_the_language()
    phone = sitting.phones[first]
    phone.get_by_role("link", name=word(phone, "Full score sheet")).first.click()
    phone.wait_for_url("**/result/*/")
    expect(phone.locator("main")).to_contain_text(ENDS)
    all_in_the_language()
