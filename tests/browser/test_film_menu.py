"""The menu ⋯ of a film: reachable, and not covering anything."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.server import TV

# What is shown or can be pressed, and lies under the sign of the menu.
COVERED = """() => {
  const sign = document.querySelector("#tools summary").getBoundingClientRect();
  const shown = document.querySelectorAll(
    ".hands h2, .hands li, .hands p, .projector .button, .projector select, .projector input, "
    + ".projector output, .concourse text, .concourse [data-route] use, .concourse li");
  return [...shown].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.left < sign.right && sign.left < box.right
      && box.top < sign.bottom && sign.top < box.bottom;
  }).map((node) => node.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
@pytest.mark.parametrize(
    "size", [TV, {"width": 1280, "height": 720}, {"width": 844, "height": 390}], ids=str
)
def test_the_menu_covers_nothing_in_films(
    device: Callable[..., Page], slug: str, size: dict[str, int]
) -> None:
    page = device(size, locale="de-DE")  # long words
    page.goto(f"/demo/{slug}/?at=40&as=all")
    page.mouse.move(300, 300)
    page.mouse.move(320, 310)  # a mouse that moves brings the menu up
    sign = page.locator("#tools summary")
    expect(sign).to_be_visible()
    assert page.evaluate(COVERED) == []
    sign.click()
    expect(page.locator("#tools .drawer")).to_be_in_viewport()
