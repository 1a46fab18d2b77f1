"""The layout of a board: the positions that take long to compute, as one value.

A layout can be saved as JSON and drawn again at once. A board that differs only a little from
another, such as a table's sheet after a correction, reuses that one's layout: only new items look
for room.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import dist
from typing import NamedTuple

from games.maps.drawing import labels, tracks
from games.maps.drawing.geometry import Box, Point, stick
from games.maps.drawing.plan import Plan, Sizes, enlarged, sizes
from games.maps.drawing.spots import Ground, Item, Spot, solid
from games.maps.drawing.tracks import Give, Track


class Layout(NamedTuple):
    size: Sizes
    gives: tuple[Give, ...]  # one per bundle of routes
    spots: tuple[Spot, ...]  # one per name, sign or group of pieces


class Model(NamedTuple):
    """A board that's already laid out, as a model for one that's nearly the same."""

    plan: Plan
    layout: Layout


def lay_out(plan: Plan, like: Model | None = None) -> Layout:
    """The same plan always gets the same layout."""
    adapted = _adapted(plan, like) if like else None
    return adapted or _new(plan)


def _new(plan: Plan) -> Layout:
    size = sizes(plan)
    gives = tracks.settle(plan, size)
    laid = tracks.tracks(plan, size, gives)
    on = ground(plan, size, laid)
    for _ in range(3):
        items = labels.place_all(plan, size, on)
        larger = enlarged(plan, size, view(plan, size, laid, items))
        if larger.font == size.font:
            break
        size = larger  # names at the edge made the view wider than estimated
    return Layout(size, gives, tuple(item.spot for item in items))


def _adapted(plan: Plan, like: Model) -> Layout | None:
    """The layout based on another board's; None if that leaves an item without room."""
    size = like.layout.size
    if (plan.width, plan.height) != (like.plan.width, like.plan.height):
        return None
    earlier = dict(zip(tracks.bundles(like.plan, size), like.layout.gives, strict=True))
    gives = tracks.settle(plan, size, earlier)
    laid = tracks.tracks(plan, size, gives)
    stood = {
        (item.stop, item.kind): spot
        for item, spot in zip(labels.items_of(like.plan), like.layout.spots, strict=True)
    }
    items = labels.place_new(plan, size, ground(plan, size, laid), stood)
    if items is None:
        return None
    if enlarged(plan, size, view(plan, size, laid, items)) != size:
        return None  # names would get too small
    return Layout(size, gives, tuple(item.spot for item in items))


# -- What names must not cover --------------------------------------------------------------------


def ground(plan: Plan, size: Sizes, laid: tuple[Track, ...]) -> Ground:
    width, height = plan.width, plan.height
    edge = size.unit / 5
    # A tall board leaves room at its sides, a wide one above and below.
    upright = height > width
    return Ground(
        solids=tuple(solid(bar, track.bundle.near) for track in laid for bar in track.spaces),
        between=(),  # known for each place
        discs=tuple(stop for stop in plan.stops if not stop.country),
        stubs=tuple(stick(*stub) for track in laid for stub in stubs(track, size))
        + tuple(stick(*tether) for tether in _tethers(plan, laid, size)),
        posts=tuple({track.bundle.end: None for track in laid if track.bundle.post}),
        field=Box(-0.08 * width, -0.03 * height, 1.08 * width, 1.03 * height),
        canvas=Box(
            edge - (0.06 * width if upright else 0),
            edge,
            width - edge + (0.04 * width if upright else 0),
            height - edge,
        ),
    )


def _tethers(plan: Plan, laid: tuple[Track, ...], size: Sizes) -> Iterator[tuple[Point, Point]]:
    """Approximate lines from border posts to the signs, which have no spot yet."""
    signs = {stop.id: (stop.x, stop.y) for stop in plan.stops if stop.country}
    for track in laid:
        for country in sorted(track.bundle.near & signs.keys()):
            if dist(track.bundle.end, signs[country]) < 3 * size.unit:
                yield track.bundle.end, signs[country]


def ends(track: Track) -> tuple[Point, Point]:
    first, last = track.spaces[0], track.spaces[-1]
    return (
        (first.x - first.ux * first.half_length, first.y - first.uy * first.half_length),
        (last.x + last.ux * last.half_length, last.y + last.uy * last.half_length),
    )


def stubs(track: Track, size: Sizes) -> list[tuple[Point, Point]]:
    """Thin lines from a place to the first space of its route, if that isn't right next to it."""
    pairs = zip((track.bundle.start, track.bundle.end), ends(track), strict=True)
    return [(at, here) for at, here in pairs if dist(at, here) > size.disc + 2 * size.clear]


def view(plan: Plan, size: Sizes, laid: tuple[Track, ...], items: list[Item]) -> Box:
    """The area that a picture of the board has to show, with a small margin."""
    corners = [corner for track in laid for bar in track.spaces for corner in bar.corners]
    corners += [track.bundle.end for track in laid if track.bundle.post]
    for item in items:
        left, top, right, bottom = (round(edge, 1) for edge in item.spot.box)
        corners += [(left, top), (right, bottom)]
    for stop in plan.stops:
        if not stop.country:
            corners += [
                (stop.x - size.disc, stop.y - size.disc),
                (stop.x + size.disc, stop.y + size.disc),
            ]
    if not corners:  # nothing has been drawn yet
        return Box(0, 0, round(plan.width), round(plan.height))
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(*map(round, Box(min(xs), min(ys), max(xs), max(ys)).grown(size.unit * 0.3)))


# -- As JSON --------------------------------------------------------------------------------------


def to_json(layout: Layout) -> str:
    return json.dumps(layout, ensure_ascii=False)


def from_json(text: str, plan: Plan) -> Layout:
    """Read a layout. Raises ValueError if it isn't one for this plan."""
    try:
        size, gives, spots = json.loads(text)
        layout = Layout(
            Sizes(*size),
            tuple(Give(*give) for give in gives),
            tuple(
                Spot(Box(*box), tuple(lines), columns, font, cost, squeeze)
                for box, lines, columns, font, cost, squeeze in spots
            ),
        )
    except TypeError as error:
        raise ValueError(str(error)) from None
    bundles = tracks.bundles(plan, layout.size)
    if (len(layout.gives), len(layout.spots)) != (len(bundles), len(labels.items_of(plan))):
        raise ValueError("another plan's layout")
    return layout
