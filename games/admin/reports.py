"""Reports of mistakes, of all maps in one list; each sheet's page shows its own, with buttons."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _

from games.admin.pages import ReportsAdmin, require, row_number
from games.models import Report
from games.pages.text import color_word


class ReportAdmin(ReportsAdmin):
    list_display = ("route", "told", "map", "code", "by", "at", "done")
    list_filter = (("done_at", admin.EmptyFieldListFilter), "sheet__slug")
    search_fields = ("route", "code", "by")
    list_select_related = ("sheet",)
    actions = None

    @admin.display(description=_("on the printed board"))
    def told(self, report: Report) -> str:
        return f"{color_word(report.color)}, {report.length}"

    @admin.display(description=_("map sheet"))
    def map(self, report: Report) -> str:
        return str(report.sheet)

    @admin.display(description=_("done"), boolean=True)
    def done(self, report: Report) -> bool:
        return report.done_at is not None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A report is read beside its sheet."""
        require(self, request)
        report = get_object_or_404(Report, pk=row_number(object_id))
        return redirect("admin:games_mapsheet_change", report.sheet_id)
