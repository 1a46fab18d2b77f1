"""People at a table in browsers: what they tap, and what they look at.

Their pages may be in any language (`languages.py`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.fingers import tap_route, tick
from tests.support.browser.languages import sentence, word
from tests.support.browser.server import TV

MOVES = "<strong>%(name)s</strong> to play"


@dataclass
class Sitting:
    """A TV and the phones around it; `phones` by name."""

    screen: Page
    code: str
    phones: dict[str, Page] = field(default_factory=dict)

    def mover(self) -> str:
        """Whose turn it is, from the TV's point of view."""
        expect(self.screen.locator("#banner")).to_contain_text(sentence(self.screen, MOVES))
        banner = self.screen.locator("#banner").inner_text()
        return next(name for name in self.phones if name.casefold() in banner.casefold())

    def phone(self) -> Page:
        return self.phones[self.mover()]


def open_table(screen: Page, slug: str) -> Sitting:
    screen.goto("/")
    button = screen.locator(f'form:has(input[name="sheet"][value="{slug}"]) button').first
    if not button.is_visible():  # among the other maps, which are a tap away
        screen.locator("#more-maps > summary").click()
    button.click()
    screen.wait_for_url(re.compile(r"/t/[A-Z]{4}/screen"))
    return Sitting(screen, screen.url.split("/")[-2])


def join(sitting: Sitting, page: Page, name: str, color: str) -> None:
    """Scan, name, colour, done: two inputs."""
    page.goto(f"/t/{sitting.code}/")
    page.fill("#name", name)
    tick(page.locator(f'input[name="color"][value="{color}"]'))
    click_in_sight(page.get_by_role("button", name=word(page, "Sit down")))
    page.wait_for_url("**/play")
    sitting.phones[name] = page
    expect(sitting.screen.locator("#stage")).to_contain_text(re.compile(name, re.I))


def click_in_sight(button: Locator) -> None:
    """Click the button that goes on: it must be visible without scrolling on every phone."""
    expect(button).to_be_in_viewport(ratio=1)
    button.click()


def start(sitting: Sitting) -> None:
    host = next(iter(sitting.phones.values()))
    click_in_sight(host.get_by_role("button", name=word(host, "Start the game")))
    expect(host.locator("body")).to_have_attribute("data-stage", "opening")


def choose_opening(page: Page, keep: int) -> None:
    """Announce a mix if necessary, look at the tickets, keep some."""
    mixes = page.locator("button.mix")
    if mixes.count():
        mixes.nth(2).click()  # drawn tickets are shown without another tap
        expect(page.locator(".offer .ticket").first).to_be_visible()
    else:
        page.get_by_role("button", name=word(page, "Show my tickets")).click()
    for i in range(keep):
        page.locator(".offer .pickable").nth(i).click()
    click_in_sight(page.locator("[data-keep-button]"))
    expect(page.locator(".offer")).to_have_count(0)


def draw_cards(sitting: Sitting) -> None:
    """One tap."""
    before = sitting.mover()
    phone = sitting.phone()
    phone.get_by_role("button", name=word(phone, "Draw cards"), exact=True).click()
    expect_turn_passed(sitting, before)


def two_playing(device: Callable[..., Page], slug: str, mover: str = "") -> Sitting:
    """Ada, who is host, and Bo, with a ticket each; `mover`: whose turn it is to be."""
    sitting = open_table(device(TV), slug)
    for name, color in {"Ada": "red", "Bo": "blue"}.items():
        join(sitting, device(), name, color)
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 1)
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")
    if mover and sitting.mover() != mover:
        draw_cards(sitting)
    return sitting


def expect_turn_passed(sitting: Sitting, before: str) -> None:
    expect(sitting.screen.locator("#banner")).not_to_contain_text(re.compile(before, re.I))


def pick_route(page: Page, letters: str, route: str) -> Locator:
    """In the list: two letters and a tap. Returns the confirm sheet."""
    page.get_by_role("button", name=word(page, "Claim a route")).click()
    return _pick(page, letters, route)


def _pick(page: Page, letters: str, route: str) -> Locator:
    page.locator("#sheet #q").fill(letters)
    page.locator(f'#sheet #routes a[href*="/claim/{route}"]').first.click()
    sheet = page.locator("#sheet form.claim")
    expect(sheet).to_be_visible()
    return sheet


def take_passengers(sheet: Locator) -> int:
    """Take the first one at each end where there's a choice; returns the number of taps."""
    ends = sheet.locator(".riders:not(:has(:checked))")
    taps = 0
    while ends.count():
        tick(ends.first.locator("input").first)
        taps += 1
    return taps


def claim(sitting: Sitting, letters: str, route: str) -> None:
    """Claim with all defaults, any passengers, and one confirm."""
    before = sitting.mover()
    confirm(sitting, before, pick_route(sitting.phone(), letters, route), route)


def claim_on_map(sitting: Sitting, route: str) -> None:
    """The same by a tap on the map."""
    before, page = sitting.mover(), sitting.phone()
    tap_route(page, route)
    sheet = page.locator("#sheet form.claim")
    expect(sheet).to_be_visible()
    confirm(sitting, before, sheet, route)


def confirm(sitting: Sitting, before: str, sheet: Locator, route: str) -> None:
    take_passengers(sheet)
    click_in_sight(sheet.locator("button.go"))
    expect(sitting.screen.locator(f'[data-route="{route}"][data-owner]').first).to_have_attribute(
        "data-owner", re.compile(".+")
    )
    expect_turn_passed(sitting, before)


def correct_to(page: Page, number: int, letters: str, route: str) -> None:
    page.locator('.tabs [data-tab="log"]').click()
    page.locator(f"#entry-{number}").get_by_role("button", name=word(page, "Fix")).click()
    sheet = _pick(page, letters, route)
    take_passengers(sheet)
    sheet.locator("button.go").click()
    expect(page.locator("#sheet form.claim")).to_have_count(0)


def say_yes(page: Page) -> None:
    page.locator('#ask button[value="yes"]').click()


def undo(page: Page) -> None:
    """One tap and a confirm."""
    page.get_by_role("button", name=word(page, "Undo")).first.click()
    say_yes(page)


def end_early(sitting: Sitting) -> None:
    page = next(iter(sitting.phones.values()))
    page.locator('.tabs [data-tab="table"]').click()
    page.get_by_role("button", name=word(page, "End the game early")).click()
    say_yes(page)
    expect(page.locator("body")).to_have_attribute("data-stage", "reveal")


def watch_reveal(sitting: Sitting) -> int:
    """The host goes through it to the end; returns the number of steps."""
    host = next(iter(sitting.phones.values()))
    host.locator('.tabs [data-tab="play"]').click()
    steps = 0
    while host.locator("body").get_attribute("data-stage") == "reveal":
        further = re.compile(f"^{word(host, 'Next')}")
        button = host.locator("#turn").get_by_role("button", name=further)
        before = button.inner_text()
        click_in_sight(button)
        expect(host.locator("#turn")).not_to_contain_text(before.split()[-1])
        steps += 1
        assert steps < 100
    return steps
