"""Reports of mistakes, of all maps in one list, handled or not; each sheet's page shows its own."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.admin.pages import MapFilter, OwnPage, ReportsAdmin, page, require
from games.admin.sheets import report_row
from games.language import say
from games.models import Report
from games.pages.text import route_color, sheet_title


class HandledFilter(admin.SimpleListFilter):
    """Reports that wait, and those that somebody has decided on."""

    title = _("state")
    parameter_name = "handled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("0", pgettext_lazy("reports", "open")), ("1", pgettext_lazy("reports", "handled"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        if self.value() not in ("0", "1"):
            return queryset
        return queryset.filter(done_at__isnull=self.value() == "0")


class ReportAdmin(OwnPage, ReportsAdmin):
    list_display = ("route_name", "printed", "map", "code", "by", "at", "done")
    list_filter = (HandledFilter, ("sheet__slug", MapFilter))
    search_fields = ("route", "code", "by")
    list_select_related = ("sheet",)
    actions = None

    @admin.display(description=_("route"), ordering="route")
    def route_name(self, report: Report) -> str:
        name = report_row(report)["name"]
        return say(name) if name else report.route

    @admin.display(description=_("on the printed board"))
    def printed(self, report: Report) -> str:
        return f"{route_color(report.color)}, {report.length}"

    @admin.display(description=_("map sheet"))
    def map(self, report: Report) -> str:
        return sheet_title(report.sheet)

    @admin.display(description=_("done"), boolean=True)
    def done(self, report: Report) -> bool:
        return report.done_at is not None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def row_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """One report with its buttons; they lead back to the list as it was."""
        require(self, request)
        report = get_object_or_404(Report.objects.select_related("sheet"), pk=pk)
        filters = request.GET.get("_changelist_filters", "")
        back = reverse("admin:games_report_changelist") + (f"?{filters}" if filters else "")
        return page(
            self,
            request,
            "admin/sheets/one_report.html",
            title=gettext("Report"),
            sheet=report.sheet,
            told=report_row(report),
            back=back,
        )
