"""Everything stays reachable on small phones, in landscape and with large fonts."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import evening_states, states
from tests.support.browser.fingers import move_map, settled
from tests.support.browser.fitting import too_tight
from tests.support.browser.languages import word
from tests.support.browser.people import choose_opening, join, open_table, start
from tests.support.browser.server import TV, Server
from tests.support.browser.watching import Devices

SIZES = {
    "small": {"width": 360, "height": 640},
    "smaller": {"width": 375, "height": 553},
    "on its side": {"width": 844, "height": 390},
    "small on its side": {"width": 640, "height": 360},
}
LARGE = "document.documentElement.style.fontSize = '200%'"
OPEN = """route => {
  const map = document.querySelector("#map");
  const sheet = map.dataset.sheet.replace("ROUTE", route);
  htmx.ajax("GET", sheet, { target: "#sheet-body", source: map });
}"""
AT = """([x, y]) => {
  const to = document.querySelector("#map svg").getScreenCTM().inverse();
  const point = new DOMPoint(x, y).matrixTransform(to);
  return [point.x, point.y];
}"""
RISEN = """Promise.all(
  document.getElementById("sheet").getAnimations({ subtree: true }).map((one) => one.finished)
).then(() => null)"""
LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
}"""
ON_TOP = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
Point = tuple[float, float]


def mover(server: Server, device: Devices, slug: str, turns: int, size: dict[str, int]) -> Page:
    links = states.demo(server, slug, turns)
    for name, link in links.items():
        if name != "Screen":
            page = states.at(device, link, size)
            if page.locator("#strip").get_attribute("data-mine"):
                return page
    raise AssertionError("nobody is to move")


def at_rest(page: Page) -> None:
    """The sheet has risen or gone."""
    settled(page)
    page.evaluate(RISEN)


def in_sight(page: Page, what: Locator) -> bool:
    """Whether a finger reaches all of it without scrolling."""
    box, size = what.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
    )


def in_sight_sideways(page: Page, what: Locator) -> bool:
    """Whether all of its breadth is on the page."""
    box, size = what.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 1


@pytest.mark.parametrize("size", SIZES)
def test_confirm_is_in_sight_whatever_the_size_of_phone_and_letters(
    server: Server, device: Devices, size: str
) -> None:
    page = mover(server, device, "germany", 40, SIZES[size])
    for letters in ("", LARGE):
        if letters:
            page.evaluate(letters)
        free = page.locator('#map .route[data-owner=""]').last.get_attribute("data-route")
        page.evaluate(OPEN, free)
        button = page.locator("#sheet form.claim .sheet-foot button")
        expect(button).to_be_visible()
        at_rest(page)
        assert in_sight(page, button)
        expect(page.locator("#sheet .paying fieldset.payment")).not_to_be_visible()
        page.keyboard.press("Escape")
        at_rest(page)
    for tab in page.locator(".tabs a:visible").all():
        assert in_sight(page, tab)


def test_whose_turn_it_is_takes_one_line_however_long_the_name(device: Devices) -> None:
    sitting = open_table(device(TV), "germany")
    for name, color in {"Maximiliane": "red", "Friederike": "white"}.items():
        join(sitting, device(SIZES["small"]), name, color)
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 2)
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")
        for size in ("small", "smaller"):
            page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
            assert page.locator("#strip h1").evaluate(LINES) == 1


def test_on_its_side_the_map_is_left_of_actions_and_tickets(
    server: Server, device: Devices
) -> None:
    page = mover(server, device, "paris", 20, SIZES["on its side"])
    board = page.locator("#map").bounding_box()
    assert board is not None
    assert board["height"] == 390
    for what in (".actions .act.main", "#tickets .hold-button"):
        box = page.locator(what).bounding_box()
        assert box is not None
        assert box["x"] >= board["x"] + board["width"]
        assert in_sight(page, page.locator(what))


def test_four_numbers_and_four_actions_fit_on_a_small_phone(
    server: Server, device: Devices
) -> None:
    page = mover(server, device, "europe", 10, SIZES["small on its side"])
    for size in ("small on its side", "small"):
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        numbers, actions = (
            page.locator(".my-stats > div:not(.my-mark)"),
            page.locator(".actions .act"),
        )
        assert (numbers.count(), actions.count()) == (4, 4)
        assert all(in_sight(page, one) for one in (*numbers.all(), *actions.all()))
    page.locator('.tabs [data-tab="table"]').click()
    for sign in page.locator("#seats .longest svg").all():
        box = sign.bounding_box()
        assert box is not None
        assert box["height"] < 24, "a sign as high as its number"


def test_pinching_keeps_what_lies_under_the_fingers_and_a_reload_keeps_the_view(
    server: Server, device: Devices
) -> None:
    page = mover(server, device, "london", 12, SIZES["small"])
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    start: tuple[Point, Point] = ((x - 50, y), (x + 50, y))
    end: tuple[Point, Point] = ((x - 70, y + 10), (x + 110, y + 10))
    before = [page.evaluate(AT, list(finger)) for finger in start]
    touch = page.context.new_cdp_session(page)

    def send(kind: str, fingers: tuple[Point, ...]) -> None:
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(fingers)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    for step in range(1, 11):
        between = tuple(
            (a[0] + (b[0] - a[0]) * step / 10, a[1] + (b[1] - a[1]) * step / 10)
            for a, b in zip(start, end, strict=True)
        )
        send("touchMove", between)
    send("touchEnd", ())
    after = [page.evaluate(AT, list(finger)) for finger in end]
    for was, now in zip(before, after, strict=True):
        assert now == pytest.approx(was, abs=6)  # units of a board a thousand wide
    expect(page.locator("#sheet")).not_to_be_visible()
    page.reload()
    page.wait_for_load_state("networkidle")
    again = [page.evaluate(AT, list(finger)) for finger in end]
    assert again == [pytest.approx(point, abs=1) for point in after]


@pytest.mark.parametrize("slug", ["london", "paris", "new-york"])
@pytest.mark.parametrize("size", ["small", "on its side"])
def test_a_small_board_is_shown_whole(
    server: Server, device: Devices, slug: str, size: str
) -> None:
    page = mover(server, device, slug, 6, SIZES[size])  # with a route of one's own, or without
    room = page.locator("#map").bounding_box()
    assert room is not None
    edges = page.locator("#map .place").evaluate_all(
        "(places) => places.map((place) => place.getBoundingClientRect().toJSON())"
    )
    assert min(edge["left"] for edge in edges) >= room["x"]
    assert max(edge["right"] for edge in edges) <= room["x"] + room["width"]
    assert min(edge["top"] for edge in edges) >= room["y"]
    assert max(edge["bottom"] for edge in edges) <= room["y"] + room["height"]
    for button in page.locator("#map [data-zoom]").all():
        box = button.bounding_box()
        assert box is not None
        covered = [
            edge
            for edge in edges
            if edge["left"] < box["x"] + box["width"]
            and edge["right"] > box["x"]
            and edge["top"] < box["y"] + box["height"]
            and edge["bottom"] > box["y"]
        ]
        assert covered == []


@pytest.mark.parametrize("slug", ["germany", "new-york"])
def test_what_lies_below_the_buttons_of_the_map_can_be_pulled_out_from_under_them(
    server: Server, device: Devices, slug: str
) -> None:
    page = mover(server, device, slug, 0, SIZES["small"])
    left = page.locator("#map").get_attribute("data-buttons") in ("left", "left row")
    for _drag in range(6):  # as far to the south as it goes, and away from them
        move_map(page, 300 if left else -300, -300)
    button = page.locator(".map-zoom").bounding_box()
    assert button is not None
    boxes = page.locator("#map .place").evaluate_all(
        "(places) => places.map((place) => place.getBoundingClientRect().toJSON())"
    )
    if left:
        assert min(box["left"] for box in boxes) > button["x"] + button["width"]
    else:
        assert max(box["right"] for box in boxes) < button["x"]


def test_a_reveal_comes_to_the_front_wherever_one_reads(server: Server, device: Devices) -> None:
    links = states.demo(server, "london", 8)
    host, other = (states.at(device, links[name]) for name in list(links)[1:3])
    other.locator('.tabs [data-tab="log"]').click()
    host.locator('.tabs [data-tab="table"]').click()
    host.get_by_role("button", name="End the game early").click()
    host.locator("#ask").get_by_role("button", name="Yes").click()
    for page in (host, other):
        expect(page.locator("body")).to_have_attribute("data-stage", re.compile("reveal|entering"))
        expect(page.locator("body")).to_have_attribute("data-tab", "play")
        expect(page.locator("#turn")).to_be_visible()


def test_a_ticket_has_a_small_map_with_its_places_and_ones_own_routes(
    server: Server, device: Devices
) -> None:
    page = mover(server, device, "germany", 40, SIZES["small"])
    page.locator('.tabs [data-tab="tickets"]').click()
    picture = page.locator("#tickets .ticketmap").first
    expect(picture).not_to_be_visible()
    page.locator("#tickets .hold-button").focus()
    page.keyboard.down("Space")
    expect(picture).to_be_visible()
    assert picture.locator("circle").count() == 2
    drawn = page.evaluate("document.querySelector('#my-network').getTotalLength()")
    assert drawn > 0
    page.keyboard.up("Space")


def test_a_lobby_that_was_scrolled_leaves_nothing_out_of_place_when_the_game_starts(
    device: Devices,
) -> None:
    sitting = open_table(device(TV), "germany")
    for name, color in {"Ada": "red", "Bo": "white"}.items():
        join(sitting, device(SIZES["on its side"], has_touch=True, is_mobile=True), name, color)
    guest = sitting.phones["Bo"]
    guest.evaluate("scrollTo(0, 2000)")
    assert guest.evaluate("scrollY") > 0
    start(sitting)
    expect(guest.locator("body")).to_have_attribute("data-stage", "opening")
    assert guest.evaluate("scrollY") == 0
    for what in ("#strip", ".tabs"):
        assert in_sight(guest, guest.locator(what))


def test_a_claim_of_ones_own_does_not_move_a_map_that_nobody_touched(
    server: Server, device: Devices
) -> None:
    page = mover(server, device, "london", 0, SIZES["small"])
    view = "document.querySelector('.map-board').style.transform"
    before, free = page.evaluate(view), page.locator('#map .route[data-owner=""]').last
    page.evaluate(OPEN, free.get_attribute("data-route"))
    settled(page)
    page.locator("#sheet form.claim .go").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#map .route:not([data-owner=''])").first).to_be_attached()
    page.set_viewport_size({"width": 360, "height": 600})
    page.wait_for_timeout(300)  # a map that is going to move has moved
    scale = before.split("scale")[1]
    assert page.evaluate(view).endswith(scale)


@pytest.mark.parametrize("size", SIZES)
def test_what_comes_next_after_a_game_is_in_sight_however_many_played(
    server: Server, device: Devices, size: str
) -> None:
    links = states.demo(server, "germany", 10_000)
    host, guest = (states.at(device, links[name], SIZES[size]) for name in ("Ada", "Carla"))
    host.locator("#turn .steps").get_by_role("button", name="Skip to the end").click()
    ranking = host.get_by_role("button", name="Show ranking and awards on the screen")
    expect(ranking).to_be_visible()
    assert in_sight(host, ranking)
    ranking.click()
    expect(ranking).to_have_count(0)
    for page in (host, guest):
        sheet = page.get_by_role("link", name="Full score sheet")
        expect(sheet).to_be_visible()
        assert in_sight(page, sheet)


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE", "fr-FR"])
def test_no_line_of_the_ranking_begins_with_a_dot(
    server: Server, device: Devices, language: str
) -> None:
    links = states.demo(server, "germany", 10_000)
    host = states.at(device, links["Ada"], SIZES["small"], locale=language)
    host.locator("#turn .steps form:nth-child(2) button").click()  # to the end
    expect(host.locator(".final-ranking")).to_be_visible()
    assert too_tight(host) == []


def test_a_long_link_beside_a_turn_that_was_filled_in_is_not_cut_off(device: Devices) -> None:
    device.language = "it-IT"
    sitting = open_table(device(TV), "london")
    for name, color in {"Ada": "red", "Bo": "blue"}.items():
        join(sitting, device(SIZES["small on its side"], has_touch=True), name, color)
    evening_states.choose(sitting.screen, tickets="paper")
    start(sitting)
    for page in sitting.phones.values():
        page.get_by_role("button", name=word(page, "Enter my tickets")).click()
        page.locator("#sheet .pickable").first.click()
        page.locator("#sheet [data-keep-button]").click()
        expect(page.locator("#sheet")).not_to_be_visible()
    for name in ("Bo", "Bo", "Ada", "Ada"):  # no matter who began: a turn of Bo's is filled in
        page = sitting.phones[name]
        free = page.locator('#map .route[data-owner=""]').first.get_attribute("data-route")
        evening_states.claim_on(page, free or "")
    guest = sitting.phones["Bo"]
    guest.locator('.tabs [data-tab="log"]').click()
    link = guest.locator("#log .filled a").first
    expect(link).to_be_visible()
    assert in_sight_sideways(guest, link)


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE", "fr-FR"])
def test_four_actions_have_room_for_their_words(
    server: Server, device: Devices, language: str
) -> None:
    links = states.demo(server, "europe", 60)
    for name in ("Ada", "Bruno"):  # whose turn it is, and who waits
        page = states.at(device, links[name], SIZES["small"], locale=language)
        expect(page.locator(".actions .act")).to_have_count(4)
        assert too_tight(page) == []
        page.set_viewport_size(SIZES["small on its side"])
        assert [words for words in too_tight(page) if ".act" in words] == []


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE", "fr-FR"])
def test_the_heads_of_the_opening_take_one_line(
    server: Server, device: Devices, language: str
) -> None:
    sitting = open_table(device(TV), "london")
    for name, color in (("Ada", "red"), ("Bo", "blue")):
        join(sitting, device(SIZES["small"], locale=language), name, color)
    start(sitting)
    chosen = sitting.phones["Bo"]
    for page in (sitting.phones["Ada"], chosen):  # who chooses, and then who waits for the others
        if page is chosen:
            choose_opening(chosen, 1)
        assert page.locator("#strip h1").evaluate(LINES) == 1


@pytest.mark.parametrize(
    ("size", "slug", "language"),
    [
        ("on its side", "paris", "it-IT"),
        ("small on its side", "paris", "it-IT"),
        ("small on its side", "germany", "de-DE"),
    ],
)
def test_on_its_side_undo_and_tickets_are_both_in_sight(
    server: Server, device: Devices, size: str, slug: str, language: str
) -> None:
    link = states.demo(server, slug, 41)["Ada"]  # with long words
    phone = {"has_touch": True, "is_mobile": True}  # whose scrollbars take no room
    page = states.at(device, link, SIZES[size], locale=language, **phone)
    for what in ("#last .undo", "#tickets .hold-button", ".actions .act.main, .actions .act"):
        shown = page.locator(what).first
        assert in_sight(page, shown)
        assert shown.evaluate(ON_TOP), f"{what} is covered"


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_on_its_side_tickets_are_in_sight_in_the_last_round_of_five(
    server: Server, device: Devices, language: str
) -> None:
    code = states.demo(server, "germany", 10_000)["Screen"].split("/")[2]
    turns = server.manage("shell", "-c", states.FIRED.format(code=code)).split("№")[1]
    link = states.demo(server, "germany", int(turns))["Ada"]  # host, and has played her last turn
    phone = {"has_touch": True, "is_mobile": True}
    page = states.at(device, link, SIZES["on its side"], locale=language, **phone)
    expect(page.locator("#strip .last-round")).to_be_visible()
    for size in ("on its side", "small on its side"):
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        hold = page.locator("#tickets .hold-button")
        assert in_sight(page, hold)
        assert hold.evaluate(ON_TOP)


def test_in_a_lobby_on_its_side_tabs_and_start_are_in_sight(device: Devices) -> None:
    sitting = open_table(device(TV), "germany")
    for name, color in {"Ada": "red", "Bo": "white"}.items():
        join(sitting, device(SIZES["on its side"], has_touch=True, is_mobile=True), name, color)
    page = sitting.phones["Ada"]
    button = page.get_by_role("button", name="Start the game")
    for what in (button, *page.locator(".tabs a:visible").all()):
        assert in_sight(page, what)
        assert what.evaluate(ON_TOP)


def test_names_beside_several_plates_keep_to_two_lines(server: Server, device: Devices) -> None:
    page = mover(server, device, "germany", 6, SIZES["small on its side"])
    page.get_by_role("button", name="Claim a route").click()
    names = page.locator("#sheet .routerow:has(.track + .track) a.ends")
    expect(names.first).to_be_visible()
    at_rest(page)
    lines = names.evaluate_all(f"(names) => names.map({LINES})")
    assert max(lines) <= 3  # the names, the colours, and perhaps whose the others are


@pytest.mark.parametrize("size", ["on its side", "small on its side"])
def test_what_is_revealed_is_not_covered_by_the_buttons_that_lead_through_it(
    server: Server, device: Devices, size: str
) -> None:
    links = states.demo(server, "paris", 10_000)
    page = states.at(device, links["Ada"], SIZES[size], locale="it-IT")  # long words
    page.locator("#turn .step-next button").click()
    ticket = page.locator("#turn .ticket.huge")
    expect(ticket).to_be_visible()
    at_rest(page)
    shown, steps = ticket.bounding_box(), page.locator("#turn .steps").bounding_box()
    assert shown is not None
    assert steps is not None
    assert shown["y"] + shown["height"] <= steps["y"]
