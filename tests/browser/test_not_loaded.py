"""A page on which a script didn't load shows a notice; one with all its scripts doesn't."""

import functools
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.server import PHONE, TV, Server
from tests.support.browser.states import demo, editor

SAID = "Part of this page didn’t load"
MAKE_DRAFT = (
    "from django.contrib.auth.models import User;"
    "from games.maps import drafts;"
    "keeper = User.objects.get(username='editor');"
    "print(drafts.new_draft(slug='{slug}', name='Lost', by=keeper).pk)"
)


@pytest.fixture
def losing(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """A page for which whatever fits a pattern is lost on the way."""
    contexts = []

    def make(size: dict[str, int], lost: str | None, **options: object) -> Page:
        context = browser.new_context(
            viewport=size, base_url=server.url, **{"locale": "en-GB", **options}
        )
        contexts.append(context)
        if lost:
            context.route(re.compile(lost), lambda route: route.abort("connectionfailed"))
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def addresses(server: Server) -> dict[str, str]:
    links = demo(server, "london", 5)
    screen = links.pop("Screen")
    return {"screen": screen, "phone": next(iter(links.values())), "history": "/history/"}


@pytest.mark.parametrize(
    ("kind", "lost"),
    [
        ("phone", r"/vendor/htmx\."),
        ("phone", r"/js/table/phone/phone\."),
        ("phone", r"/js/table/phone/pick\."),
        ("phone", r"/js/base/loading\."),
        ("screen", r"/js/table/live\."),
        ("screen", r"/js/board/board\."),
        ("screen", r"/js/base/loading\."),
        ("history", r"/vendor/idiomorph"),
    ],
)
def test_a_page_without_one_of_its_scripts_says_so(
    losing, addresses: dict[str, str], kind: str, lost: str
) -> None:
    page = losing(TV if kind == "screen" else PHONE, lost)
    page.goto(addresses[kind])
    notice = page.locator(".not-loaded")
    expect(notice).to_be_visible(timeout=20_000)
    expect(notice).to_contain_text(SAID)
    page.context.unroute_all()
    notice.get_by_role("link", name="Reload the page").click()
    expect(page.locator("html[data-scripts=loaded]")).to_have_count(1)
    expect(notice).not_to_be_visible()


@pytest.mark.parametrize("kind", ["phone", "screen", "history"])
def test_a_page_that_has_all_its_scripts_says_nothing(
    losing, addresses: dict[str, str], kind: str
) -> None:
    page = losing(TV if kind == "screen" else PHONE, None)
    page.goto(addresses[kind])
    expect(page.locator("html[data-scripts=loaded]")).to_have_count(1)
    expect(page.locator(".not-loaded")).not_to_be_visible()


@pytest.mark.parametrize("lost", [None, r"/js/maps/editor/main\.", r"/js/maps/editor/geometry\."])
def test_the_drawing_board_tells_whether_it_is_all_there(
    losing, server: Server, lost: str | None
) -> None:
    make = functools.partial(losing, lost=lost)
    page = editor(server, make, {"width": 1280, "height": 800})
    draft = server.manage("shell", "-c", MAKE_DRAFT.format(slug=f"lost-{len(lost or '')}"))
    page.goto(f"/admin/sheets/{draft.split()[-1]}/draw")
    expect(page.locator("html[data-scripts]")).to_have_attribute(
        "data-scripts", "missing" if lost else "loaded"
    )
    expect(page.locator(".not-loaded")).to_be_visible(visible=bool(lost))
