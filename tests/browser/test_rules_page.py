"""The rules page, as somebody reads it at the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.server import TV

PHONE = {"width": 360, "height": 640}
STYLE = """(node) => {
  const style = getComputedStyle(node);
  return [style.borderLeftWidth, style.backgroundColor].join();
}"""


@pytest.mark.parametrize("locale", ["en-GB", "it-IT", "de-DE", "fr-FR"])
@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
def test_our_decisions_are_marked_and_points_stand_in_a_table(
    device: Callable[..., Page], slug: str, locale: str
) -> None:
    page = device(PHONE, locale=locale)
    page.goto(f"/rules/{slug}/")
    ordinary = page.locator(".rules p:not([class])").first.evaluate(STYLE)
    decisions = page.locator(".rules .decided")
    expect(decisions.first).to_be_visible()
    assert ordinary not in decisions.evaluate_all(f"(all) => all.map({STYLE})")
    cells = page.locator(".rules table.points :is(td, th)")
    borders = cells.evaluate_all("(all) => all.map((c) => getComputedStyle(c).borderTopWidth)")
    assert len(borders) >= 8
    assert "0px" not in borders
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") <= 0


def test_lines_are_short_enough_to_read_on_a_wide_screen(device: Callable[..., Page]) -> None:
    page = device(TV)
    page.goto("/rules/germany/")
    box = page.locator(".rules p").first.bounding_box()
    assert box is not None
    assert box["width"] < 1000
