"""The departure board with five players and the race for six colours: nothing overlaps."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import states
from tests.support.browser.people import choose_opening, end_early, join, open_table, start
from tests.support.browser.server import TV, Server
from tests.support.browser.watching import Devices

SMALL_TV = {"width": 1280, "height": 720}
# How far what stands side by side is apart, in pixels, brass rings and letters included.
GAPS = """parts => parts.slice(1).map((part, i) =>
  part.getBoundingClientRect().left - parts[i].getBoundingClientRect().right)"""
# A ring that is painted outside its box would lie over its neighbour.
OUTSIDE = "parts => parts.filter(part => getComputedStyle(part).boxShadow !== 'none').length"

# Neither what stands below nor the end of the page lies over a button.
ON_TOP = """button => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [[left + 9, top + 9], [right - 9, bottom - 9]].every(
    ([x, y]) => button.contains(document.elementFromPoint(x, y)));
}"""


# Where an announcement ends and the rows of scores begin, while it's shown.
SIGN_AND_ROWS = """() => {
  const sign = document.querySelector("#announcement:has(p)");
  const rows = [...document.querySelectorAll("#rows .row")];
  return sign?.checkVisibility() && [
    sign.getBoundingClientRect().right,
    Math.min(...rows.map(row => row.getBoundingClientRect().left)),
  ];
}"""


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


@pytest.mark.parametrize("size", [TV, SMALL_TV], ids=["1080p", "720p"])
def test_the_lines_of_the_log_end_before_the_code_beside_them(
    server: Server, device: Devices, size: dict[str, int]
) -> None:
    screen = states.at(device, states.demo(server, "germany", 60)["Screen"], size)
    lines = screen.locator(".lines").bounding_box()
    code = screen.locator("#join-code").bounding_box()
    assert lines is not None
    assert code is not None
    assert code["x"] - (lines["x"] + lines["width"]) >= 10


def test_what_is_announced_over_a_tall_map_covers_no_score(device: Devices) -> None:
    sitting = open_table(device(TV), "germany")
    for name, color in {"Maximiliane": "red", "Friederike": "white"}.items():
        join(sitting, device(), name, color)
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 2)
    page = sitting.phone()
    page.get_by_role("button", name="Draw tickets").click()
    choose_opening(page, 1)  # and holds the most now
    sign, rows = sitting.screen.wait_for_function(SIGN_AND_ROWS).json_value()
    assert sign < rows


def test_the_button_that_saves_the_options_is_a_button_and_no_wall(device: Devices) -> None:
    sitting = open_table(device(TV), "germany")
    sitting.screen.locator("#open-options").click()
    button = sitting.screen.locator("#options button.main")
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] < 90


@pytest.mark.parametrize("players", [4, 5])
def test_between_the_games_of_a_series_the_start_is_covered_by_nothing(
    device: Devices, players: int
) -> None:
    sitting = open_table(device(TV), "germany")
    colors = ("red", "white", "purple", "yellow", "black")
    for name, color in zip(("Ada", "Bo", "Cem", "Dora", "Elif")[:players], colors, strict=False):
        join(sitting, device(), name, color)
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 2)
    end_early(sitting)
    host = sitting.phones["Ada"]
    host.locator('.tabs [data-tab="play"]').click()
    host.locator("#turn .steps").get_by_role("button", name="Skip to the end").click()
    host.get_by_label("Type of rematch").select_option(label="Best of three")
    host.get_by_role("button", name="Rematch").click()
    expect(sitting.screen.locator(".at-lobby .series")).to_be_visible()
    expect(sitting.screen.locator("#seats .seat:not(.free)")).to_have_count(players)
    button = sitting.screen.get_by_role("button", name="Start the game")
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate(ON_TOP)
