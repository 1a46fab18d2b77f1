"""A new map from nothing: drawn, checked and published in a browser, and played on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.rules.checks import check, read_and_check
from games.rules.network import shortest_on
from games.rules.reading import load_json
from games.rules.sheet import read, write
from tests.browser.test_accessibility import check as check_pages
from tests.support.browser import states
from tests.support.browser.people import choose_opening, claim, draw_cards, join, open_table, start
from tests.support.browser.server import PROJECT, TV, Server
from tests.support.browser.watching import Devices


@pytest.fixture
def editor(server: Server, device: Devices) -> Callable[[], Page]:
    """A browser of somebody who may edit maps, signed in."""
    return lambda: states.editor(server, device)


def new_map(page: Page, name: str, slug: str) -> None:
    page.goto("/admin/sheets/new")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Id").fill(slug)
    page.get_by_role("button", name="Start drawing").click()
    page.wait_for_url("**/draw")
    expect(page.locator("#saved")).to_have_text("saved")


def on_page(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the canvas, in pixels of the page."""
    positions = page.evaluate(
        """([x, y]) => {
            const svg = document.getElementById("canvas");
            const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    )
    return positions[0], positions[1]


def tool(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Tools").get_by_role("button", name=name).click()


def add_place(page: Page, name: str, x: float, y: float) -> None:
    page.mouse.click(*on_page(page, x, y))
    expect(page.locator('[data-item="place"] [data-field="name"]')).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-place="{name.lower()}"]')).to_be_visible()


def tap_place(page: Page, place: str) -> None:
    page.locator(f'[data-place="{place}"] .disc').click()


def add_route(page: Page, a: str, b: str, keys: str) -> None:
    """Two taps, then a digit for the length and a letter for the colour."""
    tap_place(page, a)
    tap_place(page, b)
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(f'[data-route^="{a}--{b}"]').first).to_be_visible()


def add_ticket(page: Page, a: str, b: str, value: str) -> None:
    tap_place(page, a)
    tap_place(page, b)
    points = page.locator('[data-item="ticket"] [data-field="points"]')
    expect(points).to_be_focused()
    expect(points).to_have_value(value)  # the shortest path is offered
    page.keyboard.press("Escape")


def setting(page: Page, field: str, value: str) -> None:
    page.locator(f'#settings [data-field="{field}"]').fill(value)


def test_a_small_board_is_built_from_nothing_published_and_played_on(
    device: Devices, editor: Callable[[], Page]
) -> None:
    page = editor()
    new_map(page, "Lakeland", "lakeland")

    tool(page, "Place")
    for name, x, y in (
        ("Ambleside", 200, 150),
        ("Borrow", 480, 120),
        ("Coniston", 300, 420),
        ("Dale", 620, 380),
        ("Elterwater", 860, 200),
    ):
        add_place(page, name, x, y)
    expect(page.locator("#problems")).to_contain_text("No route reaches Elterwater")

    tool(page, "Route")
    add_route(page, "ambleside", "borrow", "3b")
    add_route(page, "ambleside", "coniston", "2r")
    page.keyboard.press("Shift+D")
    page.keyboard.press("y")
    expect(page.locator('[data-route="ambleside--coniston--2"]')).to_have_attribute(
        "data-color", "yellow"
    )
    add_route(page, "borrow", "dale", "2g")
    add_route(page, "coniston", "dale", "3w")

    tool(page, "Ticket")
    add_ticket(page, "ambleside", "dale", "5")
    add_ticket(page, "borrow", "coniston", "5")
    add_ticket(page, "ambleside", "borrow", "3")

    # One bonus, and the rest of the box.
    page.get_by_role("tab", name="Settings").click()
    page.get_by_label("Globetrotter").check()
    page.get_by_label("Points for most completed tickets").fill("7")
    setting(page, "players.1", "2")
    setting(page, "vehicles.each", "12")
    setting(page, "opening_hand", "3")

    # What is still wrong stands on the list, and leads to the place.
    page.get_by_role("tab", name="Problems").click()
    expect(page.locator("#problems")).to_contain_text("No route reaches Elterwater")
    expect(page.locator("#problems")).to_contain_text("For 2 players, 2 tickets each at the start")
    page.get_by_role("button", name="Publish").first.click()
    expect(page.locator("#toast")).to_contain_text("There are errors")
    page.locator("#problems button", has_text="No route reaches Elterwater").click()
    expect(page.locator('[data-place="elterwater"]')).to_have_class(re.compile("chosen"))
    expect(page.locator('[data-item="place"] [data-field="name"]')).to_have_value("Elterwater")
    page.keyboard.press("Shift+R")  # a route from the place that is selected
    tap_place(page, "dale")
    page.keyboard.press("3")
    page.keyboard.press("k")
    tool(page, "Ticket")
    add_ticket(page, "elterwater", "ambleside", "8")
    expect(page.locator("#verdict")).to_contain_text("can be published")

    # Undo and redo; a bend; a place that is dragged.
    page.keyboard.press("Control+z")
    expect(page.locator('[data-count="tickets"]')).to_have_text("3")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator('[data-count="tickets"]')).to_have_text("4")
    tool(page, "Select")
    page.locator('[data-route="coniston--dale"] .b-space').first.click()
    expect(page.locator('[data-handle="via"] .knob')).to_be_visible()
    handle = page.locator('[data-handle="via"] .knob').bounding_box()
    assert handle
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(*on_page(page, 460, 520), steps=5)
    page.mouse.up()
    expect(page.get_by_role("button", name="Straighten", exact=True).first).to_be_visible()
    page.mouse.move(*on_page(page, 860, 200))
    page.mouse.down()
    page.mouse.move(*on_page(page, 880, 240), steps=5)
    page.mouse.up()
    expect(page.locator('[data-item="place"] [data-field="x"]')).to_have_value("880")
    expect(page.locator('[data-item="place"] [data-field="y"]')).to_have_value("240")

    # As players will see it.
    page.get_by_role("button", name="Preview").first.click()
    expect(page.locator('#preview [data-route="ambleside--coniston--2"]').first).to_be_attached()
    page.get_by_role("button", name="Preview").first.click()

    page.keyboard.press("Control+s")
    expect(page.locator("#saved")).to_have_text("saved")
    page.reload()
    expect(page.locator('[data-count="routes"]')).to_have_text("6")
    expect(page.locator("#verdict")).to_contain_text("can be published")
    page.get_by_role("button", name="Publish").first.click()
    expect(page.locator("#ask-publish")).to_contain_text("Everything is new: 5 places, 6 routes")
    page.locator("#ask-publish").get_by_role("button", name="Publish").click()
    expect(page.locator("main")).to_contain_text("Version 1 is published")

    # Two phones play on it.
    sitting = open_table(device(TV), "lakeland")
    join(sitting, device(), "Ada", "red")
    join(sitting, device(), "Bo", "blue")
    start(sitting)
    for phone in sitting.phones.values():
        choose_opening(phone, 1)
    claim(sitting, "amb", "ambleside--coniston--1")
    draw_cards(sitting)
    claim(sitting, "dale", "coniston--dale")
    claim(sitting, "elt", "elterwater--dale")
    draw_cards(sitting)
    expect(sitting.screen.locator('.route[data-route="coniston--dale"]')).to_have_attribute(
        "data-owner", re.compile("red|blue")
    )


def test_everything_is_possible_without_a_mouse(editor: Callable[[], Page]) -> None:
    page = editor()
    new_map(page, "Keys", "keys")
    page.locator("#canvas").focus()
    for name in ("North", "South"):
        page.keyboard.press("Shift+P")
        page.keyboard.press("Enter")
        expect(page.locator('[data-item="place"] [data-field="name"]')).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    south = page.locator('[data-place="south"]')
    expect(south).to_be_focused()
    before = float(page.locator('[data-item="place"] [data-field="y"]').input_value())
    for _step in range(3):
        page.keyboard.press("Shift+ArrowDown")
    expect(page.locator('[data-item="place"] [data-field="y"]')).to_have_value(f"{before + 30:g}")
    page.keyboard.press("Shift+R")
    page.keyboard.press("Control+ArrowLeft")
    expect(page.locator('[data-place="north"]')).to_be_focused()
    page.keyboard.press("Enter")
    route = page.locator('[data-route="south--north"]')
    expect(route).to_be_focused()
    page.keyboard.press("2")
    page.keyboard.press("v")
    expect(route).to_have_attribute("data-color", "purple")
    expect(route.locator(".b-space")).to_have_count(2)
    page.keyboard.press("Shift+C")
    verified = page.locator('[data-item="route"] [data-field="verified"]')
    expect(verified).to_have_value("true")
    page.keyboard.press("Shift+D")
    expect(page.locator('[data-route="south--north--2"]')).to_be_focused()
    expect(verified).to_have_value("")  # the new one was not compared with anything
    page.keyboard.press("Delete")
    expect(page.locator('[data-route="south--north"]')).to_be_visible()

    # Undone step by step to the empty canvas, and back again.
    for _step in range(20):
        page.keyboard.press("Control+z")
    expect(page.locator("#canvas [data-place]")).to_have_count(0)
    for _step in range(20):
        page.keyboard.press("Control+Shift+z")
    expect(page.locator('[data-route="south--north"]')).to_have_attribute("data-color", "purple")

    # A place takes its routes along.
    page.locator('[data-place="north"]').focus()
    page.keyboard.press("Delete")
    expect(page.locator("#canvas [data-route]")).to_have_count(0)
    expect(page.locator("#toast")).to_contain_text("North deleted, along with 1 route")

    # Every command is on a list, with its key.
    page.keyboard.press("F1")
    expect(page.locator("#commands")).to_be_visible()
    page.locator("#commands").get_by_role("button", name="Undo").click()
    expect(page.locator("#canvas [data-route]")).to_have_count(1)


def test_of_two_editors_the_second_loses_nothing(
    device: Devices, editor: Callable[[], Page]
) -> None:
    one = editor()
    new_map(one, "Both", "both")
    other = editor()
    other.goto(one.url)
    for page, name in ((one, "Mine"), (other, "Yours")):
        tool(page, "Place")
        add_place(page, name, 300, 300)
    one.keyboard.press("Control+s")
    expect(one.locator("#saved")).to_have_text("saved")
    with device.allow("^409: POST .*/draw/save$"):
        other.keyboard.press("Control+s")
        expect(other.locator("#stuck")).to_contain_text("Someone else has saved this draft")
    expect(other.locator('[data-place="yours"]')).to_be_visible()
    expect(other.locator("#saved")).to_have_text("not saved yet")
    with other.expect_download() as download:
        other.locator("#stuck").get_by_role("button", name="Download mine as a file").click()
    assert download.value.suggested_filename == "both.json"
    assert '"Yours"' in Path(download.value.path()).read_text()


def test_who_is_signed_out_meanwhile_signs_in_again_and_goes_on(
    device: Devices, editor: Callable[[], Page]
) -> None:
    page = editor()
    new_map(page, "Night", "night")
    tool(page, "Place")
    add_place(page, "Kept", 300, 300)
    page.context.clear_cookies()
    with device.allow("^403: POST .*/draw/(save|check)$"):
        page.keyboard.press("Control+s")
        expect(page.locator("#toast")).to_contain_text("Sign in on another tab")
        expect(page.locator("#saved")).to_have_text("not saved yet")
        states.sign_in(page.context.new_page())
        page.keyboard.press("Control+s")  # refused once more: its token is of the old session
        expect(page.locator("#saved")).to_have_text("saved")
    page.reload()
    expect(page.locator('[data-place="kept"]')).to_be_visible()


def test_a_tablet_has_everything_under_the_finger(server: Server, device: Devices) -> None:
    page = states.editor(server, device, {"width": 1024, "height": 768}, has_touch=True)
    new_map(page, "Tablet", "tablet")
    navigation = page.get_by_role("navigation", name="Tools")
    for name, x, y in (("North", 300, 200), ("South", 600, 500)):
        navigation.get_by_role("button", name="Place").tap()
        page.touchscreen.tap(*on_page(page, x, y))
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    navigation.get_by_role("button", name="Route").tap()
    for place in ("north", "south"):
        page.locator(f'[data-place="{place}"] .disc').tap()
    form = page.locator('[data-item="route"]')
    form.get_by_role("button", name="red").tap()
    form.get_by_role("button", name="3", exact=True).tap()
    form.get_by_role("button", name="Double").tap()
    expect(page.locator("#canvas [data-route]")).to_have_count(2)
    expect(page.locator('[data-route="north--south--1"] .b-space')).to_have_count(3)
    page.locator(".bar").get_by_role("button", name="Undo").tap()
    expect(page.locator('[data-route="north--south"]')).to_have_attribute("data-color", "red")


# -- The script's own sums, judged by the rules ---------------------------------------------------

GERMANY = read_and_check(load_json((PROJECT / "fixtures" / "germany.json").read_bytes()))[0]


def test_the_script_finds_the_same_shortest_paths_as_the_rules(editor: Callable[[], Page]) -> None:
    assert GERMANY
    page = editor()
    pairs = [(ticket.a, ticket.b) for ticket in GERMANY.tickets]
    pairs += [("daenemark", "oesterreich"), ("frankreich", "schweiz"), ("kiel", "kiel")]
    lengths = page.evaluate(
        """async ([sheet, pairs]) => {
            const { shortest } = await import("/static/js/maps/editor/sheet.js");
            return pairs.map(([a, b]) => shortest(sheet, a, b)?.spaces ?? null);
        }""",
        [write(GERMANY), pairs],
    )
    expected = [way[0] if (way := shortest_on(GERMANY, a, b)) else None for a, b in pairs]
    assert lengths == expected


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_edited_ids_stay_right(editor: Callable[[], Page], seed: int) -> None:
    """Places renamed and deleted, routes doubled, added and taken away: in any order."""
    assert GERMANY
    page = editor()
    edited = page.evaluate(
        """async ([sheet, seed]) => {
            const edit = await import("/static/js/maps/editor/sheet.js");
            let state = seed;
            const pick = (list) => {
                state = (state * 48271) % 2147483647;
                return list[state % list.length];
            };
            const place = () => pick(sheet.places).id;
            const steps = [
                () => edit.renamePlace(sheet, place(), pick(["Ü", "Köln", "x"]), false)[0],
                () => edit.removePlace(sheet, place()),
                () => edit.removeRoute(sheet, pick(sheet.routes).id),
                () => edit.setLength(sheet, pick(sheet.routes), pick([1, 2, 3])),
                () => edit.bendRoute(sheet, pick(sheet.routes), [500, 500]),
                () => edit.addPlace(sheet, [pick([-5, 10, 9999]), 20], "Köln")[0],
                () => {
                    const { a, b } = pick(sheet.routes);
                    return edit.addRoute(sheet, b, a, { length: 1, color: "red" })[0];
                },
                () => {
                    const [a, b] = [place(), place()];
                    if (a === b || edit.ticketBetween(sheet, a, b)) return sheet;
                    return edit.addTicket(sheet, a, b, 5, "long")[0];
                },
                () => edit.setDecks(sheet, [...sheet.ticket_decks].slice(0, 2)),
                () => edit.dragPlace(sheet, place(), [pick([0, 300]), pick([5, 900])]),
            ];
            for (let i = 0; i < 120; i += 1) sheet = pick(steps)();
            return sheet;
        }""",
        [write(GERMANY), seed],
    )
    board, complaints = read(edited)
    assert complaints == []
    assert board
    assert len(board.places) != len(GERMANY.places) or board.routes != GERMANY.routes
    wrong = [
        str(problem)
        for problem in check(board)
        if ".id:" in str(problem)
        or "There’s no place" in str(problem)
        or "same length" in str(problem)
    ]
    assert wrong == []


def test_the_board_is_accessible(server: Server, device: Devices) -> None:
    check_pages(states.drawing_board(server, device))
