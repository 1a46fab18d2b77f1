"""An entry that doesn't change the map doesn't make phones lay out its thousands of shapes
again."""

import json
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Page

from tests.support.browser import people

# Chromium says of every shape why it is laid out again.
REASONS = "disabled-by-default-devtools.timeline.invalidationTracking"


def laid_out_again(page: Page, act: Callable[[], None]) -> Counter[str]:
    """How often shapes of a map were laid out again because the drawing around them had changed."""
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline", REASONS])
    act()
    page.wait_for_timeout(300)  # whatever moves then has come to rest
    events = json.loads(browser.stop_tracing())["traceEvents"]
    reasons = [e["args"]["data"] for e in events if e["name"] == "LayoutInvalidationTracking"]
    assert reasons, "nothing at all was laid out: the trace has other names now"
    return Counter(each["nodeName"] for each in reasons if "b-space" in each["nodeName"])


def test_a_card_draw_lays_no_map_out_again(device: Callable[..., Page]) -> None:
    sitting = people.two_playing(device, "paris", mover="Bo")
    # Ada's actions come and go; one line of text less or more must not reach the map.
    counted = laid_out_again(sitting.phones["Ada"], lambda: people.draw_cards(sitting))
    assert counted == {}


def test_the_map_fills_its_room_whatever_the_size_of_the_phone(
    device: Callable[..., Page],
) -> None:
    sitting = people.two_playing(device, "paris")
    page = sitting.phones["Ada"]
    for size in ((390, 844), (844, 390), (360, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(
            """() => {
              const [room, board] = ["#map", ".map-board"].map((it) => document.querySelector(it));
              return room.clientWidth > 0 && board.offsetWidth === room.clientWidth
                && board.offsetHeight === room.clientHeight;
            }"""
        )
