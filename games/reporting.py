"""Mistakes in a sheet that people see at the table: reported to whoever keeps the sheets."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from games import arranging, editing, sheets
from games.models import MapSheet, Report, Seat, Table
from games.refusals import Refused
from games.rules import checks
from games.rules.words import _


def report(*, table: Table, route: str, color: str, length: int, by: Seat | None) -> Report:
    """What the printed board says of a route. The same report twice is one."""
    board = sheets.board_of(table.sheet)
    found = board.route.get(route)
    if found is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    if (found.color, found.length) == (color, length):
        raise Refused("same", _("The sheet says so already."))
    said = board.with_route(route, color, length)
    wrong = checks.route_problem(said, said.route[route])
    if wrong is not None:
        raise Refused("malformed", wrong.text.template, **wrong.text.params)
    known = Report.objects.filter(
        table=table, route=route, color=color, length=length, done_at=None
    ).first()
    return known or Report.objects.create(
        sheet=table.sheet,
        table=table,
        code=table.code,
        by=by.name if by else "",
        route=route,
        color=color,
        length=length,
    )


def open_reports(slug: str) -> QuerySet[Report]:
    """Of all versions of a map: a mistake seen on an old one may still be on the newest."""
    return Report.objects.filter(sheet__slug=slug, done_at=None).select_related("sheet", "table")


def close(*, report: Report, by: User | None) -> None:
    report.done_at, report.done_by = timezone.now(), by
    report.save(update_fields=["done_at", "done_by"])


def adopt(*, report: Report, by: User | None) -> MapSheet:
    """Correct the route in the map's draft as reported; makes a draft if none is open."""
    newest = sheets.versions(report.sheet.slug).exclude(state__in=MapSheet.OPEN).first()
    draft = editing.draft_of(newest or report.sheet, by)
    data = editing.sheet_data(draft)
    item = arranging.item_of(data, "routes", report.route)
    if item is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    changed = {**item, "color": report.color, "length": report.length}
    editing.save(
        sheet=draft,
        data=arranging.with_item(data, "routes", changed, report.route),
        seen=draft.checksum,
        by=by,
    )
    close(report=report, by=by)
    return draft
