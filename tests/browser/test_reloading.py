"""Pages that lose access reload once. One that would reload forever stops and shows a notice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.people import Sitting, join, open_table
from tests.support.browser.server import TV

Device = Callable[..., Page]

# Of another program on the same host. The first ones keep `SimpleCookie` from reading any further.
FOREIGN = (("a@b", "1"), ("prefs", '{"theme": "dark"}'), ("x", "a b"))


def loads(page: Page) -> list[str]:
    """Every time the page itself is asked for from now on."""
    addresses: list[str] = []
    page.on(
        "request",
        lambda request: addresses.append(request.url) if request.is_navigation_request() else None,
    )
    return addresses


def sat_down(device: Device) -> tuple[Sitting, Page]:
    sitting = open_table(device(TV), "london")
    phone = device()
    join(sitting, phone, "Ada", "red")
    return sitting, phone


def test_a_cookie_of_another_program_changes_nothing(device: Device) -> None:
    sitting, phone = sat_down(device)
    for page in (sitting.screen, phone):
        page.context.add_cookies(
            [
                {"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}
                for name, value in FOREIGN
            ]
        )
        page.reload()
        seen = loads(page)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        page.wait_for_timeout(1000)  # in which a page that is sent away would load several times
        assert seen == []
    expect(sitting.screen.locator("#depart")).to_be_visible()  # the host's controls
    expect(phone.get_by_role("button", name="Start the game")).to_be_attached()


@pytest.mark.parametrize("who", ["phone", "screen"])
def test_a_page_that_is_sent_away_again_and_again_stops_and_says_so(
    device: Device, who: str
) -> None:
    sitting, phone = sat_down(device)
    page = phone if who == "phone" else sitting.screen

    def turn_away(socket: WebSocketRoute) -> None:
        socket.close(code=4404, reason="")

    page.route_web_socket(re.compile("/ws/t/"), turn_away)
    seen = loads(page)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "stopped")
    expect(page.locator(".stopped")).to_be_visible()
    page.wait_for_timeout(3000)
    assert len(seen) == 2, "loaded by hand, and then once by itself"
    # By hand it can be tried again, and is told at once.
    page.locator(".stopped a").click()
    expect(page.locator(".stopped")).to_be_visible()
    assert len(seen) == 3
