"""Double taps: two hurried taps do one thing, wherever the second one lands."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.support.browser.people import (
    Sitting,
    draw_cards,
    two_playing,
)
from tests.support.markup import parsed

Device = Callable[..., Page]
# Milliseconds between two taps of a hurried finger: the answer to the first may be there or not.
hurried = pytest.mark.parametrize("pause", [0, 150, 300])


@pytest.fixture
def sitting(device: Device) -> Sitting:
    """Ada and Bo, and it is Bo's turn."""
    return two_playing(device, "london", "Bo")


def tap_twice(page: Page, what: Locator, pause: int) -> None:
    """A real double tap: two touches in the same place, whatever is there by then."""
    expect(what).to_be_enabled()
    what.scroll_into_view_if_needed()
    page.wait_for_timeout(800)  # whatever moved has come to rest
    box = what.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    first = time.time()
    _touch(finger, x, y, first)
    page.wait_for_timeout(pause)
    # As long after the first as said, even where this machine was too busy to send it in time.
    _touch(finger, x, y, first + pause / 1000 + 0.02)


def _touch(finger: CDPSession, x: float, y: float, at: float) -> None:
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        touch = {"type": kind, "touchPoints": points, "timestamp": at}
        finger.send("Input.dispatchTouchEvent", touch)


def entries(page: Page) -> int:
    """How many entries the log has, as the phone's own page of it says."""
    log = parsed(page.request.get(page.url.removesuffix("play") + "log").text())
    ids = [id for id in log.values("id") if id.startswith("entry-")]
    return max(int(id.removeprefix("entry-")) for id in ids)


@hurried
def test_two_taps_log_one_turn_even_if_the_next_turn_is_ones_own(
    sitting: Sitting, pause: int
) -> None:
    ada = sitting.phones["Ada"]
    before = entries(ada)
    tap_twice(ada, ada.get_by_role("button", name="Bo drew cards"), pause)
    expect(ada.locator("#strip")).to_contain_text("Your turn, Ada")
    ada.wait_for_timeout(1200)
    assert entries(ada) == before + 1
    # And after that moment the phone is as quick as ever.
    ada.get_by_role("button", name="Draw cards").tap()
    expect(ada.locator("#strip")).to_contain_text("Bo is playing")
    assert entries(ada) == before + 2


@hurried
def test_two_taps_on_a_claim_stay_on_the_page(sitting: Sitting, pause: int) -> None:
    ada = sitting.phones["Ada"]
    before = entries(ada)
    ada.get_by_role("button", name="Claim a route").tap()
    ada.locator("#sheet a.routerow").first.tap()
    button = ada.locator("#sheet form.claim button.other")
    expect(button).to_contain_text("For Bo")
    tap_twice(ada, button, pause)
    expect(ada.locator("#sheet")).not_to_be_visible()
    ada.wait_for_timeout(1200)
    assert entries(ada) == before + 1
    assert ada.locator("body").get_attribute("data-tab") == "play"
    expect(ada.locator("#sheet")).not_to_be_visible()


@hurried
def test_two_taps_on_a_route_in_the_list_do_not_claim_it(sitting: Sitting, pause: int) -> None:
    bo = sitting.phones["Bo"]
    before = entries(bo)
    bo.get_by_role("button", name="Claim a route").tap()
    rows = bo.locator("#sheet a.routerow")
    expect(rows.first).to_be_visible()
    bo.wait_for_timeout(800)
    boxes = [row.bounding_box() for row in rows.all()[:12]]
    rows.first.tap()
    go = bo.locator("#sheet form.claim button.go")
    expect(go).to_be_visible()
    goal = go.bounding_box()
    assert goal is not None
    bo.keyboard.press("Escape")
    # The row that lies where the button will be.
    middle = goal["y"] + goal["height"] / 2
    lying = [i for i, box in enumerate(boxes) if box and abs(box["y"] + 20 - middle) < 60]
    bo.get_by_role("button", name="Claim a route").tap()
    tap_twice(bo, rows.nth(lying[0] if lying else 3), pause)
    expect(go).to_be_visible()
    bo.wait_for_timeout(1200)
    assert entries(bo) == before


def test_a_double_click_on_the_screen_undoes_one_entry(sitting: Sitting) -> None:
    ada, screen = sitting.phones["Ada"], sitting.screen
    draw_cards(sitting)
    draw_cards(sitting)
    before = entries(ada)
    screen.locator("#tools > summary").click()
    screen.locator("#undo").dblclick()
    expect(ada.locator("#strip")).to_contain_text("Your turn, Ada")
    screen.wait_for_timeout(1200)
    assert entries(ada) == before + 1
