"""The first evening with a board that differs from the sheet: two people, two phones, paper
tickets, and no map editor. The printed Paris is made up.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browser.fingers import settled, tick
from tests.support.browser.people import Sitting, join, start, watch_reveal
from tests.support.browser.printed_paris import (
    IN_THE_BOX,
    IN_THE_LOBBY,
    MENDED,
    MISSING,
    NAMES,
    NOT_IN_THE_BOX,
    check_kept,
)
from tests.support.browser.server import TV, Server, free_port
from tests.support.browser.watching import Devices, Watched


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Server]:
    """An installation of its own: what is kept here changes no other test's Paris."""
    server = Server(tmp_path, free_port())
    server.manage("setup")
    server.start()
    yield server
    server.kill()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


@pytest.fixture
def device(browser: Browser, home: Server) -> Iterator[Devices]:
    made = Devices(Watched(browser), home.url)
    yield made
    try:
        made.watch.check()
    finally:
        made.watch.close()


class Taps:
    """A finger that counts. What is typed is no tap; going into a field is one."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: Locator) -> None:
        what.click()
        self.count += 1


def paper_table(screen: Page) -> Sitting:
    screen.goto("/")
    poster = screen.locator("#map-paris")
    if not poster.is_visible():  # among the maps that are a tap away
        screen.locator("#more-maps > summary").click()
    poster.locator("summary").click()
    poster.locator('input[name="tickets"][value="paper"]').check()
    poster.get_by_role("button", name="Open with these options").click()
    screen.wait_for_url(re.compile(r"/t/[A-Z]{4}/screen"))
    return Sitting(screen, screen.url.split("/")[-2])


# -- In the lobby: Compare with my board ----------------------------------------------------------


def compare(page: Page, code: str, by: str, item: str = "") -> None:
    page.goto(f"/t/{code}/compare?by={by}&at={item}")


def send(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).last.click()
    expect(page.locator(".toast .wrong")).to_have_count(0)


def compare_in_the_lobby(page: Page, code: str) -> None:
    for place in ("belleville", "place-d-italie"):
        compare(page, code, "place", place)
        page.fill(f"#name-{place}", NAMES[place])
        send(page, "Rename")
    for route in MISSING[:2]:
        strike(page, code, route)
    for route in list(MENDED)[:4]:
        compare(page, code, "route", route)
        page.get_by_text("Different on your board?").click()
        color, length = MENDED[route]
        pick(page.locator("form.mistake"), color, length)
        send(page, "Fix")
    for a, b, color, length in IN_THE_LOBBY:
        page.get_by_text("A route is missing").click()
        page.fill("#add-a", a)
        page.fill("#add-b", b)
        pick(page.locator("form.printed"), color, length)
        send(page, "Add it")
    for ticket in NOT_IN_THE_BOX:
        compare(page, code, "ticket", ticket)
        send(page, "Not in the box? Remove it")
    compare(page, code, "ticket", "arc-de-triomphe--notre-dame")
    page.get_by_text("Different value?").click()
    page.fill("#worth", "6")
    send(page, "Fix")
    for a, b, points in IN_THE_BOX:
        page.get_by_text("A ticket is missing").click()
        new_ticket(page.locator("form.printed .new-ticket"), ("a", "b", "points"), (a, b, points))
        send(page, "Add it")
    # Stopped here: the rest of the sheet is left open, and how much is done is said.
    done = page.locator("progress").get_attribute("value")
    assert int(done or 0) >= 14
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url("**/play")


def strike(page: Page, code: str, route: str) -> None:
    compare(page, code, "route", route)
    page.get_by_text("Different on your board?").click()
    send(page, "Not on the printed board? Remove it")


def pick(form: Locator, color: str, length: int) -> None:
    tick(form.locator(f'input[name="color"][value="{color}"]'))
    tick(form.locator(f'input[name="length"][value="{length}"]'))


def new_ticket(row: Locator, fields: tuple[str, ...], values: tuple[Any, ...]) -> None:
    for field, value in zip(fields, values, strict=True):
        row.locator(f'[name="{field}"]').fill(str(value))


# -- At the table ---------------------------------------------------------------------------------


def enter_tickets(
    page: Page,
    new: list[tuple[str, str, int]],
    listed: tuple[str, ...] = (),
    draw: str = "Enter my tickets",
) -> None:
    """Paper tickets, told to one's own phone: from the list, and what the list does not have."""
    fill_tickets(page, new, listed, draw)
    keep_tickets(page)


def fill_tickets(
    page: Page,
    new: list[tuple[str, str, int]],
    listed: tuple[str, ...] = (),
    draw: str = "Enter my tickets",
) -> None:
    live(page)
    page.get_by_role("button", name=draw).click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("[data-keep-button]")).to_be_visible()
    for ticket in listed:
        tick(sheet.locator(f'input[name="kept"][value="{ticket}"]'))
    if new:
        sheet.get_by_text("Not in the list?").click()
    for row, values in zip(sheet.locator(".new-ticket").all(), new, strict=False):
        new_ticket(row, ("new-a", "new-b", "new-points"), values)


def keep_tickets(page: Page) -> None:
    page.locator("#sheet [data-keep-button]").click()
    expect(page.locator("#sheet")).not_to_be_visible()


def live(page: Page) -> None:
    """A page that shows a corrected board was loaded again; before its scripts are there, a tap on
    the map does nothing, and one on a button leads to a page without them."""
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def claim_button(page: Page) -> Locator:
    live(page)
    return page.get_by_role("button", name="Claim a route")


def open_route(sitting: Sitting, route: str, tap: Taps) -> Page:
    """The claim sheet of a route that is on the map: two taps and a few letters."""
    page = sitting.phone()
    tap(claim_button(page))
    page.locator("#sheet #q").fill("")
    tap(page.locator(f'#sheet #routes a[href*="/claim/{route}"]').last)
    expect(page.locator("#sheet form.claim")).to_be_visible()
    return page


def confirm(sitting: Sitting, page: Page, tap: Taps) -> None:
    before = sitting.mover()
    tap(page.locator("#sheet form.claim .sheet-foot button.go"))
    other = next(name for name in sitting.phones if name != before)
    turn = re.compile(rf"{other}\s+to play", re.I)
    expect(sitting.screen.locator("#banner")).to_contain_text(turn)
    expect(page.locator("#sheet")).not_to_be_visible()


def claim(sitting: Sitting, route: str) -> int:
    """An ordinary claim; how many taps it took."""
    tap = Taps()
    confirm(sitting, open_route(sitting, route, tap), tap)
    return tap.count


def claim_printed(
    sitting: Sitting,
    ends: tuple[str, str],
    color: str,
    length: int,
    twin: str = "",
    on_the_map: str = "",
) -> int:
    """A claim of a route that is not on the map, from the list, or from the first of its places
    `on_the_map`; how many taps it took."""
    page, tap = sitting.phone(), Taps()
    if on_the_map:
        tap_place(page, on_the_map, tap)
    else:
        tap(claim_button(page))
    tap(page.locator("#sheet").get_by_text("Not on this map?"))
    form = page.locator("#sheet form.printed")
    for field, name in list(zip(("#printed-a", "#printed-b"), ends, strict=True))[
        bool(on_the_map) :
    ]:
        chip = form.locator(f'[data-place-name="{name}"]')
        if chip.count():
            tap(chip)
        else:
            tap(form.locator(field))
            page.keyboard.type(name)
    tap(form.locator(f'label:has(input[name="color"][value="{color}"])'))
    tap(form.locator(f'label:has(input[name="length"][value="{length}"])'))
    if twin:
        tap(form.locator('label:has(input[name="parallels"][value="2"])'))
        tick(form.locator(f'input[name="twin"][value="{twin}"]'))
    tap(form.get_by_role("button", name="Continue to the claim"))
    expect(page.locator("#sheet form.claim")).to_be_visible()
    confirm(sitting, page, tap)
    return tap.count


def tap_place(page: Page, place: str, tap: Taps) -> None:
    """On the map, where its disc is."""
    live(page)
    settled(page)
    box = page.locator(f'.map [data-place="{place}"] .disc').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tap.count += 1


def closed(page: Page) -> None:
    """A sheet has gone, and the page shows the board as it is now."""
    expect(page.locator("#sheet")).not_to_be_visible()


def mend(page: Page, color: str, length: int) -> None:
    """From the claim sheet; one button fixes and reports."""
    page.get_by_text("Different on your board?").click()
    expect(page.locator("#sheet form.mistake")).to_be_visible()
    pick(page.locator("#sheet form.mistake"), color, length)
    page.get_by_role("button", name="Fix it here and report it").click()


def test_the_first_evening_with_a_printed_paris(device: Devices, home: Server) -> None:
    sitting = paper_table(device(TV))
    for name, color in {"Ada": "red", "Bo": "blue"}.items():
        join(sitting, device(), name, color)
    ada, bo = sitting.phones.values()
    ada.get_by_role("button", name="Ada starts").click()
    expect(ada.locator(".seatlist")).to_contain_text("starts")
    compare_in_the_lobby(ada, sitting.code)
    start(sitting)

    # Four tickets that are not in the list. Passy is on nobody else's map yet.
    enter_tickets(ada, [("Passy", "Gobelins", 6), ("Passy", "Bastille", 8)])
    assert "Passy" not in bo.content() + sitting.screen.content()
    # While Bo writes his down, the host strikes a route out: nothing that Bo wrote is lost.
    fill_tickets(bo, [("Père-Lachaise", "Notre-Dame", 4), ("Louvre", "Quartier Latin", 3)])
    before = sitting.screen.locator("#mapstate").get_attribute("data-board") or ""
    strike(ada, sitting.code, MISSING[2])
    for page in (bo, sitting.screen):
        expect(page.locator("#mapstate")).not_to_have_attribute("data-board", before)
    expect(bo.locator('#sheet [name="new-a"]').first).to_have_value("Père-Lachaise")
    keep_tickets(bo)
    expect(bo.locator(f'.map [data-route="{MISSING[2]}"]')).to_have_count(0)
    ada.goto(f"/t/{sitting.code}/play")
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")

    # Ada's first turn: two names in two taps each, by the map and by the list.
    for _step in range(6):
        ada.locator('.map [data-zoom="out"]').click()
    tap = Taps()
    tap_place(ada, "gare-du-nord", tap)
    tap(ada.locator("#sheet #name-gare-du-nord"))
    ada.keyboard.press("Control+A")
    ada.keyboard.type(NAMES["gare-du-nord"])
    ada.keyboard.press("Enter")
    assert tap.count == 2
    expect(ada.locator(".map .names")).to_contain_text("l'Est")
    open_route(sitting, "louvre--invalides", Taps())
    tap = Taps()
    tap(ada.get_by_text("Different on your board?"))
    tap(ada.locator("#sheet #name-invalides"))
    ada.keyboard.press("Control+A")
    ada.keyboard.type(NAMES["invalides"])
    ada.keyboard.press("Enter")
    assert tap.count == 2
    expect(ada.locator(".map .names")).to_contain_text("Mars")

    # Two routes that are not printed, struck out in two taps: the route, and the words.
    for route in MISSING[3:]:
        claim_button(ada).click()
        tap = Taps()
        tap(ada.locator(f'#sheet #routes a[href*="/claim/{route}"]'))
        tap(ada.locator("#sheet").get_by_role("button", name="Remove it"))
        assert tap.count == 2
        expect(ada.locator(f'.map [data-route="{route}"]')).to_have_count(0)
    open_route(sitting, "gare-du-nord--republique--2", Taps())
    mend(ada, *MENDED["gare-du-nord--republique--2"])
    expect(ada.locator('.map .route[data-route="gare-du-nord--republique--2"]')).to_have_attribute(
        "data-color", "white"
    )
    expect(ada.locator("#sheet form.claim")).to_be_visible()  # to go on with the claim
    ada.keyboard.press("Escape")

    # The game. Left: Ada, right: Bo. Points as printed: 1, 2 and 4 for 1, 2 and 3 spaces.
    ordinary = 3  # taps: “Claim a route”, the route, confirm
    taps = claim_printed(sitting, ("Tour Eiffel", "Passy"), "red", 1, twin="blue")  # Ada 1
    assert taps <= ordinary + 6
    drag_on_the_screen(sitting, "passy")
    assert claim(sitting, "bastille--pere-lachaise--1") == ordinary  # Bo 4 by the sheet …
    # … and 2 as printed: the claimed route has another length, which is said before it is counted.
    live(ada)
    settled(ada)
    ada.locator('.map .route[data-route="bastille--pere-lachaise--1"] g').first.click(force=True)
    mend_claimed(ada)
    expect(sitting.screen.locator("#scores")).to_contain_text("13")  # buses of Bo
    taps = claim_printed(sitting, ("Passy", "Montparnasse"), "green", 3)  # Ada 4
    assert taps <= ordinary + 6
    claim(sitting, "louvre--notre-dame--2")  # Bo, blue 1
    claim(sitting, "montparnasse--place-d-italie")  # Ada 4, mended: purple
    claim(sitting, "notre-dame--quartier-latin")  # Bo 2, mended: white, two spaces
    taps = claim_printed(sitting, ("Bercy", "Gobelins"), "yellow", 2, on_the_map="bercy")  # Ada 2
    assert taps <= 2 + 6  # on the map, an ordinary claim is the route and confirm
    claim(sitting, "republique--bastille--1")  # Bo, red 1: with blue and white a flag
    claim(sitting, "bastille--bercy")  # Ada 4, added in the lobby
    enter_tickets(bo, [], ("invalides--republique",), draw="Draw tickets")
    claim(sitting, "notre-dame--bastille--1")  # Ada 1; 2 buses left: the last round
    for page in (bo, ada):
        expect(page.locator("#strip")).to_contain_text("Your turn")
        page.get_by_role("button", name="Draw cards", exact=True).click()
    for page in sitting.phones.values():
        page.locator('.check-paper form[action$="/check"] button.go').click()
    ada.locator('.tabs [data-tab="play"]').click()
    expect(ada.locator("#turn").get_by_role("button", name=re.compile("^Next"))).to_be_visible()
    watch_reveal(sitting)

    # By hand, on the printed board:
    #   Ada: routes 1 + 4 + 4 + 2 + 4 + 1 = 16. Her buses run Passy – Montparnasse – Gobelins –
    #        Bercy – Bastille: both tickets are done, 6 + 8. Neither blue nor white: no flag. 30.
    #   Bo:  routes 2 + 1 + 2 + 1 = 6. Louvre – Notre-Dame – Quartier Latin is done: 3.
    #        Père-Lachaise – Notre-Dame (4) and Champ de Mars – République (4) are not.
    #        One flag: 4. 6 + 3 − 8 + 4 = 5.
    expect(sitting.screen.locator("#banner")).to_contain_text(re.compile("Ada wins with 30", re.I))
    ada.get_by_role("link", name="Full score sheet").first.click()
    ada.wait_for_url("**/result/*/")
    totals = ada.locator("main").inner_text()
    assert re.search(r"\b30\b.*\b5\b", totals, re.S)

    # Kept without an administrator; the next table has nothing left to correct.
    ada.get_by_role("link", name="Keep this as our Paris").click()
    expect(ada.locator("main")).to_contain_text("Passy")
    ada.get_by_role("button", name="Keep this as our Paris").click()
    ada.wait_for_url("**/result/*/")
    exported = check_kept(home)
    play_again(device, exported)


def play_again(device: Devices, exported: dict[str, Any]) -> None:
    """The same box the next evening: every ticket is in the list, every route on the map."""
    again = paper_table(device(TV))
    for name, color in {"Ada": "red", "Bo": "blue"}.items():
        join(again, device(), name, color)
    ada, bo = again.phones.values()
    ada.get_by_role("button", name="Ada starts").click()
    expect(ada.locator(".seatlist")).to_contain_text("starts")
    start(again)
    for page, pairs in ((ada, (("passy", "place-d-italie"), ("bastille", "passy"))), (bo, ())):
        wanted = [{"louvre", "quartier-latin"}, {"notre-dame", "pere-lachaise"}]
        wanted = [set(ends) for ends in pairs] or wanted
        listed = [
            ticket["id"] for ticket in exported["tickets"] if {ticket["a"], ticket["b"]} in wanted
        ]
        assert len(listed) == 2
        enter_tickets(page, [], tuple(listed))
    for route in ("tour-eiffel--passy", "bastille--bercy", "passy--montparnasse"):
        assert claim(again, route) == 3, "an ordinary claim"
    # Ada: red 1 and green 3, Bo: purple 3, as they were printed on the first evening.
    for page, points in ((ada, "5"), (bo, "4")):
        expect(page.locator("#stats")).to_contain_text(points)
    compare(ada, again.code, "route")
    rows = ada.locator(".items li").all_text_contents()
    assert len(rows) == 57 - 5 + 8
    assert not ada.get_by_text("found at this table").count(), "nothing was corrected here"


def drag_on_the_screen(sitting: Sitting, place: str) -> None:
    """A host puts a new place where it belongs; every page draws it there."""
    disc = sitting.screen.locator(f'#picture [data-place="{place}"] .disc')
    before, box = disc.get_attribute("cx"), disc.bounding_box()
    assert box is not None
    mouse, x, y = sitting.screen.mouse, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 25, y + 40, steps=3)
    mouse.up()
    for page, inside in ((sitting.screen, "#picture"), (sitting.phones["Bo"], ".map")):
        moved = page.locator(f'{inside} [data-place="{place}"] .disc')
        expect(moved).not_to_have_attribute("cx", before or "")


def mend_claimed(page: Page) -> None:
    mend(page, *MENDED["bastille--pere-lachaise--1"])
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Bo would have 13 buses left and 2 points.")
    sheet.get_by_role("button", name="Fix it and recount").click()
    closed(page)
