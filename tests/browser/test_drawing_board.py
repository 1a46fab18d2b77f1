"""The drawing board: a photograph to trace, tables pasted, many things at once, copies kept."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_new_map import add_place, new_map, on_page, tap_place, tool
from tests.support.browser import states
from tests.support.browser.server import PHONE, Server
from tests.support.browser.watching import Devices


@pytest.fixture
def editor(server: Server, device: Devices) -> Callable[[], Page]:
    """A browser of somebody who may edit maps, signed in."""
    return lambda: states.editor(server, device)


def test_a_picture_is_fitted_by_its_corners_and_never_leaves_the_browser(
    editor: Callable[[], Page], tmp_path: Path
) -> None:
    page = editor()
    new_map(page, "Traced", "traced")
    photo = page.screenshot(path=tmp_path / "photo.png")
    sent: list[int] = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    tool(page, "Picture")
    page.locator('#tracing [name="picture"]').set_input_files(tmp_path / "photo.png")
    picture = page.locator("#tracing-picture")
    expect(picture).to_have_attribute("src", re.compile("^blob:"))
    page.get_by_role("button", name="Fit the canvas to it").click()
    expect(page.locator("#canvas .canvas-frame")).to_have_attribute("height", "625")
    page.locator('#tracing [name="opacity"]').fill("30")
    expect(picture).to_have_css("opacity", "0.3")

    # The lower right corner is dragged inwards: the others stay where they are.
    page.mouse.move(*on_page(page, 1000, 625))
    page.mouse.down()
    page.mouse.move(*on_page(page, 800, 500), steps=4)
    page.mouse.up()
    assert corners_of(page) == [[0, 0], [1000, 0], [800, 500], [0, 625]]
    page.locator('#tracing [name="turn"]').fill("180")
    turned = corners_of(page)
    assert turned[0][0] > 800
    page.keyboard.press("Control+s")
    expect(page.locator("#saved")).to_have_text("saved")
    assert sent
    assert max(sent) < len(photo) / 4

    # It is there again after the page was closed, as it lay; taken away, it is gone for good.
    expect(picture).to_have_attribute("data-kept", "")
    page.reload()
    expect(picture).to_have_attribute("src", re.compile("^blob:"))
    expect(picture).to_have_css("opacity", "0.3")
    assert corners_of(page) == turned
    tool(page, "Picture")
    page.get_by_role("button", name="Remove it").click()
    expect(picture).to_be_hidden()
    page.reload()
    expect(page.locator("#saved")).to_have_text("saved")
    expect(picture).to_be_hidden()


@pytest.mark.parametrize("size", [states.DESK, PHONE], ids=["desk", "phone"])
def test_all_four_corners_of_a_picture_can_be_got_hold_of(
    server: Server, device: Devices, tmp_path: Path, size: dict[str, int]
) -> None:
    page = states.editor(server, device, size)
    new_map(page, "Corners", f"corners-{size['width']}")
    page.screenshot(path=tmp_path / "photo.png")
    tool(page, "Picture")
    page.locator('#tracing [name="picture"]').set_input_files(tmp_path / "photo.png")
    handles = page.locator("#canvas [data-handle]")
    expect(handles).to_have_count(4)
    covered = handles.evaluate_all(
        """(handles) => handles.filter((handle) => {
            const { x, y, width, height } = handle.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            return !handle.contains(top);
        }).length"""
    )
    assert covered == 0
    tool(page, "Place")  # on a phone the lists have their room again
    panel = page.locator("#tracing")
    expect(panel).to_be_visible(visible=size is states.DESK)


def place_on_page(page: Page, place: str) -> tuple[float, float]:
    """The middle of a place, in pixels of the page."""
    box = page.locator(f'#canvas [data-place="{place}"] .disc').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def corners_of(page: Page) -> list[list[float]]:
    """Where the four corners of the picture are drawn, in units of the canvas."""
    return page.evaluate(
        """() => {
            const image = document.getElementById("tracing-picture");
            const room = image.parentElement.getBoundingClientRect();
            const matrix = new DOMMatrix(getComputedStyle(image).transform);
            const back = document.getElementById("canvas").getScreenCTM().inverse();
            const [w, h] = [image.naturalWidth, image.naturalHeight];
            return [[0, 0], [w, 0], [w, h], [0, h]].map(([x, y]) => {
                const p = matrix.transformPoint(new DOMPoint(x, y));
                const at = new DOMPoint(p.x / p.w + room.left, p.y / p.w + room.top);
                const spot = at.matrixTransform(back);
                return [Math.round(spot.x), Math.round(spot.y)];
            });
        }"""
    )


def test_two_fingers_and_a_trackpad_move_the_drawing_in_every_direction(
    device: Devices, server: Server
) -> None:
    """Real touches, on a phone: what lay under the fingers lies under them afterwards."""
    phone = states.editor(server, device, PHONE, has_touch=True, is_mobile=True)
    new_map(phone, "Fingers", "fingers")
    browser = phone.context.new_cdp_session(phone)
    box = phone.locator("#canvas").bounding_box()
    assert box
    left, right, y = box["x"] + 100, box["x"] + 180, box["y"] + 150

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    for dx, dy in ((-60, 0), (60, 0), (0, -60), (0, 60), (50, 50)):
        before = on_page(phone, 500, 350)
        touch("touchStart", (left, y), (right, y))
        for step in range(1, 9):
            at = (dx * step / 8, dy * step / 8)
            touch("touchMove", (left + at[0], y + at[1]), (right + at[0], y + at[1]))
        touch("touchEnd")
        after = on_page(phone, 500, 350)
        assert [after[0] - before[0], after[1] - before[1]] == pytest.approx([dx, dy], abs=1)
    assert phone.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]

    desk = states.sign_in(device(states.DESK))
    desk.goto(phone.url)
    desk.mouse.move(*on_page(desk, 500, 350))
    for dx, dy in ((30, 0), (-30, 0), (0, 20), (0, -20), (12, -15)):
        before = on_page(desk, 500, 350)
        desk.mouse.wheel(dx, dy)
        desk.wait_for_function(
            """([x, y]) => {
                const matrix = document.getElementById("canvas").getScreenCTM();
                const at = new DOMPoint(500, 350).matrixTransform(matrix);
                return Math.abs(at.x - x) < 1 && Math.abs(at.y - y) < 1;
            }""",
            arg=[before[0] - dx, before[1] - dy],
        )


def test_a_board_is_typed_with_a_dozen_keys_a_route(editor: Callable[[], Page]) -> None:
    """Places are tapped where they are printed, also near the edge and under a neighbour's name;
    then a dozen keys are a route, and the board can be published."""
    page = editor()
    new_map(page, "Beside the box", "beside-the-box")
    tool(page, "Place")
    window = page.locator("#canvas").get_attribute("viewBox")
    add_place(page, "Nashville", 500, 690)
    add_place(page, "Atlanta", 560, 690)
    add_place(page, "Denver", 5, 5)
    expect(page.locator("#canvas")).to_have_attribute("viewBox", window or "")
    tool(page, "Table")
    dialog = page.locator("#pasting")
    expect(dialog.get_by_label("Treat unknown names as new places")).not_to_be_checked()
    page.keyboard.type("n,at,v,1\nn,at,o,1\nd,n,a,6\n")
    page.keyboard.type("at,d,7\nd,n,6\nn,at,1")
    expect(dialog.locator('[data-how="new"]')).to_have_count(6)
    expect(dialog).to_contain_text("Cards added to the settings: orange and purple, 8 of each.")
    dialog.get_by_role("button", name="Apply").click()
    expect(page.locator("#canvas [data-route]")).to_have_count(3)
    expect(page.locator("#canvas [data-place]")).to_have_count(3)
    page.get_by_role("button", name="Find problems").click()
    problems = page.locator("#list-problems")
    expect(problems).to_contain_text("tickets")
    expect(problems).not_to_contain_text("card colour")


def test_many_at_once_a_pasted_table_and_a_copy_after_a_crash(
    device: Devices, editor: Callable[[], Page]
) -> None:
    """Thirty lines instead of an hour of tapping, then everything that is done to many."""
    page = editor()
    new_map(page, "Table", "table")
    tool(page, "Table")
    dialog = page.locator("#pasting")
    text = "North; South; red; 2\nNorth; South; blue; 2\nSouth; East; puce; 1"
    dialog.locator("textarea").fill(text)
    expect(dialog.locator('[data-how="error"]')).to_contain_text("puce")
    take = dialog.get_by_role("button", name="Apply")
    expect(take).to_be_disabled()
    dialog.get_by_role("button", name="Go to line 3").click()
    selected = (
        "({value, selectionStart, selectionEnd}) => value.slice(selectionStart, selectionEnd)"
    )
    assert dialog.locator("textarea").evaluate(selected) == "South; East; puce; 1"
    dialog.locator("textarea").fill(
        f"{text.replace('puce', 'grey')}\nEast; West; red; 3\nNorth; West; 5"
    )
    expect(dialog.locator('[data-how="new"]')).to_have_count(5)
    take.click()
    expect(page.locator("#canvas [data-place]")).to_have_count(4)
    expect(page.locator("#canvas [data-route]")).to_have_count(4)

    # A name that is nearly another is put right wherever it is, by one button.
    tool(page, "Table")
    nearly = "Easton; North; grey; 1\nEaston; South; 3\nSouth – Eastn; grey; 2\nNorth; Eastn; 9"
    dialog.get_by_label("Treat unknown names as new places").check()
    dialog.locator("textarea").fill(f"{nearly}\nEaston; West; 4")
    dialog.get_by_role("button", name="Use Easton").click()
    expect(dialog.locator("textarea")).to_have_value(
        f"{nearly.replace('Eastn', 'Easton')}\nEaston; West; 4"
    )
    expect(dialog.get_by_role("button", name="Use Easton")).to_have_count(0)
    dialog.get_by_role("button", name="Cancel").click()

    # Select with Ctrl A; a letter colours, Shift C verifies, the arrows move.
    page.locator("#canvas").focus()
    page.keyboard.press("Control+a")
    many = page.locator('[data-item="many"]')
    expect(many).to_contain_text("Places: 4, routes: 4")
    page.keyboard.press("g")
    expect(page.locator('#canvas [data-route][data-color="green"]')).to_have_count(4)
    page.keyboard.press("Shift+C")
    page.keyboard.press("Shift+O")
    expect(page.locator("#canvas .uncompared")).to_have_count(0)
    expect(page.locator("#hint")).to_contain_text("8 of 9 verified")
    page.keyboard.press("Shift+C")
    expect(page.locator("#canvas .uncompared")).to_have_count(8)

    # Verified, next: until everything was compared.
    page.keyboard.press("Escape")
    page.keyboard.press("x")  # nothing is selected: on to the first
    for _step in range(9):
        page.keyboard.press("x")
    expect(page.locator("#hint")).to_contain_text("9 of 9 verified")
    page.keyboard.press("Shift+O")

    # A box around everything, one less with Shift; copied and pasted; deleted together.
    page.keyboard.press("Escape")
    page.keyboard.down("Shift")
    page.mouse.move(*on_page(page, -30, -30))
    page.mouse.down()
    page.mouse.move(*on_page(page, 1030, 730), steps=4)
    page.mouse.up()
    expect(many).to_contain_text("Places: 4, routes: 4")
    tap_place(page, "west")
    page.keyboard.up("Shift")
    expect(many).to_contain_text("Places: 3, routes: 4")
    many.get_by_role("button", name="Copy", exact=True).click()
    many.get_by_role("button", name="Paste").click()
    expect(page.locator("#canvas [data-place]")).to_have_count(7)
    expect(page.locator('[data-route="north-2--south-2--2"]')).to_be_visible()
    place = page.locator('[data-place="north-2"]')
    before = place.get_attribute("transform")
    page.locator("#canvas").focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(place).not_to_have_attribute("transform", before or "")
    # One of them is dragged, and all go along.
    spots = [place_on_page(page, id) for id in ("north-2", "south-2", "east-2")]
    (x, y), by = spots[0], (-60, -40)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=4)
    page.mouse.up()
    for id, (x, y) in zip(("north-2", "south-2", "east-2"), spots, strict=True):
        assert place_on_page(page, id) == pytest.approx((x + by[0], y + by[1]), abs=2)
    page.keyboard.press("Delete")
    expect(page.locator("#canvas [data-place]")).to_have_count(4)

    # A trackpad scrolls in both directions; Ctrl with it zooms.
    def view() -> list[float]:
        return [float(n) for n in str(page.locator("#canvas").get_attribute("viewBox")).split()]

    page.mouse.move(*on_page(page, 500, 350))
    start = view()
    page.mouse.wheel(30, 20)
    page.wait_for_function(
        "x => document.getElementById('canvas').viewBox.baseVal.x > x", arg=start[0]
    )
    moved = view()
    assert moved[1] > start[1]
    assert moved[2:] == start[2:]

    # The browser dies without a save: what was not saved is offered again.
    page.wait_for_function("() => Object.keys(localStorage).some(key => key.includes('unsaved'))")
    again = page.context.new_page()
    again.goto(page.url)
    expect(again.locator("#canvas [data-place]")).to_have_count(0)
    expect(again.locator("#kept")).to_contain_text("unsaved changes")
    again.get_by_role("button", name="Restore them").click()
    expect(again.locator("#canvas [data-place]")).to_have_count(4)
    again.keyboard.press("Control+s")
    expect(again.locator("#saved")).to_have_text("saved")
    again.wait_for_function("() => !Object.keys(localStorage).some(key => key.includes('unsaved'))")
    again.reload()
    expect(again.locator("#canvas [data-place]")).to_have_count(4)
    expect(again.locator("#kept")).to_be_hidden()


def test_on_a_small_phone_nothing_scrolls_into_the_void_and_forms_keep_their_room(
    device: Devices, server: Server
) -> None:
    phone = states.editor(server, device, states.SMALL)
    new_map(phone, "Thumb", "thumb")
    assert phone.evaluate("document.documentElement.scrollHeight") == states.SMALL["height"]
    tool(phone, "Place")
    add_place(phone, "Oslo", 300, 300)
    phone.keyboard.press("Control+s")
    expect(phone.locator("#saved")).to_have_text("saved")
    sheet = re.search(r"/sheets/(\d+)/", phone.url)
    assert sheet
    phone.goto(f"/admin/games/mapsheet/{sheet[1]}/places/")
    tops = {
        box["y"]
        for button in phone.locator(".submit-row button").all()
        if (box := button.bounding_box())
    }
    assert max(tops) - min(tops) < 5, "beside one another"


def test_with_a_thumb_the_chosen_route_is_in_sight_and_large_enough_to_change(
    device: Devices, server: Server
) -> None:
    """On a phone the lists scroll with the form: what is chosen there comes into view."""
    phone = states.editor(server, device, states.SMALL, has_touch=True, is_mobile=True)
    new_map(phone, "Thumbs", "thumbs")
    tool(phone, "Table")
    dialog = phone.locator("#pasting")
    lines = [f"North {n}; South {n}; red; 2" for n in range(9)]
    dialog.locator("textarea").fill("\n".join(lines))
    dialog.get_by_role("button", name="Apply").tap()
    hint = phone.locator("#hint")
    expect(hint).to_contain_text("Tap a route to change it")  # there are no keys to press
    phone.get_by_role("tab", name="Routes").tap()
    phone.locator('[data-id="north-8--south-8"]').tap()
    form = phone.locator('form[data-item="route"]')
    paint = form.locator('[data-paint="green"]')
    expect(paint).to_be_in_viewport(ratio=1)
    paint.tap()
    expect(phone.locator('#canvas [data-route="north-8--south-8"]')).to_have_attribute(
        "data-color", "green"
    )
    for button in form.locator("button:visible, input:visible, select:visible").all():
        box = button.bounding_box()
        assert box is not None
        if button.get_attribute("type") != "checkbox":
            assert box["height"] >= 44, button.evaluate("element => element.outerHTML")

    # Comparing: the next one is in sight, however far down one was.
    tool(phone, "Compare")
    expect(hint).to_have_text("0 of 27 verified.")
    expect(form).to_be_in_viewport()
    side = phone.locator(".side-panel")
    for done in range(1, 4):
        side.evaluate("side => { side.scrollTop = side.scrollHeight; }")
        phone.get_by_role("button", name="Verify and go to the next").tap()
        expect(hint).to_have_text(f"{done} of 27 verified.")
        expect(form.locator("h2")).to_be_in_viewport(ratio=1)
