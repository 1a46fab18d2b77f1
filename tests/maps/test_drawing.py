"""The map drawing: nothing overlaps, on any sheet."""

from __future__ import annotations

import ast
import itertools
import re
from math import dist, isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maps.drawing import Drawing, draw
from games.maps.drawing.draw import _draw
from games.maps.drawing.geometry import Box, bend, overlap, overlap_disc, sample
from games.maps.drawing.lettering import lines, setting
from games.maps.drawing.marks import COLORS, SIGNS
from games.maps.drawing.plan import LETTERING, Plan, Stop, Way, plan, screen
from games.maps.drawing.shapes import PlaceDrawing, short
from games.maps.drawing.spots import text_size
from games.rules.text import COLORS as SHEET_COLORS
from tests.support.boards import BOARDS, MAPS, ROOT, board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=MAPS)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def drawing(slug: str) -> Drawing:
    return draw(board(slug))


def boxes(drawing: Drawing) -> dict[str, Box]:
    """Everything that is text or stands beside a place: names, signs, waiting passengers."""
    areas = {}
    for place in drawing.places:
        areas[f"name of {place.id}"] = place.label
        if place.waiting:
            areas[f"passengers of {place.id}"] = place.waiting
    return areas


def cities(drawing: Drawing) -> list[PlaceDrawing]:
    return [place for place in drawing.places if not place.country]


# -- Routes -------------------------------------------------------------------------------------


def test_every_route_has_as_many_spaces_as_it_is_long(slug: str, drawing: Drawing) -> None:
    wanted = {route.id: route.length for route in board(slug).routes}
    assert {route.id: len(route.spaces) for route in drawing.routes} == wanted


def test_spaces_of_a_route_are_of_one_length_and_evenly_spaced(drawing: Drawing) -> None:
    for route in drawing.routes:
        assert len({space.length for space in route.spaces}) == 1
        steps = [
            dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise(route.spaces)
        ]  # chords: shorter in a bend
        assert not steps or max(steps) - min(steps) < 0.12 * drawing.size.unit, route.id


def test_no_space_lies_on_another(drawing: Drawing) -> None:
    spaces = [(route.id, space.bar) for route in drawing.routes for space in route.spaces]
    overlaps = [
        (a, b)
        for (a, one), (b, other) in itertools.combinations(spaces, 2)
        if dist((one.x, one.y), (other.x, other.y)) < 2 * drawing.size.longest
        and overlap(one, other) > 0
    ]
    assert overlaps == []


def test_no_space_runs_into_a_place_or_a_border_post(drawing: Drawing) -> None:
    size = drawing.size
    for route in drawing.routes:
        for space in route.spaces:
            for place in cities(drawing):
                assert overlap_disc(space.bar, place.x, place.y, size.disc) <= 0, (route.id, place)
            for place in drawing.places:
                for post in place.posts:
                    assert overlap_disc(space.bar, post.x, post.y, size.post) <= 0, route.id


@pytest.mark.parametrize("slug", BOARDS)
def test_a_route_runs_through_its_bend(slug: str) -> None:
    drawing = draw(board(slug))
    for route in board(slug).routes:
        if route.via is None:
            continue
        via = (route.via[0] * drawing.stretch, route.via[1] * drawing.rise)
        spaces = drawing.route[route.id].spaces
        # Crowded routes give way, and of two parallels each runs on its own side.
        near = min(dist(via, (space.x, space.y)) - space.length / 2 for space in spaces)
        assert near < 0.6 * drawing.size.unit, route.id


def test_a_curve_goes_exactly_through_its_bend_without_a_kink() -> None:
    before, after = bend((0, 0), (30, 80), (200, 100))
    assert before[-1] == after[0] == (30, 80)
    (x0, y0), (x1, y1), (x2, y2) = before[1], (30, 80), after[1]
    assert (x1 - x0) * (y2 - y1) == pytest.approx((x2 - x1) * (y1 - y0))
    assert sample((before, after))[0] == (0, 0)
    assert sample((before, after))[-1] == (200, 100)


def test_parallels_lie_side_by_side(slug: str, drawing: Drawing) -> None:
    pitch = drawing.size.width + drawing.size.gap
    for route in board(slug).routes:
        for twin in board(slug).parallels[route.id]:
            for one, other in zip(
                drawing.route[route.id].spaces, drawing.route[twin].spaces, strict=True
            ):
                away = dist((one.x, one.y), (other.x, other.y))
                assert away == pytest.approx(pitch, rel=0.25) or away == pytest.approx(
                    2 * pitch, rel=0.25
                ), (route.id, twin)


def test_a_route_into_a_country_ends_at_its_own_border_post(slug: str, drawing: Drawing) -> None:
    for route in board(slug).routes:
        if route.country_end is None:
            continue
        x, y = route.country_end
        country = next(p for p in (route.a, route.b) if drawing.place[p].country)
        posts = {post.route: (post.x, post.y) for post in drawing.place[country].posts}
        assert posts[route.id] == pytest.approx((x * drawing.stretch, y * drawing.rise), abs=0.06)
        spaces = drawing.route[route.id].spaces
        ends = [dist(posts[route.id], (space.x, space.y)) for space in (spaces[0], spaces[-1])]
        assert ends.index(min(ends)) == [route.a, route.b].index(country) or len(spaces) == 1


# -- Names --------------------------------------------------------------------------------------


def test_no_name_lies_on_a_space(drawing: Drawing) -> None:
    for what, box in boxes(drawing).items():
        for route in drawing.routes:
            for space in route.spaces:
                assert overlap(box.bar, space.bar) <= 0, (what, route.id)


def test_no_name_lies_on_a_place_or_a_border_post(drawing: Drawing) -> None:
    for what, box in boxes(drawing).items():
        for place in cities(drawing):
            assert overlap_disc(box.bar, place.x, place.y, drawing.size.disc) <= 0, (what, place.id)
        for place in drawing.places:
            for post in place.posts:
                assert overlap_disc(box.bar, post.x, post.y, drawing.size.post) <= 0, what


def test_no_name_lies_on_another(drawing: Drawing) -> None:
    for (what, box), (other, rival) in itertools.combinations(boxes(drawing).items(), 2):
        assert not box.meets(rival), (what, other)


def test_a_name_covers_no_more_than_its_box(drawing: Drawing) -> None:
    for place in cities(drawing):
        width, height = text_size([line.text for line in place.lines], place.font)
        room = place.label.right - place.label.left
        assert 0.66 * width - 0.3 <= room <= width + 0.3  # set narrower where it is crowded
        assert place.label.bottom - place.label.top == pytest.approx(height, abs=0.3)
        for line in place.lines:
            assert line.x - line.width / 2 >= place.label.left - 0.2
            assert line.x + line.width / 2 <= place.label.right + 0.2


def test_a_name_is_nearer_to_its_own_place_than_to_any_other(drawing: Drawing) -> None:
    for place in cities(drawing):
        gaps = {other.id: place.label.gap_to(other.x, other.y) for other in cities(drawing)}
        nearest = min(gaps[id] for id in gaps if id != place.id)
        assert gaps[place.id] < nearest, (place.id, gaps[place.id], nearest)


def test_a_name_too_far_from_its_place_is_tied_to_it(drawing: Drawing) -> None:
    for place in cities(drawing):
        away = place.label.gap_to(place.x, place.y) - drawing.size.disc
        assert bool(place.leader) is (away >= 0.7 * drawing.size.unit), place.id


def test_everything_is_inside_the_view(drawing: Drawing) -> None:
    for what, box in boxes(drawing).items():
        assert drawing.view.around(box), what
    radius = drawing.size.disc
    points = [corner for r in drawing.routes for s in r.spaces for corner in s.bar.corners]
    points += [
        (p.x + dx, p.y + dy)
        for p in cities(drawing)
        for dx, dy in ((radius, radius), (-radius, -radius))
    ]
    points += [(post.x, post.y) for p in drawing.places for post in p.posts]
    assert all(drawing.view.gap_to(x, y) == 0 for x, y in points)


@pytest.mark.parametrize("slug", BOARDS)
def test_names_are_legible_from_the_sofa(slug: str) -> None:
    drawing = draw(board(slug))
    left, top, right, bottom = drawing.view
    across, down = screen(plan(board(slug)))
    scale = min(across / (right - left), down / (bottom - top))
    assert min(place.font for place in drawing.places) * scale >= LETTERING


@pytest.mark.parametrize(
    ("text", "width"), [("Saarbrücken", 4.642), ("Piccadilly Circus", 6.003), ("Düsseldorf", 3.901)]
)
def test_the_width_of_a_name_is_that_of_the_font(text: str, width: float) -> None:
    assert setting(text).width == pytest.approx(width, rel=0.01)


def test_letters_with_feet_and_hats_need_more_room() -> None:
    assert setting("Opéra").below > setting("Ulm").below
    assert setting("Österreich").above > setting("Ulm").above


def test_a_name_breaks_at_spaces_and_hyphens_only() -> None:
    assert lines("Ulm") == (("Ulm",),)
    assert ("Champs-", "Élysées") in lines("Champs-Élysées")
    assert ("Tower of", "London") in lines("Tower of London")


# -- Passengers and districts -------------------------------------------------------------------


def test_every_passenger_has_a_place_to_wait(slug: str, drawing: Drawing) -> None:
    wanted = {place.id: place.facts.get("passengers", 0) for place in board(slug).places}
    assert {place.id: len(place.slots) for place in drawing.places} == wanted
    for place in drawing.places:
        room = place.waiting or place.label
        for slot in place.slots:
            assert place.on_disc or room.gap_to(slot.x, slot.y) == 0


def test_a_district_is_told_by_number_and_color(drawing: Drawing, slug: str) -> None:
    for place in board(slug).places:
        drawn = drawing.place[place.id]
        assert drawn.number == place.facts.get("district")
        assert bool(drawn.color) == ("district" in place.facts)


# -- The same sheet, the same drawing -------------------------------------------------------------


def test_a_drawing_is_made_once(slug: str) -> None:
    assert draw(board(slug)) is draw(board(slug))


@pytest.mark.parametrize("slug", ["london", "tangle"])
def test_a_sheet_is_always_drawn_alike(slug: str) -> None:
    assert _draw.__wrapped__(plan(board(slug))) == draw(board(slug))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    spots = draw(
        st.lists(
            st.tuples(st.integers(0, 500), st.integers(0, 400)), min_size=2, max_size=9, unique=True
        )
    )
    stops = tuple(
        Stop(
            f"p{i}", "Quite a Long Name"[: 3 + i], x, y, i > 6, None, "", ("passengers",) * (i % 3)
        )
        for i, (x, y) in enumerate(spots)
    )
    pairs = draw(
        st.lists(
            st.sampled_from(list(itertools.combinations(range(len(spots)), 2))),
            min_size=1,
            max_size=10,
        )
    )
    ways = tuple(
        Way(f"w{n}", f"p{a}", f"p{b}", 1 + n % 4, "red", (250.0, 10.0) if n == 3 else None, None)
        for n, (a, b) in enumerate(pairs)
    )
    return Plan("any", "Any", "plain", "bus", 500, 400, 1.0, 1.0, stops, ways)


@given(plans())
@settings(max_examples=40, deadline=None)
def test_any_sheet_can_be_drawn_however_crowded(plan: Plan) -> None:
    drawing = _draw.__wrapped__(plan)
    assert [len(route.spaces) for route in drawing.routes] == [way.length for way in plan.ways]
    numbers = [n for r in drawing.routes for s in r.spaces for n in (s.x, s.y, s.angle, s.length)]
    numbers += [n for place in drawing.places for n in place.label]
    assert all(map(isfinite, numbers))


# -- Signs of the colours -------------------------------------------------------------------------


def test_every_color_has_a_letter_a_symbol_and_a_mark_of_its_own() -> None:
    assert set(COLORS) == set(SHEET_COLORS)
    signs = [SIGNS[color] for color in COLORS]
    assert len({sign.letter for sign in signs}) == len(signs)
    shapes = [sign.symbol_path for sign in signs] + [sign.mark_path for sign in signs]
    assert len(set(shapes)) == len(shapes)
    assert len({sign.symbol for sign in signs} | {sign.mark for sign in signs}) == len(shapes)


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("color", SIGNS)
def test_ink_on_a_color_can_be_read(color: str) -> None:
    css = (ROOT / "static" / "css" / "base" / "colors.css").read_text()
    colors = dict(re.findall(r"--((?:c|on)-\w+): (#[0-9a-f]{6});", css))
    light, dark = sorted(
        (luminance(colors[f"c-{color}"]), luminance(colors[f"on-{color}"])), reverse=True
    )
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_drawing_knows_no_web_framework() -> None:
    files = sorted((ROOT / "games" / "maps" / "drawing").glob("*.py"))
    assert len(files) > 5
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            names = (
                [alias.name for alias in getattr(node, "names", [])]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for name in names:
                assert name.split(".")[0] != "django", file
                if name.startswith("games."):
                    assert name.startswith(("games.maps.drawing", "games.rules")), file


@pytest.mark.parametrize("slug", ["germany", "london", "paris", "tangle"])
def test_routes_and_places_are_drawn_in_the_order_of_the_sheet(slug: str) -> None:
    drawing = draw(board(slug))
    assert [route.id for route in drawing.routes] == [route.id for route in board(slug).routes]
    assert [place.id for place in drawing.places] == [place.id for place in board(slug).places]


@pytest.mark.parametrize(
    ("number", "text"), [(3.0, "3"), (-0.04, "0"), (-0.26, "-.3"), (10.25, "10.2"), (0.5, "0.5")]
)
def test_numbers_are_short(number: float, text: str) -> None:
    assert short(number) == text
