"""The departure board with five players and the race for six colours: nothing overlaps."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import states
from tests.support.browser.people import open_table
from tests.support.browser.server import TV, Server
from tests.support.browser.watching import Devices

SMALL_TV = {"width": 1280, "height": 720}
# How far what stands side by side is apart, in pixels, brass rings and letters included.
GAPS = """parts => parts.slice(1).map((part, i) =>
  part.getBoundingClientRect().left - parts[i].getBoundingClientRect().right)"""
# A ring that is painted outside its box would lie over its neighbour.
OUTSIDE = "parts => parts.filter(part => getComputedStyle(part).boxShadow !== 'none').length"


@pytest.mark.parametrize("size", [TV, SMALL_TV], ids=["1080p", "720p"])
def test_counts_of_passengers_and_their_heads_stand_apart(
    server: Server, device: Devices, size: dict[str, int]
) -> None:
    screen = states.at(device, states.demo(server, "germany", 120)["Screen"], size)
    heads = screen.locator(".heads .head").evaluate_all(GAPS)
    assert len(heads) == 5
    assert min(heads) >= 3
    rows = screen.locator("#rows .row").all()
    assert len(rows) == 5
    for row in rows:
        lanes = row.locator(".lane")
        assert min(lanes.evaluate_all(GAPS)) >= 1
        assert lanes.evaluate_all(OUTSIDE) == 0


def test_the_button_that_saves_the_options_is_a_button_and_no_wall(device: Devices) -> None:
    sitting = open_table(device(TV), "germany")
    sitting.screen.locator("#open-options").click()
    button = sitting.screen.locator("#options button.main")
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] < 90
