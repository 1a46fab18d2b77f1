"""The result page, as people look at it afterwards: on phones, on the TV, on paper."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.server import TV

SIZES = [{"width": 360, "height": 640}, {"width": 390, "height": 844}, TV]


@pytest.fixture(scope="module")
def results(server) -> dict[str, str]:
    """Addresses of finished games of many turns, by map."""
    server.manage("makehistory", "12", "--seed", "3")
    code = (
        "from tests.support.finished import recorded\n"
        "for slug in ('germany', 'london', 'paris'):\n"
        "    print('№', slug, recorded(slug).key)"
    )
    lines = server.manage("shell", "-c", code).splitlines()
    ranked = [line.split() for line in lines if line.startswith("№")]
    return {slug: f"/result/{key}/" for _sign, slug, key in ranked}


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


# -- On paper -------------------------------------------------------------------------------------


@dataclass
class Heading:
    """A heading in the outline of a PDF: on which page, and how far above its lower edge."""

    title: str
    page: int
    above: float
    below: list["Heading"] = field(default_factory=list)

    def pages(self) -> set[int]:
        return {self.page}.union(*(heading.pages() for heading in self.below))


OUTLINE = re.compile(
    rb"(\d+) 0 obj\s*<</Title \((.*?)\)\s*/Dest \[(\d+) 0 R /XYZ \S+ (\S+) 0\]"
    rb"\s*/Parent (\d+) 0 R",
    re.DOTALL,
)


def headings(pdf: bytes) -> list[Heading]:
    """The sections of a printed page: what is in its outline below the title."""
    rows = [match.groups() for match in OUTLINE.finditer(pdf)]
    levels = {
        id: Heading(_once(title.decode()), int(page), float(y)) for id, title, page, y, _up in rows
    }
    top = []
    for id, *_rest, parent in sorted(rows, key=lambda row: int(row[0])):
        if parent in levels:
            levels[parent].below.append(levels[id])
        else:
            top.append(levels[id])
    (title,) = top
    return title.below


def _once(title: str) -> str:
    """Chromium says a heading twice in the outline that it moved on to the next page."""
    half = len(title) // 2
    return title[:half] if title == title[:half] * 2 else title


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
def test_a_printed_result_breaks_pages_between_sections(
    device: Callable[..., Page], results: dict[str, str], slug: str, paper: str
) -> None:
    page = device({"width": 1100, "height": 800})
    page.goto(results[slug])
    page.wait_for_load_state("networkidle")
    printed = headings(page.pdf(format=paper, outline=True, tagged=True))
    titles = [section.title for section in printed]
    assert titles[-2:] == ["Score over time", "How every point was scored"]
    *sections, sheets = printed
    for whole in (*sections, *sheets.below):
        assert len(whole.pages()) == 1, whole
    assert len(sheets.below) == 3
    assert sheets.page == sheets.below[0].page  # no title without a sheet below it
    assert sections[-1].above > 200  # nor one without its drawing
