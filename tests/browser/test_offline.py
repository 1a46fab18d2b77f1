"""The connection is lost while a confirmation is open: it can be closed, and nothing is sent."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.people import (
    Sitting,
    draw_cards,
    two_playing,
)
from tests.support.browser.watching import Devices

OFFLINE = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def sitting(device: Devices) -> Sitting:
    """Ada and Bo in Paris, after a first card draw."""
    return two_playing(device, "paris")


def ask_to_undo(page: Page) -> None:
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#ask")).to_be_visible()


def test_a_question_can_be_closed_and_its_yes_is_refused_in_plain_sight(
    device: Devices, sitting: Sitting
) -> None:
    page = sitting.phones[sitting.mover()]
    draw_cards(sitting)
    question, refused = page.locator("#ask"), page.locator("#refused")
    with device.allow(OFFLINE):
        for answer in ("Back", "Undo"):
            ask_to_undo(page)
            with page.expect_event("requestfailed"):  # it asks, and hears nothing
                page.context.set_offline(True)
            expect(page.locator("body")).to_have_attribute("data-link", "offline")
            question.get_by_role("button", name=answer).click()
            expect(question).to_be_hidden()
            expect(refused).to_be_visible(visible=answer == "Undo")
            page.context.set_offline(False)
            expect(page.locator("body")).to_have_attribute("data-link", "live")
    # What was refused was not done, and can be done now.
    number = page.locator("#turn").get_attribute("data-number")
    ask_to_undo(page)
    question.get_by_role("button", name="Undo").click()
    expect(page.locator("#turn")).not_to_have_attribute("data-number", number or "")
