"""Reports of mistakes: one per route and table, taken over into the draft."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from games.maps import library, mistake_reports
from games.models import Report
from games.refusals import Refused
from tests.support.drafts import first_route
from tests.support.sittings import begun, open_directly

pytestmark = pytest.mark.django_db


def test_a_report_twice_is_one(ada: User) -> None:
    sitting = begun("paris")
    key = first_route(sitting.table.sheet)
    for _time in range(2):
        mistake_reports.report(
            table=sitting.table, route=key, color="grey", length=1, by=sitting.seat(0)
        )
    (report,) = mistake_reports.open_reports("paris")
    assert (report.code, report.by, report.sheet) == (
        sitting.table.code,
        sitting.seat(0).name,
        sitting.table.sheet,
    )


def test_what_the_version_in_force_says_is_no_mistake_any_more() -> None:
    table = open_directly("paris")
    board = library.board_of(table.sheet)
    mended, other = board.routes[:2]
    for route in (mended, other):
        mistake_reports.report(table=table, route=route.id, color="grey", length=1, by=None)
    library.load(replace(board.with_route(mended.id, "grey", 1), name="Our Paris"))
    (left,) = mistake_reports.open_reports("paris")
    assert left.route == other.id
    (handled,) = mistake_reports.handled_reports("paris")
    assert handled.route == mended.id


@pytest.mark.parametrize(("color", "length"), [("puce", 1), ("grey", 0), ("grey", 77), ("wild", 1)])
def test_nonsense_is_not_reported(color: str, length: int) -> None:
    table = open_directly("paris")
    key = first_route(table.sheet)
    with pytest.raises(Refused):
        mistake_reports.report(table=table, route=key, color=color, length=length, by=None)
    with pytest.raises(Refused):
        mistake_reports.report(table=table, route="nowhere", color="grey", length=1, by=None)
    assert Report.objects.count() == 0


def test_a_report_is_taken_over_into_the_draft(ada: User) -> None:
    table = open_directly("paris")
    key = first_route(table.sheet)
    report = mistake_reports.report(table=table, route=key, color="grey", length=1, by=None)
    draft = mistake_reports.adopt(report=report, by=ada)
    assert draft.is_open
    route = library.board_of(draft).route[key]
    assert (route.color, route.length) == ("grey", 1)
    report.refresh_from_db()
    assert (report.done_by, report.done_at is not None) == (ada, True)
    assert not mistake_reports.open_reports("paris").exists()
