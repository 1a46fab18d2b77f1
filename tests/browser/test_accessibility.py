"""WCAG 2.2 AA by axe-core on every page and state of a real game."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.browser import evening_states, states
from tests.support.browser.server import Server

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # Not style sheets: those that import others axe would put into the page, against its policy.
    # Only an experimental rule reads them, which is not among these.
    "preload": {"assets": ["media"]},
}


def complaints(page: Page) -> list[str]:
    page.wait_for_load_state()  # a page without its style sheet has other faults
    violations = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:120]} ({node['failureSummary'][:200]})"
        for violation in violations
        for node in violation["nodes"][:3]
    ]


def check(pages) -> None:
    wrong = {name: violations for name, page in pages if (violations := complaints(page))}
    assert wrong == {}


def test_the_public_pages(server: Server, device) -> None:
    check(states.doors(server, device))


def test_looking_back(server: Server, device) -> None:
    check(states.looking_back(server, device))


def test_a_new_house_that_is_guessed_at_and_breaks(device, tmp_path: Path) -> None:
    check(states.in_a_new_house(device, tmp_path))


@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
def test_the_lobby_and_the_opening(server: Server, device, slug: str) -> None:
    check(states.lobby(server, device, slug))


@pytest.mark.parametrize(("slug", "turns"), [("germany", 70), ("london", 22), ("paris", 26)])
def test_a_game_in_the_middle(server: Server, device, slug: str, turns: int) -> None:
    check(states.playing(server, device, slug, turns))


@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
def test_the_reveal_and_the_result(server: Server, device, slug: str) -> None:
    check(states.ending(server, device, slug))


@pytest.mark.parametrize(
    "moments",
    [
        evening_states.setting_up,
        evening_states.desk,
        evening_states.turns,
        evening_states.paper,
        evening_states.moments,
        evening_states.stations,
        evening_states.gaps,
        evening_states.crown,
    ],
    ids=lambda moments: moments.__name__,
)
def test_the_moments_of_an_evening(server: Server, device, moments) -> None:
    check(moments(server, device))
