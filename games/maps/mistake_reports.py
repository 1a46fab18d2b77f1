"""Mistakes in a sheet that people see at the table: reported to whoever keeps the sheets."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from games.maps import drafts, library, sheet_items
from games.models import MapSheet, Report, Seat, Table
from games.refusals import Refused
from games.rules import checks
from games.rules.text import _


def told_by(table: Table, route: str) -> Report | None:
    """What a table has reported of a route, and nobody has settled yet."""
    return table.reports.filter(route=route, done_at=None).first()


def report(*, table: Table, route: str, color: str, length: int, by: Seat | None) -> Report | None:
    """What the printed board says of a route. A table has one report of a route: another one takes
    its place, and what the sheet says already takes it back (None)."""
    board = library.board_of(table.sheet)
    found = board.route.get(route)
    if found is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    if (found.color, found.length) == (color, length):
        if told_by(table, route) is None:
            raise Refused("same", _("The sheet says so already."))
        table.reports.filter(route=route, done_at=None).delete()
        return None
    said = board.with_route(route, color, length)
    wrong = checks.route_problem(said, said.route[route])
    if wrong is not None:
        raise Refused("malformed", wrong.text.template, **wrong.text.params)
    told = told_by(table, route) or Report(
        sheet=table.sheet, table=table, code=table.code, route=route
    )
    told.by, told.color, told.length = by.name if by else "", color, length
    told.save()
    table.reports.filter(route=route, done_at=None).exclude(pk=told.pk).delete()
    return told


def open_reports(slug: str) -> QuerySet[Report]:
    """Of all versions of a map: a mistake seen on an old one may still be on the newest."""
    return Report.objects.filter(sheet__slug=slug, done_at=None).select_related("sheet", "table")


def close(*, report: Report, by: User | None) -> None:
    report.done_at, report.done_by = timezone.now(), by
    report.save(update_fields=["done_at", "done_by"])


def adopt(*, report: Report, by: User | None) -> MapSheet:
    """Correct the route in the map's draft as reported; makes a draft if none is open."""
    newest = library.versions(report.sheet.slug).exclude(state__in=MapSheet.OPEN).first()
    draft = drafts.draft_of(newest or report.sheet, by)
    data = drafts.sheet_data(draft)
    item = sheet_items.item_of(data, "routes", report.route)
    if item is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    changed = {**item, "color": report.color, "length": report.length}
    drafts.save(
        sheet=draft,
        data=sheet_items.with_item(data, "routes", changed, report.route),
        seen=draft.checksum,
        by=by,
    )
    close(report=report, by=by)
    return draft
