"""Tests of `watching.py` itself: it reports everything that isn't explicitly allowed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser.server import Server, free_port
from tests.support.browser.watching import Devices, Watched

WRONG = {
    "console: told on purpose": "() => console.error('told on purpose')",
    "script: .*broken on purpose": "() => setTimeout(() => { throw Error('broken on purpose'); })",
    "404: GET .*/nowhere$": "() => fetch('/nowhere').then(() => 0)",
    "403: POST .*/healthz$": "() => fetch('/healthz', { method: 'POST' }).then(() => 0)",
    "failed: GET .*/gone .*ERR_CONNECTION_REFUSED": (
        "() => fetch('{gone}/gone', { mode: 'no-cors' }).catch(() => 0)"
    ),
    "Content Security Policy|https://example.org/": (
        "() => fetch('https://example.org/').catch(() => 0)"
    ),
}


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Devices]:
    """Without the check at the end: here it is tested."""
    made = Devices(Watched(browser), server.url)
    yield made
    made.watch.close()


def provoke(page: Page, script: str) -> None:
    page.evaluate(script.replace("{gone}", f"http://127.0.0.1:{free_port()}"))
    page.wait_for_timeout(100)


def at_home(device: Devices, script: str) -> Page:
    """A page of ours; its policy is put aside where it would not even let the browser try."""
    page = device(bypass_csp="{gone}" in script)
    page.goto("/rules/london/")
    return page


@pytest.mark.parametrize("complaint", WRONG)
def test_whatever_goes_wrong_fails_the_test_unless_it_was_allowed(
    device: Devices, complaint: str
) -> None:
    page = at_home(device, WRONG[complaint])
    device.watch.check()
    provoke(page, WRONG[complaint])
    with pytest.raises(AssertionError, match=complaint):
        device.watch.check()
    with device.allow(complaint):
        provoke(page, WRONG[complaint])
    provoke(page, WRONG[complaint])
    with pytest.raises(AssertionError, match=complaint):  # no longer than it was allowed
        device.watch.check()


def test_pages_opened_later_in_the_same_browser_are_watched_too(device: Devices) -> None:
    first = at_home(device, "")
    second = first.context.new_page()
    second.goto("/healthz")
    provoke(second, WRONG["console: told on purpose"])
    with pytest.raises(AssertionError, match="told on purpose"):
        device.watch.check()


def test_what_is_allowed_must_happen(device: Devices) -> None:
    at_home(device, "")
    with pytest.raises(AssertionError, match="never seen"), device.allow("^404: "):
        pass
