"""A map from nothing on each engine: places, routes and a ticket; changed, saved and reopened."""

from collections.abc import Callable

import pytest

from tests.support.browser.server import Server
from tests.support.browser.states import DESK, PASSWORD
from tests.support.engines import keys
from tests.support.engines.page import Page
from tests.support.engines.tab import Engine

MAKE_EDITOR = f"""
from django.contrib.auth.models import User
if not User.objects.filter(username="editor").exists():
    User.objects.create_superuser("editor", "", "{PASSWORD}")
"""


@pytest.fixture
def editor(server: Server, device: Callable[..., Page]) -> Page:
    """A desk with a mouse, where somebody who may edit maps has signed in."""
    server.manage("shell", "-c", MAKE_EDITOR)
    page = device("desk", DESK)
    page.goto("/admin/login/?next=/admin/sheets/new")
    page.type("#id_username", "editor")
    page.type("#id_password", PASSWORD)
    page.tap("#login-form [type=submit]")
    page.arrive("/admin/sheets/new$")
    return page


def on_page(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the canvas, in pixels of the page."""
    at = page.call(
        """(x, y) => {
            const matrix = document.getElementById("canvas").getScreenCTM();
            const at = new DOMPoint(x, y).matrixTransform(matrix);
            return [at.x, at.y];
        }""",
        x,
        y,
    )
    return at[0], at[1]


def tool(page: Page, name: str) -> None:
    page.tap('nav[aria-label="Tools"] button', name)


def add_place(page: Page, name: str, x: float, y: float) -> None:
    page.tab.tap(*on_page(page, x, y))
    field = '[data-item="place"] [data-field="name"]'
    page.wait("css => document.activeElement === document.querySelector(css)", field)
    page.keys(name)
    page.press(keys.ENTER)
    page.see(f'#canvas [data-place="{name.lower()}"]')


def tap_places(page: Page, *places: str) -> None:
    for place in places:
        page.tap(f'#canvas [data-place="{place}"] .disc')


def saved(page: Page) -> None:
    page.wait("() => document.getElementById('saved')?.textContent.trim() === 'saved'")


def add_route(page: Page, a: str, b: str, length_and_color: str) -> None:
    tap_places(page, a, b)
    page.see(f'#canvas [data-route^="{a}--{b}"]')
    page.keys(length_and_color)


def test_a_map_is_drawn_changed_and_saved(editor: Page, engine: Engine) -> None:
    page, slug = editor, f"drawn-on-{engine.name}"
    page.type('[name="name"]', "Lakeland")
    page.type('[name="slug"]', slug)
    page.tap("button", "Start drawing")
    page.arrive("/draw$")
    saved(page)

    tool(page, "Place")
    for name, x, y in (("Amble", 200, 150), ("Borrow", 700, 150), ("Coniston", 450, 500)):
        add_place(page, name, x, y)
    tool(page, "Route")
    add_route(page, "amble", "borrow", "3b")
    add_route(page, "borrow", "coniston", "2g")
    colors = (
        "() => [...document.querySelectorAll('#canvas [data-route]')].map(r => r.dataset.color)"
    )
    page.wait(f"() => String(({colors})()) === 'blue,green'")
    tool(page, "Ticket")
    tap_places(page, "amble", "coniston")
    points = '[data-item="ticket"] [data-field="points"]'
    page.wait("css => document.querySelector(css)?.value === '5'", points)  # the shortest path
    page.press(keys.ESCAPE)

    # A place is dragged: its routes come along.
    tool(page, "Select")
    spot = "() => document.querySelector('[data-place=\"coniston\"]').getAttribute('transform')"
    before = page.call(spot)
    page.drag(page.spot('#canvas [data-place="coniston"] .disc'), on_page(page, 600, 420))
    page.wait(f"before => ({spot})() !== before", before)
    after = page.call(spot)
    page.press(keys.CONTROL, "s")
    saved(page)
    page.tab.goto(page.url)
    page.see('#canvas [data-place="coniston"]')
    assert page.call(spot) == after
    assert page.call(colors) == ["blue", "green"]
    assert page.shown("#kept") == 0  # everything was saved: nothing to restore
