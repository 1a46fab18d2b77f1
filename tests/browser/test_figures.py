"""Statistics in a real browser: by eye, with a screen reader, and with the keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import complaints
from tests.support.browser.server import TV, Server, free_port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: what is invented here is no business of the other tests."""
    folder: Path = tmp_path_factory.mktemp("figures")
    started = Server(folder, free_port())
    started.manage("setup")
    started.manage("makehistory", "60", "--seed", "4")
    started.start()
    yield started
    started.kill()
    assert "Traceback" not in (folder / "server.log").read_text()


def to_somebody(page: Page) -> None:
    page.goto("/statistics/?demo=1")
    page.locator("table a[href*='/statistics/players/']").first.click()
    page.wait_for_url("**/statistics/players/*/")


SMALL = {"width": 360, "height": 640}


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_no_column_of_a_table_is_cut_off_on_a_small_phone(
    server: Server, device, language: str
) -> None:
    page = device(SMALL, locale=language)
    to_somebody(page)
    player = page.url
    page.locator("form[action*='/against/'] button").click()
    page.wait_for_url("**/against/?with=*")
    for where in (
        page.url,
        player,
        "/statistics/?games=all",
        "/statistics/maps/germany/?games=all",
        "/statistics/leaderboard/?games=all&map=germany",
    ):
        page.goto(where)
        page.evaluate("document.fonts.ready")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        cut = page.evaluate(
            """[...document.querySelectorAll('.scroll')]
               .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.ariaLabel)"""
        )
        assert (wide, cut) == (0, []), where


def test_a_name_lies_in_line_with_its_figures(server: Server, device) -> None:
    """A linked name has room for a finger, above as below."""
    page = device(SMALL)
    page.goto("/statistics/leaderboard/?games=all")
    page.evaluate("document.fonts.ready")
    off = page.evaluate(
        """() => {
            const middle = (part) => {
                const words = document.createRange();
                words.selectNodeContents(part);
                const { top, bottom } = words.getBoundingClientRect();
                return (top + bottom) / 2;
            };
            return [...document.querySelectorAll("tbody th[scope=row] a")].map((name) =>
                Math.abs(middle(name) - middle(name.parentNode.nextElementSibling)));
        }"""
    )
    assert off
    assert max(off) <= 2  # CSS pixels


@pytest.mark.parametrize("size", [None, TV], ids=["phone", "tv"])
def test_pages_fit_and_are_accessible(server: Server, device, size: dict[str, int] | None) -> None:
    page = device(size)
    wrong = {}
    for where in (
        "/statistics/?demo=1",
        "/statistics/maps/germany/?demo=1",
        "/statistics/maps/paris/?demo=1",
        "/statistics/leaderboard/?games=all&map=germany",
        "a player",
        "two players",
    ):
        if where == "a player":
            to_somebody(page)
        elif where == "two players":
            # It was opened, and no longer covers anything.
            page.locator(".player-menu summary").click()
            page.get_by_role("button", name="Compare").click()
            page.wait_for_url("**/against/?with=*")
        else:
            page.goto(where)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        if violations := complaints(page):
            wrong[where] = violations
        room = page.evaluate("document.documentElement.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= room, where
    assert wrong == {}


def test_a_reader_opens_the_table_with_the_keyboard(server: Server, device) -> None:
    page = device(TV)
    page.goto("/statistics/maps/germany/?demo=1")
    drawn = page.get_by_role("img", name="Games by winning total")
    expect(drawn).to_be_visible()
    figures = page.locator("#totals-table")
    expect(figures.get_by_role("table")).to_be_hidden()
    figures.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(figures.get_by_role("table")).to_be_visible()
    bars = drawn.locator(".chart-bar").count()
    expect(figures.get_by_role("row")).to_have_count(bars + 1)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "region"


def test_shades_of_the_map_differ_in_more_than_color(server: Server, device) -> None:
    page = device(TV)
    page.goto("/statistics/maps/germany/?demo=1")
    # How a stroke is drawn, as the browser understands it: seen from a route of each shade.
    shades = page.evaluate(
        """[...new Set([...document.querySelectorAll('.board .route')].map(r => r.dataset.heat))]
           .sort().map(shade => {
             const route = document.querySelector(`.board .route[data-heat="${shade}"]`);
             const look = getComputedStyle(route);
             return ['--c', '--b-own-line', '--b-own-edge', '--b-hatch']
               .map(name => look.getPropertyValue(name).trim());
           })"""
    )
    assert len(shades) >= 4
    assert len({tuple(look) for look in shades}) == len(shades)
    assert len({tuple(look[1:]) for look in shades}) == len(shades), "told apart without colour"


def test_a_record_leads_to_the_game_that_holds_it(server: Server, device) -> None:
    page = device()
    page.goto("/statistics/?demo=1")
    page.locator(".records a.game").first.click()
    page.wait_for_url("**/result/*/")
    expect(page.locator("table.ranks")).to_be_visible()
