"""The picture of a board as pages show it: names, marks, grounds, and what a page may hold."""

from __future__ import annotations

import gzip
import itertools
import re
from math import dist
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.maps.drawing import Drawing, draw
from games.maps.drawing.draw import _draw
from games.maps.drawing.marks import COLORS
from games.maps.drawing.plan import plan
from games.maps.drawing.shapes import RouteDrawing
from games.maps.themes import THEMES
from tests.support import markup
from tests.support.boards import BOARDS, MAPS, ROOT, board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=MAPS)
def drawing(request: pytest.FixtureRequest) -> Drawing:
    return draw(board(str(request.param)))


def svg(drawing: Drawing, **context: object) -> str:
    return render_to_string("board/board.html", {"drawing": drawing, **context})


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.replace("<svg", f'<svg xmlns="{SVG[1:-1]}" ', 1))


def groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [g for g in root.iter(f"{SVG}g") if name in g.get("class", "").split()]


def test_the_picture_holds_every_route_and_place(drawing: Drawing) -> None:
    root = parsed(svg(drawing))
    routes = {g.get("data-route"): g for g in groups(root, "route")}
    assert set(routes) == {route.id for route in drawing.routes}
    for route in drawing.routes:
        group = routes[route.id]
        assert group.get("id") == f"r-{route.id}"
        assert group.get("data-color") == route.color
        assert len([use for use in group.iter() if use.get("class") == "m"]) == route.length
        spaces = group.findall(f"{SVG}g")
        assert [space.get("transform") for space in spaces] == [s.move for s in route.spaces]
        assert [space[0].get("transform") for space in spaces] == [s.turn for s in route.spaces]
    # The server names routes and places by number (`map_wire`): the order must be the sheet's.
    assert list(routes) == [route.id for route in drawing.routes]
    assert {g.get("data-place") for g in groups(root, "place")} == {p.id for p in drawing.places}
    names = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    for place in drawing.places:
        assert all(line.text in names for line in place.lines)


def test_the_picture_has_a_name_for_those_who_do_not_see_it(drawing: Drawing) -> None:
    root = parsed(svg(drawing, title="The board after turn 12"))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "The board after turn 12"
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == title.get("id")


def test_every_id_is_unique_and_every_reference_is_kept(drawing: Drawing) -> None:
    owners = {drawing.routes[0].id: "red"}
    waiting = {place.id: ["blue"] * len(place.slots) for place in drawing.places}
    text = svg(drawing, owners=owners, waiting=waiting) + render_to_string("board/marks.html")
    page = markup.parsed(text)
    assert markup.repeated_ids(page) == set()
    used = {href.removeprefix("#") for href in page.values("href") if href.startswith("#")}
    values = [value for element in page.walk() for value in element.attributes.values()]
    used |= {value[len("url(#") : -1] for value in values if value.startswith("url(#")}
    assert used
    assert used <= set(page.values("id"))


def test_an_owner_is_told_by_a_mark_on_every_space(drawing: Drawing) -> None:
    route = max(drawing.routes, key=lambda route: route.length)
    root = parsed(svg(drawing, owners={route.id: "purple"}))
    owned = [g for g in groups(root, "route") if g.get("data-owner")]
    assert [g.get("data-route") for g in owned] == [route.id]
    marks = [use.get("href") for use in owned[0].iter() if use.get("class") == "m"]
    assert marks == ["#mark-purple"] * route.length


def test_an_owned_route_has_a_line_around_its_vehicles_from_end_to_end(drawing: Drawing) -> None:
    root = parsed(svg(drawing))
    for group, route in zip(groups(root, "route"), drawing.routes, strict=True):
        (casing,) = [path for path in group if path.get("class") == "casing"]
        steps = [int(n) for n in re.findall(r"-?\d+", casing.get("d", ""))]
        ends = [(steps[0], steps[1]), (sum(steps[::2]), sum(steps[1::2]))]
        for end, space in zip(ends, (route.spaces[0], route.spaces[-1]), strict=True):
            assert dist(end, (space.x, space.y)) == pytest.approx(space.length / 2, abs=0.8)


def test_the_color_of_a_route_is_told_by_a_symbol(drawing: Drawing) -> None:
    root = parsed(svg(drawing))
    for group in groups(root, "route"):
        symbols = {use.get("href") for use in group.iter() if use.get("class") == "y"}
        color = group.get("data-color")
        assert symbols == (set() if color == "grey" else {f"#sym-{color}"})


def test_waiting_passengers_stand_at_their_place() -> None:
    root = parsed(svg(draw(board("germany")), waiting={"berlin": ["red", None, "blue"]}))
    berlin = next(g for g in groups(root, "place") if g.get("data-place") == "berlin")
    assert [g.get("data-color") for g in groups(berlin, "slot")] == ["red", "", "blue", "", ""]


def test_routes_that_can_be_picked_are_buttons_with_names() -> None:
    drawing = draw(board("paris"))
    first: RouteDrawing = drawing.routes[0]
    root = parsed(svg(drawing, pick=True, labels={first.id: "The first <one>"}))
    assert root.get("role") == "group"
    buttons = groups(root, "route")
    assert all(g.get("role") == "button" and g.get("tabindex") == "0" for g in buttons)
    assert buttons[0].get("aria-label") == "The first <one>"
    assert buttons[-1].get("aria-label") == drawing.routes[-1].name


def test_several_thumbnails_fit_on_one_page() -> None:
    texts = [svg(draw(board(slug)), thumb=True) for slug in MAPS]
    page = markup.parsed("".join(texts))
    assert page.has(id=True)
    assert markup.repeated_ids(page) == set()
    assert not page.has(data_route=True)
    assert not page.has(of_class="names")


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_ground_and_colors_of_its_own(theme: str) -> None:
    drawing = _draw.__wrapped__(plan(board("tangle"))._replace(theme=theme))
    page = markup.parsed(svg(drawing))
    assert page.has(of_class="frame") == (theme == "plain")
    styles = "".join(path.read_text() for path in (ROOT / "static" / "css").rglob("*.css"))
    if theme != "plain":
        assert f'.board[data-theme="{theme}"]' in styles
        assert len(re.findall(rf'\[data-theme="{theme}"\]', styles)) >= 2  # the map and the hall


def test_an_unknown_theme_gets_a_plain_ground() -> None:
    drawing = _draw.__wrapped__(plan(board("tangle"))._replace(theme="../moon"))
    assert markup.parsed(svg(drawing)).has(of_class="frame")


def test_a_strict_content_policy_is_enough(drawing: Drawing) -> None:
    text = svg(drawing, pick=True) + render_to_string("board/marks.html")
    page = markup.parsed(text)
    assert markup.inline(page) == []
    assert not page.has("script")
    assert "javascript:" not in text


@pytest.mark.parametrize("slug", BOARDS)
def test_a_board_is_light(slug: str) -> None:
    drawing = draw(board(slug))
    owners = {r.id: c for r, c in zip(drawing.routes, itertools.cycle(COLORS), strict=False)}
    waiting = {place.id: ["black"] * len(place.slots) for place in drawing.places}
    text = svg(drawing, owners=owners, waiting=waiting) + render_to_string("board/marks.html")
    assert len(gzip.compress(text.encode())) < 30_000  # the issue allows 40 kB


def test_scripts_touch_only_what_templates_write() -> None:
    script = (ROOT / "static" / "js" / "board" / "board.js").read_text()
    drawn = [ROOT / "templates" / "board" / "board.html"]
    drawn += (ROOT / "templates" / "table" / "bonuses").glob("*/board.jinja")
    template = "".join(path.read_text() for path in drawn)
    for name in re.findall(r'querySelector(?:All)?\("\.(\w+)', script):
        assert re.search(rf'class="{name}\b', template), name
