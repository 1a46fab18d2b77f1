"""Map sheets: the list, a page for each version, and the buttons of its life."""

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin import exchange, items
from games.admin.pages import (
    REFUSALS,
    SheetsAdmin,
    View,
    page,
    person,
    require,
    row_number,
    sentence,
    sheet_view,
)
from games.maps import drafts, library, mistake_reports
from games.maps.drawing import draw
from games.models import MapSheet, Report, Verification
from games.rules.checks import Problem

PLAYED = Count("tables", filter=Q(tables__entries__number=1, tables__demo=False), distinct=True)


class MapSheetAdmin(SheetsAdmin):
    list_display = ("map", "number", "stage", "share", "problems", "played", "open_reports", "made")
    list_filter = ("state", "slug")
    search_fields = ("name", "slug", "notes")
    list_per_page = 50
    actions = None

    # -- The list ---------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[MapSheet]:
        return super().get_queryset(request).annotate(played_games=PLAYED)

    @admin.display(description=_("map"), ordering="name")
    def map(self, sheet: MapSheet) -> str:
        return sheet.name

    @admin.display(description=_("version"), ordering="version")
    def number(self, sheet: MapSheet) -> int:
        return sheet.version

    @admin.display(description=_("state"), ordering="state")
    def stage(self, sheet: MapSheet) -> str:
        return str(MapSheet.State(sheet.state).label)

    @admin.display(description=_("verified"))
    def share(self, sheet: MapSheet) -> str:
        board = library.sketch_of(sheet)
        if board is None:
            return "–"
        done, every = library.verified_share(board)
        percent = 100 * done // every if every else 0
        return f"{percent} % ({done}/{every})"

    @admin.display(description=_("problems"))
    def problems(self, sheet: MapSheet) -> str:
        found = library.problems_of(sheet)
        errors = sum(problem.error for problem in found)
        if not found:
            return "–"
        return gettext("{errors} errors, {warnings} warnings").format(
            errors=errors, warnings=len(found) - errors
        )

    @admin.display(description=_("games played"), ordering="played_games")
    def played(self, sheet: MapSheet) -> int:
        return int(sheet.played_games)  # type: ignore[attr-defined]

    @admin.display(description=_("open reports"))
    def open_reports(self, sheet: MapSheet) -> int:
        return Report.objects.filter(sheet=sheet, done_at=None).count()

    @admin.display(description=_("changed"), ordering="changed_at")
    def made(self, sheet: MapSheet) -> Any:
        return sheet.changed_at

    # -- Permissions and addresses ----------------------------------------------------------------

    def has_delete_permission(self, request: HttpRequest, obj: MapSheet | None = None) -> bool:
        """Only drafts: what was ever published is kept for its games."""
        return (obj is None or obj.is_open) and super().has_delete_permission(request, obj)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """In few words: hundreds of places, routes and tickets go without saying."""
        found = list(objs)
        return [str(sheet) for sheet in found], {str(_("map sheets")): len(found)}, set(), []

    def delete_model(self, request: HttpRequest, obj: MapSheet) -> None:
        drafts.discard(obj)

    def get_urls(self) -> list[URLPattern]:
        def at(route: str, view: View, name: str) -> URLPattern:
            wrapped = self.admin_site.admin_view(partial(view, self))
            return path(route, wrapped, name=f"games_mapsheet_{name}")

        kind = "<items:kind>"
        own = [
            at("import/", exchange.read_file, "import"),
            at("import/confirm/", exchange.confirm, "import_confirm"),
            at("reports/<int:report>/<str:deed>/", answer_report, "report"),
            at("<int:pk>/export.json", exchange.export, "export"),
            at("<int:pk>/compare/", exchange.compare, "compare"),
            at("<int:pk>/do/<str:deed>/", do, "do"),
            at("<int:pk>/settings/", items.settings, "settings"),
            at(f"<int:pk>/{kind}/", items.items, "items"),
            at(f"<int:pk>/{kind}/add/", items.item, "item_add"),
            at(f"<int:pk>/{kind}/<str:key>/", items.item, "item"),
            at(f"<int:pk>/{kind}/<str:key>/delete/", items.delete_item, "item_delete"),
        ]
        return [*own, *super().get_urls()]

    # -- Pages ------------------------------------------------------------------------------------

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return redirect("sheet-new")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        return overview(self, request, pk=row_number(object_id))


@sheet_view()
def overview(model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    """Everything about one version at a glance."""
    board = library.sketch_of(sheet)
    drawable = drafts.drawable(board) if board else None
    versions = list(library.versions(sheet.slug).annotate(played_games=PLAYED))
    return page(
        model_admin,
        request,
        "admin/sheets/sheet.html",
        title=str(sheet),
        sheet=sheet,
        board=board,
        drawing=draw(drawable) if drawable else None,
        problems=[(problem, _place_of(sheet, problem)) for problem in library.problems_of(sheet)],
        errors=any(problem.error for problem in library.problems_of(sheet)),
        share=library.verified_share(board) if board else (0, 0),
        verified=sheet.verifications.filter(kind=Verification.Kind.SHEET).first(),
        versions=versions,
        others=[version for version in versions if version.pk != sheet.pk],
        draft=drafts.open_draft(sheet.slug),
        reports=[_told(report) for report in mistake_reports.open_reports(sheet.slug)],
        may_delete=model_admin.has_delete_permission(request, sheet),
        kinds=[(kind, title, len(getattr(board, kind))) for kind, title in items.TITLES.items()]
        if board
        else [],
    )


def _place_of(sheet: MapSheet, problem: Problem) -> str:
    """The form in which a problem can be corrected."""
    if not sheet.is_open:
        return ""
    kind, bracket, rest = problem.where.partition("[")
    number = rest.partition("]")[0]
    if kind in items.TITLES and bracket and number.isdigit():
        found = drafts.sheet_data(sheet)[kind]
        if int(number) < len(found):
            return reverse(
                "admin:games_mapsheet_item", args=[sheet.pk, kind, found[int(number)]["id"]]
            )
    if kind in items.TITLES:
        return reverse("admin:games_mapsheet_items", args=[sheet.pk, kind])
    return reverse("admin:games_mapsheet_settings", args=[sheet.pk])


def _told(report: Report) -> dict[str, Any]:
    """A report beside what the version of its table says."""
    board = library.sketch_of(report.sheet)
    route = board.route.get(report.route) if board else None
    name = board.ends_name(route) if board and route else None
    return {"report": report, "route": route, "name": name}


# -- Buttons --------------------------------------------------------------------------------------

DEEDS = ("draft", "check", "publish", "retire", "roll_back", "verify", "unverify")


@sheet_view(change=True, post=True)
def do(
    model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet, deed: str
) -> HttpResponse:
    """A button of a sheet's life was pressed."""
    by = person(request)
    match deed:
        case "draft":
            known = drafts.open_draft(sheet.slug)
            found = drafts.draft_of(sheet, by)
            said = gettext("This map has an open draft already; here it is.") if known else ""
        case "check":
            found = drafts.mark_checked(sheet, by)
            said = gettext("Marked as checked.")
        case "publish":
            found = drafts.publish(sheet, by)
            said = gettext("Published: new tables use this version.")
        case "retire":
            found = drafts.retire(sheet, by)
            said = gettext("Retired: no new table can be opened on this map.")
        case "roll_back":
            found = drafts.roll_back(sheet, by)
            said = gettext("Published what version {old} holds as version {new}.").format(
                old=sheet.version, new=found.version
            )
        case "verify" | "unverify":
            data = {**drafts.sheet_data(sheet), "verified": deed == "verify"}
            drafts.save(sheet=sheet, data=data, seen=request.POST.get("seen", "")[:64], by=by)
            found, said = sheet, gettext("Saved.")
        case _other:
            return redirect("admin:games_mapsheet_change", sheet.pk)
    model_admin.log_change(request, found, deed)
    if said:
        messages.success(request, said)
    return redirect("admin:games_mapsheet_change", found.pk)


def answer_report(
    model_admin: MapSheetAdmin, request: HttpRequest, report: int, deed: str
) -> HttpResponse:
    """Take over what was reported into the draft, or put the report away."""
    require(model_admin, request, change=True)
    found = get_object_or_404(Report.objects.select_related("sheet"), pk=report)
    return _answer(model_admin, request, pk=found.sheet_id, report=found, deed=deed)


@sheet_view(change=True, post=True)
def _answer(
    model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet, report: Report, deed: str
) -> HttpResponse:
    if deed == "adopt":
        try:
            sheet = mistake_reports.adopt(report=report, by=person(request))
        except REFUSALS as refused:
            messages.error(request, sentence(refused))
            return redirect("admin:games_mapsheet_change", sheet.pk)
        messages.success(request, gettext("Corrected in the draft."))
    else:
        mistake_reports.close(report=report, by=person(request))
        messages.success(request, gettext("The report is put away."))
    model_admin.log_change(request, sheet, f"{deed}: {report}")
    return redirect("admin:games_mapsheet_change", sheet.pk)
