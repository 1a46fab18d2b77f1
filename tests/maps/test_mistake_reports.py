"""Reports of mistakes in a sheet: none gets lost, and none contradicts another from the same
table."""

import pytest

from games.maps import mistake_reports
from games.models import Report
from games.rules.actions import DrawCards
from games.rules.board import Route
from games.rules.text import COLORS
from games.table import moves
from tests.support.markup import read
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db


def report(sitting: Sitting, route: Route, **sent: object):
    """From the screen, which is host, as one tap on the sheet sends it."""
    form = {"seen": sitting.number, **sent}
    return sitting.post(sitting.screen, f"mistake/{route.id}", **form)


def reported(sitting: Sitting) -> list[tuple[str, str, int]]:
    slug = sitting.table.sheet.slug
    return [(row.route, row.color, row.length) for row in mistake_reports.open_reports(slug)]


def other_color(route: Route) -> str:
    return "green" if route.color != "green" else "blue"


def a_single_route(sitting: Sitting) -> Route:
    board = sitting.board
    return next(
        route
        for route in board.routes
        if not board.parallels[route.id] and route.length == 2 and route.color in COLORS
    )


def test_a_report_is_kept_where_the_table_may_not_change_a_verified_route() -> None:
    sitting = begun("germany")
    route = a_single_route(sitting)
    reply = report(sitting, route, color=other_color(route), here="1")
    assert reply.status_code == 422
    words = reply.content.decode()
    assert "verified against the printed board" in words
    assert "reported anyway" in words
    assert reported(sitting) == [(route.id, other_color(route), 2)]
    assert sitting.state.board.route[route.id] == route


def test_a_report_is_kept_where_somebody_was_quicker() -> None:
    sitting = begun("paris")
    route = a_single_route(sitting)
    seen = sitting.number
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    reply = report(sitting, route, color=other_color(route), here="1", seen=seen)
    assert reply.status_code == 409
    assert reported(sitting) == [(route.id, other_color(route), 2)]


def test_nonsense_for_this_table_is_refused_and_not_reported() -> None:
    sitting = begun("paris")
    route = a_single_route(sitting)
    reply = report(sitting, route, color="puce", here="1")
    assert reply.status_code == 422
    assert "reported" not in reply.content.decode()
    assert reported(sitting) == []


def test_colour_and_length_reported_one_after_the_other_are_one_report() -> None:
    sitting = begun("paris")
    route = a_single_route(sitting)
    assert report(sitting, route, color=other_color(route)).status_code == 200
    assert report(sitting, route, length=3).status_code == 200
    assert reported(sitting) == [(route.id, other_color(route), 3)]


def test_a_second_thought_takes_the_place_of_the_first() -> None:
    sitting = begun("paris")
    route = a_single_route(sitting)
    first, second = [color for color in ("green", "blue", "red") if color != route.color][:2]
    report(sitting, route, color=first)
    page = read(sitting.screen.get(sitting.url(f"mistake/{route.id}")))
    assert f"Reported already: {first}, 2 spaces." in page.text
    assert page.has("input", name="color", value=route.color)  # the way back
    report(sitting, route, color=second)
    assert reported(sitting) == [(route.id, second, 2)]


def test_what_the_sheet_says_takes_a_report_back() -> None:
    sitting = begun("paris")
    route = a_single_route(sitting)
    assert report(sitting, route, color=route.color).status_code == 422
    report(sitting, route, color=other_color(route))
    reply = report(sitting, route, color=route.color)
    assert "Report withdrawn" in reply.content.decode()
    assert reported(sitting) == []


def test_the_table_plays_on_with_all_it_has_reported() -> None:
    sitting = begun("paris")
    route = a_single_route(sitting)
    report(sitting, route, color=other_color(route))
    assert report(sitting, route, length=3, here="1").status_code == 200
    played = sitting.state.board.route[route.id]
    assert (played.color, played.length) == (other_color(route), 3)
    assert reported(sitting) == [(route.id, other_color(route), 3)]


def test_other_tables_and_settled_reports_stay_as_they_are() -> None:
    one, two = begun("paris"), begun("paris")
    route = a_single_route(one)
    report(one, route, color=other_color(route))
    report(two, route, length=3)
    assert Report.objects.count() == 2
    for row in mistake_reports.open_reports("paris"):
        mistake_reports.close(report=row, by=None)
    report(one, route, length=3)
    assert reported(one) == [(route.id, route.color, 3)]
    assert Report.objects.count() == 3
