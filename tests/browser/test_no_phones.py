"""A table where nobody has a phone: the screen seats, logs and reveals."""

import re

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.support.browser.people import open_table
from tests.support.browser.server import TV

IN_ONE_LINE = """(row) => {
  const boxes = [...row.children].map((child) => child.getBoundingClientRect());
  return Math.max(...boxes.map((box) => box.top)) < Math.min(...boxes.map((box) => box.bottom));
}"""


def test_a_table_without_phones_is_played_on_the_screen_alone(device) -> None:
    sitting = open_table(device(TV), "london")
    screen = sitting.screen
    for name in ("Maximiliane", "Bo"):
        screen.fill("#adding-name", name)
        screen.press("#adding-name", "Enter")
        expect(screen.locator("#seats")).to_contain_text(re.compile(name, re.I))
    screen.locator("#open-options").click()
    screen.locator('#options input[value="paper"]').check()
    button = screen.locator("#options button.main")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] < box["width"], "as high as its words, not as the field beside it"
    button.click()
    expect(screen.locator("#stage .terms")).to_contain_text("paper tickets")
    screen.locator("#depart").click()
    expect(screen.locator("body")).to_have_attribute("data-stage", "turns")
    screen.keyboard.press("Escape")  # who starts was drawn

    screen.locator(".desk a.main").click()
    parallel = screen.locator("#sheet .routerow:has(.track)").first
    assert parallel.evaluate(IN_ONE_LINE), "name, plates and points of parallel routes"
    screen.locator("#sheet #q").fill("ba re")
    screen.locator('#sheet a.routerow[href*="/claim/"]').first.click()
    screen.locator("#sheet form.claim button.go").click()
    expect(screen.locator("#sheet")).not_to_be_visible()
    expect(screen.locator("#lines")).to_contain_text("claims")
    first = screen.locator("#now").inner_text()
    with screen.expect_response(re.compile("/cards$")) as reply:
        screen.locator("#desk-cards").click()
    reply.value.finished()  # a link that is tapped before the answer is not followed
    expect(screen.locator("#now")).not_to_have_text(first)
    screen.locator(".desk a.button:not(.main)").click()
    screen.locator("#sheet form button.go").first.click()
    expect(screen.locator("#lines")).to_contain_text("keeps 1 ticket")

    tools = screen.locator("#tools > summary")
    tools.click(force=True)  # its sign lies over its word
    screen.get_by_text("End the game early").click()
    screen.locator("#end").click()
    expect(screen.locator("body")).to_have_attribute("data-stage", "entering")
    screen.locator(".desk a.button").first.click()  # the menu is closed: whose tickets come next
    expect(screen.locator("#sheet form").first).to_be_visible()


Held = list[tuple[Route, APIResponse]]


def hold_answers(screen: Page, address: str) -> Held:
    """What is sent there is done at once, and pushed; its answers wait."""
    held: Held = []
    screen.route(address, lambda route: held.append((route, route.fetch())))
    return held


def let_go(screen: Page, held: Held) -> None:
    route, answer = held.pop()
    with screen.expect_response(route.request.url) as arrived:
        route.fulfill(response=answer)
    arrived.value.finished()


def test_an_answer_that_comes_after_its_push_takes_nobody_off_the_screen(device) -> None:
    screen = open_table(device(TV), "london").screen
    names = ("Maximiliane", "Bo")
    for name in names:
        screen.fill("#adding-name", name)
        screen.press("#adding-name", "Enter")
        expect(screen.locator("#seats")).to_contain_text(re.compile(name, re.I))
    held = hold_answers(screen, "**/start")
    screen.locator("#depart").click()
    expect(screen.locator(".desk form")).to_have_count(2)
    let_go(screen, held)
    expect(screen.locator("body")).not_to_have_attribute("data-moving", re.compile(""))
    expect(screen.locator(".desk form button")).to_have_text([re.compile(name) for name in names])


def test_a_name_that_is_typed_before_the_answer_stays(device) -> None:
    screen = open_table(device(TV), "london").screen
    held = hold_answers(screen, "**/seats/add")
    screen.fill("#adding-name", "Maximiliane")
    screen.press("#adding-name", "Enter")
    expect(screen.locator("#seats")).to_contain_text(re.compile("Maximiliane", re.I))
    screen.fill("#adding-name", "Bo")
    let_go(screen, held)
    screen.unroute("**/seats/add")
    expect(screen.locator("#adding-name")).to_have_value("Bo")
    screen.press("#adding-name", "Enter")
    expect(screen.locator("#seats")).to_contain_text(re.compile("Bo", re.I))
    expect(screen.locator("#adding-name")).to_have_value("")


def show_tickets(screen: Page) -> None:
    """A tap on “Show”, once the scripts of the page that was just opened have run."""
    screen.wait_for_load_state()
    screen.locator("[data-show]").click()


def test_dealt_tickets_are_chosen_on_the_screen_one_player_after_the_other(device) -> None:
    sitting = open_table(device(TV), "london")
    screen = sitting.screen
    for name in ("Maximiliane", "Bo"):
        screen.fill("#adding-name", name)
        screen.press("#adding-name", "Enter")
        expect(screen.locator("#seats")).to_contain_text(re.compile(name, re.I))
    screen.locator("#depart").click()
    expect(screen.locator(".desk")).to_be_visible()
    screen.keyboard.press("Escape")  # who starts was drawn
    for _player in range(2):
        screen.locator(".desk form button").first.click()
        expect(screen.locator("h1")).to_contain_text("eyes only")
        expect(screen.locator(".pickable").first).not_to_be_visible()
        show_tickets(screen)
        screen.locator(".pickable").first.click()
        screen.locator("[data-keep-button]").click()
        expect(screen.locator("#stage")).to_be_visible()
    expect(screen.locator("body")).to_have_attribute("data-stage", "turns")
    before = screen.locator("#now").inner_text()
    screen.locator(".desk form button", has_text="’s tickets").click()
    screen.locator("#draw-fold button.go").click()  # it is their turn: the question is open
    show_tickets(screen)
    screen.locator(".offer .pickable").first.click()
    screen.locator("[data-keep-button]").click()
    expect(screen.locator("#now")).not_to_have_text(before)
