"""Reports of mistakes in the administration."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.maps import drafts, library, mistake_reports
from games.models import Report
from games.table.learning import report_mistake
from games.table.snapshot import reload
from tests.support.admin import SHEETS, at, drafted, errors, page, press
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
    reply = chief.post(f"{SHEETS}reports/{report.pk}/adopt/", follow=True)
    assert "Fixed in the draft." in read(reply).text
    draft.refresh_from_db()
    assert library.board_of(draft).route[key].color == "grey"
    reports = page(chief, at(draft)).one("section", id="reports")
    assert [article.text for article in reports.all("article") if "Dismiss" in article.text] == []
    assert "Included in the newest version." in reports.text


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


def test_hosts_of_its_table_are_told_of_a_report_no_longer_than_it_is_open(chief: Client) -> None:
    sitting = begun("paris")
    key = sitting.board.routes[0].id
    report_mistake(table=sitting.table, route=key, color="grey", length=1, by=None)
    assert [report.route for report in reload(sitting.table).reports] == [key]
    chief.post(f"{SHEETS}reports/{Report.objects.get().pk}/close/")
    assert reload(sitting.table).reports == ()


def test_the_list_shows_open_reports_or_handled_ones(chief: Client) -> None:
    sitting = begun("paris")
    first, second = (route.id for route in sitting.board.routes[:2])
    for key, color in ((first, "grey"), (second, "red")):
        mistake_reports.report(table=sitting.table, route=key, color=color, length=3, by=None)
    mistake_reports.close(report=Report.objects.get(route=first), by=None)
    for query, shown, hidden in (("0", "red, 3", "grey, 3"), ("1", "grey, 3", "red, 3")):
        listed = page(chief, f"/admin/games/report/?handled={query}")
        rows = listed.one("table", id="result_list").text
        assert shown in rows
        assert hidden not in rows
    choices = listed.one("nav", id="changelist-filter").text
    assert "open" in choices
    assert "Empty" not in choices


def test_a_report_is_handled_from_the_list_and_opened_again(chief: Client) -> None:
    sitting = begun("paris")
    key = sitting.board.routes[0].id
    report = mistake_reports.report(table=sitting.table, route=key, color="grey", length=1, by=None)
    assert report is not None
    listed = "/admin/games/report/?sheet__slug=paris"
    names = page(chief, listed).one("table", id="result_list").text
    assert sitting.board.place[sitting.board.routes[0].a].name in names
    assert key not in names, "a route is called by its places"
    one = f"/admin/games/report/{report.pk}/change/?_changelist_filters=sheet__slug%3Dparis"
    back = page(chief, one).one("main").values("value", "input", name="back")
    assert set(back) == {listed}
    reply = chief.post(f"{SHEETS}reports/{report.pk}/close/", {"back": back[0]})
    assert reply["Location"] == listed, "where one was"
    report.refresh_from_db()
    assert report.done_at is not None
    assert (
        "something else" in page(chief, at(sitting.table.sheet)).one("section", id="reports").text
    )
    stranger = {"back": "https://elsewhere.example/"}
    reply = chief.post(f"{SHEETS}reports/{report.pk}/reopen/", stranger)
    assert reply["Location"].startswith(at(sitting.table.sheet)), "never to another site"
    assert mistake_reports.open_report(sitting.table, key) == report

    # A table has one report of a route: what was put away does not contradict a newer one.
    mistake_reports.close(report=report, by=None)
    mistake_reports.report(table=sitting.table, route=key, color="grey", length=2, by=None)
    reply = chief.post(f"{SHEETS}reports/{report.pk}/reopen/", follow=True)
    assert errors(reply) == ["This table has a newer report about the same route."]


def test_the_history_tells_what_was_saved_in_words(chief: Client) -> None:
    draft = drafted("paris")
    data = drafts.sheet_data(draft)
    data["routes"][0]["verified"], data["year"] = True, 1999
    sent = {"seen": draft.checksum, "sheet": data}
    url = reverse("sheet-save", kwargs={"pk": draft.pk})
    reply = chief.post(url, sent, content_type="application/json")
    assert reply.status_code == 200
    draft.refresh_from_db()
    reply = chief.post(url, {**sent, "seen": draft.checksum}, content_type="application/json")
    assert reply.status_code == 200, "the same once more: nothing to tell"
    press(chief, draft, "check")
    lines = [row.all("td")[1].text for row in page(chief, at(draft, "history/")).all("tr")[1:]]
    assert "Drawing board: 1 setting and verified marks" in lines
    assert "Marked as checked." in lines
    assert len(lines) == 2


@pytest.mark.parametrize(("handled", "listed"), [(50, 50), (51, 50)])
def test_a_sheet_lists_the_latest_handled_reports_and_leads_to_the_others(
    chief: Client, handled: int, listed: int
) -> None:
    sheet = begun("paris").table.sheet
    one = {"sheet": sheet, "code": "KTRW", "route": "a--b", "color": "grey", "length": 1}
    Report.objects.bulk_create(Report(**one, done_at=timezone.now()) for _number in range(handled))
    reports = page(chief, at(sheet)).one("section", id="reports")
    assert reports.one("summary").text == f"{handled} handled reports"
    assert len(reports.all("article")) == listed
    rest = f"{reverse('admin:games_report_changelist')}?handled=1&sheet__slug=paris"
    assert (rest in reports.values("href", "a")) is (handled > listed)
    assert len(page(chief, rest).one("table", id="result_list").one("tbody").all("tr")) == handled
