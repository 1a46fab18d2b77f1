"""Mistakes in a sheet that people see at the table: reported to the person who keeps the sheets."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from games.maps import drafts, library, sheet_items
from games.models import MapSheet, Report, Seat, Table
from games.refusals import Refused
from games.rules import checks
from games.rules.text import _


def open_report(table: Table, route: str) -> Report | None:
    """What a table has reported of a route, and nobody has settled yet."""
    return table.reports.filter(route=route, done_at=None).first()


def report(*, table: Table, route: str, color: str, length: int, by: Seat | None) -> Report | None:
    """Report what the printed board says of a route.

    A table has one report of a route: another one replaces it, and reporting what the sheet says
    already withdraws it (None).
    """
    board = library.board_of(table.sheet)
    on_sheet = board.route.get(route)
    if on_sheet is None:
        raise Refused("unknown_route", _("There’s no such route on this map."))
    if (on_sheet.color, on_sheet.length) == (color, length):
        if open_report(table, route) is None:
            raise Refused("same", _("The sheet already says that."))
        table.reports.filter(route=route, done_at=None).delete()
        return None
    corrected = board.with_route(route, color, length)
    wrong = checks.route_problem(corrected, corrected.route[route])
    if wrong is not None:
        raise Refused("malformed", wrong.text)
    row = open_report(table, route) or Report(
        sheet=table.sheet, table=table, code=table.code, route=route
    )
    row.by, row.color, row.length = by.name if by else "", color, length
    row.save()
    table.reports.filter(route=route, done_at=None).exclude(pk=row.pk).delete()
    return row


def nobody_keeps_sheets() -> bool:
    """Whether an installation has nobody who looks at reports: a home without an administrator."""
    return not User.objects.filter(is_active=True, is_staff=True).exists()


def open_reports(slug: str) -> QuerySet[Report]:
    """Of all versions of a map: a mistake seen on an old one may still be on the newest."""
    return Report.objects.filter(sheet__slug=slug, done_at=None).select_related("sheet", "table")


def handled_reports(slug: str) -> QuerySet[Report]:
    """Those that were taken over or put away, the latest first."""
    handled = Report.objects.filter(sheet__slug=slug).exclude(done_at=None)
    return handled.select_related("sheet", "table", "done_by").order_by("-done_at")


def is_in_sheet(report: Report) -> bool:
    """Whether the newest version, draft or not, says what was reported."""
    newest = library.versions(report.sheet.slug).first()
    board = library.sketch_of(newest) if newest else None
    route = board.route.get(report.route) if board else None
    return route is not None and (route.color, route.length) == (report.color, report.length)


def reopen(*, report: Report) -> None:
    """Reopen a handled report, unless its table has reported something newer."""
    if report.table is not None and open_report(report.table, report.route) is not None:
        raise Refused("newer", _("This table has a newer report about the same route."))
    report.done_at, report.done_by = None, None
    report.save(update_fields=["done_at", "done_by"])


def close(*, report: Report, by: User | None) -> None:
    report.done_at, report.done_by = timezone.now(), by
    report.save(update_fields=["done_at", "done_by"])


def adopt(*, report: Report, by: User | None) -> MapSheet:
    """Correct the route as reported in the map's draft, which is created if there is none."""
    newest = library.versions(report.sheet.slug).exclude(state__in=MapSheet.OPEN).first()
    draft = drafts.draft_of(newest or report.sheet, by)
    data = drafts.sheet_data(draft)
    item = sheet_items.item_of(data, "routes", report.route)
    if item is None:
        raise Refused("unknown_route", _("There’s no such route on this map."))
    changed = {**item, "color": report.color, "length": report.length}
    drafts.save(
        sheet=draft,
        data=sheet_items.with_item(data, "routes", changed, report.route),
        seen=draft.checksum,
        by=by,
    )
    close(report=report, by=by)
    return draft
