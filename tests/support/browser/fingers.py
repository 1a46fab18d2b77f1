"""Touches made by hand, which wait until the page accepts taps.

On a phone's map, a route is found, moved into view and tapped.
"""

from playwright.sync_api import Locator, Page, expect

# A point of a route where a finger means this very route, in pixels of the page; beside the room
# of the map, how far it has to be moved. A browser takes a finger beside a button for one on it.
POINT = """([route, close]) => {
  const map = document.querySelector("#map");
  const line = map.querySelector(`.hits [data-route="${route}"]`);
  const to = line.getScreenCTM(), room = map.getBoundingClientRect();
  const length = line.getTotalLength();
  const at = part => line.getPointAtLength(length * part).matrixTransform(to);
  const buttons = [...map.querySelectorAll("button")].map(one => one.getBoundingClientRect());
  const beside = (x, y) => buttons.some(one =>
    x > one.left - 30 && x < one.right + 30 && y > one.top - 30 && y < one.bottom + 30);
  for (const part of [.5, .4, .6, .3, .7, .2, .8]) {
    const { x, y } = at(part);
    if (!close && beside(x, y)) continue;
    const there = document.elementFromPoint(x, y)?.closest("#map [data-route]");
    if (there?.dataset.route === route) return { x, y };
  }
  const { x, y } = at(.5);
  return { moveX: room.x + room.width / 2 - x, moveY: room.y + room.height / 2 - y };
}"""


# Wait for the layout: a resized map moves with the next frame.
LAID_OUT = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
)"""


def settled(page: Page) -> None:
    """Wait until taps count again after a sheet came up or a move was answered."""
    expect(page.locator("body")).not_to_have_attribute("data-settled", "no")


def tick(choice: Locator) -> None:
    """Tick an input that's hidden behind its label."""
    settled(choice.page)
    choice.check(force=True)


def tap_route(page: Page, route: str) -> None:
    settled(page)
    for move in range(4):
        page.evaluate(LAID_OUT)
        # In a corner of the board it may be as far from the buttons as the map can be moved.
        point = page.evaluate(POINT, [route, move == 3])
        if "x" in point:
            break
        move_map(page, point["moveX"], point["moveY"])
    page.touchscreen.tap(point["x"], point["y"])


def move_map(page: Page, x: float, y: float) -> None:
    """Drag the map, no further than a finger can move within it."""
    box = page.locator("#map").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    to = [
        at + max(-side / 2.2, min(side / 2.2, way))
        for at, way, side in zip(middle, (x, y), (box["width"], box["height"]), strict=True)
    ]
    page.mouse.move(*to, steps=3)
    page.mouse.up()
