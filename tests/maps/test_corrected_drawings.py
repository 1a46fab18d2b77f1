"""A corrected board is drawn like its sheet: only corrected items look for room."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache

import pytest

from games.maps.drawing import Drawing
from games.maps.drawing.draw import drawn
from games.maps.drawing.geometry import overlap, overlap_disc
from games.maps.drawing.layout import Layout, Model, from_json, lay_out, to_json
from games.maps.drawing.plan import LETTERING, plan, screen
from games.rules.board import Board, Place, Route
from games.rules.corrections import spots
from games.rules.corrections.applying import with_route
from tests.support.boards import board

SLUGS = ["germany", "london"]


@cache
def laid_out(slug: str) -> Layout:
    return lay_out(plan(board(slug)))


def sheet(slug: str) -> Drawing:
    return drawn(plan(board(slug)), laid_out(slug))


def corrected(slug: str, to: Board) -> Drawing:
    model = Model(plan(board(slug)), laid_out(slug))
    return drawn(plan(to), lay_out(plan(to), model))


def with_place(on: Board, name: str = "Neustadt") -> Board:
    place = Place("new", name, *spots.free_spot(on, name), verified=False)
    return replace(on, places=(*on.places, place))


def moved_names(before: Drawing, after: Drawing) -> set[str]:
    return {
        p.id for p in after.places if p.id in before.place and p.label != before.place[p.id].label
    }


def moved_routes(before: Drawing, after: Drawing) -> set[str]:
    return {
        r.id for r in after.routes if r.id in before.route and r.spaces != before.route[r.id].spaces
    }


def assert_nothing_lies_on_anything(drawing: Drawing) -> None:
    bars = [space.bar for route in drawing.routes for space in route.spaces]
    rooms = [place.label for place in drawing.places]
    rooms += [place.waiting for place in drawing.places if place.waiting]
    assert not any(a.meets(b) for a, b in itertools.combinations(rooms, 2))
    for room in rooms:
        assert all(overlap(room.bar, bar) <= 0 for bar in bars)
        for place in drawing.places:
            if not place.country:
                assert overlap_disc(room.bar, place.x, place.y, drawing.size.disc) <= 0
        assert drawing.view.around(room)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_new_place_finds_room_among_names_that_stay(slug: str) -> None:
    on = with_place(board(slug))
    after = corrected(slug, on)
    assert after.place["new"].lines
    assert len(moved_names(sheet(slug), after)) <= 2  # where it stands now, a name may have stood
    assert moved_routes(sheet(slug), after) == set()
    assert_nothing_lies_on_anything(after)
    left, top, right, bottom = after.view
    across, down = screen(plan(on))
    scale = min(across / (right - left), down / (bottom - top))
    assert min(place.font for place in after.places) * scale >= LETTERING


@pytest.mark.parametrize("slug", SLUGS)
def test_a_place_with_another_name_moves_no_other_name(slug: str) -> None:
    on = board(slug)
    renamed = on.places[4]
    places = tuple(replace(p, name="Somewhere") if p is renamed else p for p in on.places)
    after = corrected(slug, replace(on, places=places))
    assert after.place[renamed.id].name == "Somewhere"
    assert moved_names(sheet(slug), after) <= {renamed.id}
    assert moved_routes(sheet(slug), after) == set()
    assert_nothing_lies_on_anything(after)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_struck_route_leaves_the_others_where_they_are(slug: str) -> None:
    on = board(slug)
    struck = next(route for route in on.routes if not on.parallels[route.id])
    rest = tuple(route for route in on.routes if route is not struck)
    after = corrected(slug, replace(on, routes=rest))
    assert struck.id not in after.route
    assert moved_routes(sheet(slug), after) == set()
    assert moved_names(sheet(slug), after) == set()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_new_parallel_moves_only_its_neighbours(slug: str) -> None:
    on = board(slug)
    twin = next(r for r in on.routes if not on.parallels[r.id] and r.country_end is None)
    color = "red" if twin.color != "red" else "blue"
    extra = Route("twin", twin.a, twin.b, twin.length, color, twin.via, verified=False)
    after = corrected(slug, with_route(on, extra))
    assert len(after.route["twin"].spaces) == twin.length
    assert twin.id in moved_routes(sheet(slug), after)
    assert len(moved_routes(sheet(slug), after)) <= 5
    assert_nothing_lies_on_anything(after)


def test_a_board_of_another_size_is_drawn_from_scratch() -> None:
    on = board("london")
    wider = replace(on, canvas=(on.canvas[0] + 50, on.canvas[1]))
    assert corrected("london", wider) == drawn(plan(wider), lay_out(plan(wider)))


def test_a_layout_is_the_same_after_it_was_kept() -> None:
    layout = laid_out("london")
    assert from_json(to_json(layout), plan(board("london"))) == layout


def test_the_layout_of_another_board_is_refused() -> None:
    with pytest.raises(ValueError, match="another plan"):
        from_json(to_json(laid_out("london")), plan(board("germany")))
