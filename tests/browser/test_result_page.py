"""The result page, as people look at it afterwards: on phones, on the TV, on paper."""

from collections.abc import Callable

import pytest
from conftest import TV
from playwright.sync_api import Page, expect

SIZES = [{"width": 360, "height": 640}, {"width": 390, "height": 844}, TV]


@pytest.fixture(scope="module")
def results(server) -> dict[str, str]:
    """Addresses of finished games of many turns, by map."""
    server.manage("makehistory", "12", "--seed", "3")
    code = (
        "from games import films\n"
        "for slug in ('germany', 'london', 'paris'):\n"
        "    print('№', slug, films.demo_of(slug).key)"
    )
    lines = server.manage("shell", "-c", code).splitlines()
    found = [line.split() for line in lines if line.startswith("№")]
    return {slug: f"/result/{key}/" for _sign, slug, key in found}


def overhang(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    root = "document.documentElement"
    return int(page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))


@pytest.mark.parametrize("locale", ["en-GB", "it-IT", "de-DE"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_the_table_behind_score_over_time_scrolls_inside_the_page(
    device: Callable[..., Page], results: dict[str, str], size: dict[str, int], locale: str
) -> None:
    page = device(size, locale=locale)
    page.goto(results["germany"])
    page.locator("#chart-table summary").click()
    table = page.locator("#chart-table table")
    expect(table).to_be_visible()
    assert overhang(page) <= 0
    around = page.locator("#chart-table .scroll").bounding_box()
    assert around is not None
    assert around["width"] <= size["width"]
    assert around["height"] <= 0.8 * size["height"]
    rounds = table.locator("tbody tr").count()
    assert 15 < rounds < 60  # one per round, not one column per entry
    assert table.locator("thead th").count() == 1 + 3  # and one column per player


def test_no_table_of_the_figures_widens_its_page(
    device: Callable[..., Page], results: dict[str, str]
) -> None:
    page = device({"width": 360, "height": 640}, locale="it-IT")
    for address in ("/statistics/", "/statistics/maps/germany/", *results.values()):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        assert overhang(page) <= 0, address
