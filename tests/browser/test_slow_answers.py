"""A slow response doesn't lose a tap: a sheet requested in the meantime opens afterwards."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.support.browser.fingers import settled
from tests.support.browser.people import (
    Sitting,
    pick_route,
    two_playing,
)
from tests.support.browser.watching import Devices

LIST, DRAW = "Claim a route", "Draw cards"


@pytest.fixture
def sitting(device: Devices) -> Sitting:
    """Ada and Bo in Paris, and it is Ada's turn. She is host."""
    return two_playing(device, "paris", "Ada")


@contextmanager
def slow(page: Page, address: str) -> Iterator[None]:
    """Meanwhile nothing sent there is answered; what was, is answered afterwards."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    yield
    for route in held:
        route.continue_()
    page.unroute(address)


def middle(what: Locator) -> tuple[float, float]:
    """Where a finger goes that does not wait until taps count."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_a_list_asked_for_while_a_move_is_slow_opens_with_its_answer(sitting: Sitting) -> None:
    ada = sitting.phones["Ada"]
    there = middle(ada.get_by_role("button", name=LIST))
    with slow(ada, "**/cards"):
        button(ada, DRAW).tap()
        ada.wait_for_timeout(700)  # later than a hurried finger
        assert ada.evaluate("document.body.dataset.settled") == "no"
        ada.touchscreen.tap(*there)
        ada.wait_for_timeout(300)
        assert not ada.evaluate("document.querySelector('#sheet').open")
    expect(ada.locator("#sheet #q")).to_be_visible()
    expect(sitting.screen.locator("#banner")).to_contain_text(re.compile("Bo", re.I))


def test_a_second_tap_in_a_hurry_opens_nothing_however_slow_the_answer(sitting: Sitting) -> None:
    ada = sitting.phones["Ada"]
    settled(ada)
    with slow(ada, "**/cards"):
        ada.evaluate(  # both in one task: no machine is too busy to be in a hurry
            """([first, second]) => {
              const named = (name) => [...document.querySelectorAll("#turn button, #turn a")]
                .find((one) => one.textContent.trim().startsWith(name));
              named(first).click();
              named(second).click();
            }""",
            [DRAW, LIST],
        )
        ada.wait_for_timeout(300)
    expect(ada.locator("#strip")).to_contain_text("Bo is playing")
    ada.wait_for_timeout(800)
    expect(ada.locator("#sheet")).not_to_be_visible()


def sees(page: Page, words: str) -> None:
    """What is to be read above the page, also while it takes no taps: `expect` waits for those."""
    page.wait_for_function(
        "(words) => document.getElementById('strip').innerText.includes(words)", arg=words
    )


@pytest.mark.parametrize("arrived", [True, False])
def test_what_others_log_is_shown_while_ones_own_answer_is_held_back(
    sitting: Sitting, device: Devices, arrived: bool
) -> None:
    ada, bo = sitting.phones.values()
    ada.set_default_timeout(8_000)  # before htmx gives up, which shows everything
    held: list[tuple[Route, APIResponse | None]] = []
    ada.route("**/cards", lambda route: held.append((route, route.fetch() if arrived else None)))
    button(ada, DRAW).tap()
    if not arrived:  # somebody else was quicker
        bo.get_by_role("button", name="Ada drew cards").tap()
    sees(ada, "Bo is playing")
    button(bo, DRAW).tap()
    sees(ada, "Your turn, Ada")
    assert ada.evaluate("'moving' in document.body.dataset"), "its own move has no answer yet"
    (route, answer) = held.pop()
    if answer:
        route.fulfill(response=answer)
    else:
        with device.allow("^409: POST .*/cards$"):
            route.continue_()
            expect(ada.locator("#toast")).to_contain_text("In the meantime")
    expect(ada.locator("body")).not_to_have_attribute("data-moving", "")
    expect(ada.locator("#strip")).to_contain_text("Your turn, Ada")


def test_a_claim_without_an_answer_says_so_and_its_sheet_catches_up(
    sitting: Sitting, device: Devices
) -> None:
    ada, bo = sitting.phones.values()
    pick_route(bo, "lou", "louvre--invalides")
    go = bo.locator("#sheet .sheet-foot .go")
    expect(go).to_contain_text("For me: Ada drew cards")
    bo.evaluate("window.htmx.config.timeout = 60000")  # it is cut below, however busy the machine
    held: list[Route] = []
    bo.route("**/claim", lambda route: held.append(route))
    go.tap()
    button(ada, DRAW).tap()
    sees(bo, "Your turn, Bo")
    assert bo.evaluate("'moving' in document.body.dataset"), "its own claim has no answer yet"
    with device.allow("htmx:sendError", "^failed: POST .*/claim "):
        held.pop().abort()
        expect(bo.locator("#sheet-wrong")).to_contain_text("No answer came.")
    expect(go).not_to_contain_text("For me")
    expect(go).to_contain_text("Claim for 2 points")


def test_a_move_without_a_sheet_and_without_an_answer_says_so_too(
    sitting: Sitting, device: Devices
) -> None:
    ada = sitting.phones["Ada"]
    ada.route("**/cards", lambda route: route.abort())
    with device.allow("htmx:sendError", "^failed: POST .*/cards "):
        button(ada, DRAW).tap()
        expect(ada.locator("#toast")).to_contain_text("No answer came.")


def test_a_sheet_is_open_again_on_a_page_that_draws_the_corrected_board(sitting: Sitting) -> None:
    ada, bo = sitting.phones.values()
    pick_route(bo, "lou", "louvre--invalides")
    pick_route(ada, "lou", "louvre--notre-dame--2")
    ada.locator("#sheet form.strike button").click()
    expect(bo.locator('.map [data-route="louvre--notre-dame--2"]')).to_have_count(0)
    expect(bo.locator("#sheet form.claim")).to_be_visible()
    expect(bo.locator("#sheet-title")).to_contain_text("Louvre – Invalides")
    # But not the one that sent the correction.
    expect(ada.locator('.map [data-route="louvre--notre-dame--2"]')).to_have_count(0)
    expect(ada.locator("#sheet")).not_to_be_visible()


# A touch whose click comes when `clicks` says so; the answer is what was shown until then.
LIFT = """clicks => new Promise((done) => {
  const strip = document.getElementById("strip");
  strip.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  setTimeout(() => {
    const shown = strip.innerText;
    if (clicks) strip.click();
    done(shown);
  }, 200);
})"""


@pytest.mark.parametrize("clicks", [True, False])
def test_nothing_changes_under_a_finger_until_its_click_has_come(
    sitting: Sitting, clicks: bool
) -> None:
    """A busy phone makes the click some time after the finger was lifted; a held one makes none."""
    ada, bo = sitting.phones.values()
    pushed: list[str | bytes] = []

    def push(message: str | bytes) -> None:  # Playwright can't listen with a built-in function
        pushed.append(message)

    ada.on("websocket", lambda socket: socket.on("framereceived", push))
    ada.reload()
    expect(ada.locator("body")).to_have_attribute("data-link", "live")
    ada.locator("#strip").dispatch_event("pointerdown")
    bo.get_by_role("button", name="Ada drew cards").tap()
    while not any("Bo is playing" in str(message) for message in pushed):
        ada.wait_for_timeout(20)
    assert "Your turn, Ada" in ada.evaluate(LIFT, clicks)
    sees(ada, "Bo is playing")
