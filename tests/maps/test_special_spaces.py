"""Special parts of a map have their own look: tunnels, ferries, attractions and stations."""

from __future__ import annotations

from django.template.loader import render_to_string

from games.maps.drawing import Drawing
from games.maps.drawing.draw import _draw
from games.maps.drawing.plan import Plan, plan
from tests.support import markup
from tests.support.boards import board


def special() -> Plan:
    """Tangle with a tunnel, a ferry, a sight, and stations to build."""
    plain = plan(board("tangle"))
    tunnel, ferry, *ways = plain.ways
    sight, *stops = plain.stops
    return plain._replace(
        ways=(tunnel._replace(tunnel=True), ferry._replace(ferry=1), *ways),
        stops=(sight._replace(sight=True), *stops),
        stations=True,
    )


def page(drawing: Drawing, **context: object) -> markup.Element:
    return markup.parsed(render_to_string("board/board.html", {"drawing": drawing, **context}))


def test_a_tunnel_and_a_ferry_are_lined_and_told_apart() -> None:
    drawing = _draw.__wrapped__(special())
    routes = page(drawing).all("g", of_class="route")
    assert [route.get("data-kind") for route in routes[:3]] == ["tunnel", "ferry", ""]
    assert [len(route.all("path", of_class="bore")) for route in routes[:3]] == [1, 1, 0]


def test_a_ferry_shows_as_many_wild_cards_as_it_needs() -> None:
    drawing = _draw.__wrapped__(special())
    wild = [
        len(route.all("use", of_class="w")) for route in page(drawing).all("g", of_class="route")
    ]
    assert wild[1] == 1
    assert sum(wild) == 1


def test_a_sight_has_a_seal_around_its_disc() -> None:
    drawing = _draw.__wrapped__(special())
    seals = page(drawing).all("use", href=f"#{drawing.slug}sight")
    assert [(seal["x"], seal["y"]) for seal in seals] == [
        (f"{drawing.places[0].x:g}", f"{drawing.places[0].y:g}")
    ]


def test_a_station_shows_whose_it_is_by_colour_and_mark() -> None:
    drawing = _draw.__wrapped__(special())
    where = drawing.places[1].id
    stations = page(drawing, stations={where: "red"}).all("g", of_class="station")
    assert len(stations) == sum(not place.country for place in drawing.places)
    (built,) = [station for station in stations if station["data-owner"]]
    assert built["data-owner"] == "red"
    assert built.has("use", href="#mark-red")


def test_a_board_without_stations_has_no_room_for_them() -> None:
    drawing = _draw.__wrapped__(plan(board("tangle")))
    assert not page(drawing).has(of_class="station")
