"""Reports of mistakes in the administration."""

import pytest
from django.test import Client

from games.maps import drafts, library, mistake_reports
from games.models import Report
from tests.support.admin import SHEETS, at, drafted, page
from tests.support.markup import read
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db


def test_a_report_stands_beside_the_sheet_with_the_version_of_the_table(chief: Client) -> None:
    sitting = begun("paris")
    key = sitting.board.routes[0].id
    mistake_reports.report(
        table=sitting.table, route=key, color="grey", length=1, by=sitting.seat(0)
    )
    drafted("paris")
    draft = drafts.open_draft("paris")
    assert draft is not None
    html = page(chief, at(draft)).text
    assert f"table {sitting.table.code}, version 1" in html
    assert sitting.seat(0).name in html
    report = Report.objects.get()
    assert page(chief, "/admin/games/report/").text.count("grey, 1") == 1
    assert chief.get(f"/admin/games/report/{report.pk}/change/").status_code == 302
    reply = chief.post(f"{SHEETS}reports/{report.pk}/adopt/", follow=True)
    assert "Corrected in the draft." in read(reply).text
    draft.refresh_from_db()
    assert library.board_of(draft).route[key].color == "grey"
    assert f"table {sitting.table.code}" not in page(chief, at(draft)).text


def test_a_report_is_put_away(chief: Client) -> None:
    sitting = begun("paris")
    key = sitting.board.routes[0].id
    report = mistake_reports.report(table=sitting.table, route=key, color="grey", length=1, by=None)
    assert report is not None
    assert chief.get(f"{SHEETS}reports/{report.pk}/close/").status_code == 405
    chief.post(f"{SHEETS}reports/{report.pk}/close/")
    report.refresh_from_db()
    assert report.done_at is not None
    assert chief.post(f"{SHEETS}reports/999/close/").status_code == 404
