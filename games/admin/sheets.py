"""Map sheets in the administration: the list, a page for each version, and its buttons."""

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin import exchange, items, pasting
from games.admin.pages import (
    REFUSALS,
    MapFilter,
    OwnPage,
    SheetsAdmin,
    View,
    page,
    person,
    require,
    say,
    sentence,
    sheet_view,
)
from games.maps import drafts, findings, history, library, mistake_reports
from games.maps.kept_drawings import draw
from games.maps.summaries import summary
from games.models import MapSheet, Report, Table, Verification
from games.pages.text import sheet_name, sheet_title
from games.rules.checks import Problem
from games.rules.text import listed, plural
from games.table import versions
from games.table.revision import raise_revision

PLAYED = Count("tables", filter=Q(tables__entries__number=1, tables__demo=False), distinct=True)


class MapSheetAdmin(OwnPage, SheetsAdmin):
    list_display = ("map", "number", "stage", "share", "problems", "played", "open_reports", "made")
    list_filter = ("state", ("slug", MapFilter))
    search_fields = ("name", "slug", "notes")
    list_per_page = 50
    actions = None

    # -- The list ---------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[MapSheet]:
        return super().get_queryset(request).annotate(played_games=PLAYED)

    @admin.display(description=_("map"), ordering="name")
    def map(self, sheet: MapSheet) -> str:
        return sheet_name(sheet)

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
        percent = gettext("{number}%").format(number=100 * done // every if every else 0)
        return f"{percent} ({done}/{every})"

    @admin.display(description=_("problems"))
    def problems(self, sheet: MapSheet) -> str:
        problems = library.problems_of(sheet)
        errors = sum(problem.error for problem in problems)
        if not problems:
            return "–"
        warnings = len(problems) - errors
        counts = []
        if errors:
            counts.append(plural("{count} error", "{count} errors", errors))
        if warnings:
            counts.append(plural("{count} warning", "{count} warnings", warnings))
        return say(listed(counts))

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
        sheets = list(objs)
        titles = [sheet_title(sheet) for sheet in sheets]
        return titles, {str(_("map sheets")): len(sheets)}, set(), []

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> MapSheet | None:
        """Django's own pages (deleting, history) read the title off the row."""
        sheet = super().get_object(request, object_id, from_field)
        if sheet:
            sheet.name = sheet_name(sheet)
        return sheet

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
            at("<int:pk>/paste/", pasting.paste, "paste"),
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

    def row_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        return overview(self, request, pk=pk)


@sheet_view()
def overview(model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    """Everything about one version at a glance."""
    board = library.sketch_of(sheet)
    drawable = drafts.drawable(board) if board else None
    versions = list(library.versions(sheet.slug).annotate(played_games=PLAYED))
    handled = mistake_reports.handled_reports(sheet.slug)
    return page(
        model_admin,
        request,
        "admin/sheets/sheet.html",
        title=sheet_title(sheet),
        sheet=sheet,
        board=board,
        drawing=draw(drawable) if drawable else None,
        problems=[(problem, _place_of(sheet, problem)) for problem in library.problems_of(sheet)],
        errors=any(problem.error for problem in library.problems_of(sheet)),
        share=library.verified_share(board) if board else (0, 0),
        known=findings.counted_by_how_known(board) if board else [],
        verified=sheet.verifications.filter(kind=Verification.Kind.SHEET).first(),
        versions=versions,
        others=[version for version in versions if version.pk != sheet.pk],
        draft=drafts.open_draft(sheet.slug),
        back=f"{request.get_full_path()}#reports",
        reports=[report_row(report) for report in mistake_reports.open_reports(sheet.slug)],
        handled=[report_row(report) for report in handled[:HANDLED]],
        handled_count=handled.count(),
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
        items_of_kind = drafts.sheet_data(sheet)[kind]
        if int(number) < len(items_of_kind):
            return reverse(
                "admin:games_mapsheet_item", args=[sheet.pk, kind, items_of_kind[int(number)]["id"]]
            )
    if kind in items.TITLES:
        return reverse("admin:games_mapsheet_items", args=[sheet.pk, kind])
    return reverse("admin:games_mapsheet_settings", args=[sheet.pk])


def report_row(report: Report) -> dict[str, Any]:
    """A report beside what the version of its table says."""
    board = library.sketch_of(report.sheet)
    route = board.route.get(report.route) if board else None
    name = board.ends_name(route) if board and route else None
    taken = report.done_at is not None and mistake_reports.is_in_sheet(report)
    return {"report": report, "route": route, "name": name, "taken": taken}


# -- Buttons --------------------------------------------------------------------------------------

DEEDS = ("draft", "check", "publish", "retire", "roll_back", "verify", "unverify")
ASKED = {  # what is asked first: the question, and what the button says
    "publish": (_("Publish {sheet}?"), _("Publish")),
    "retire": (_("Retire {sheet}?"), _("Retire")),
    "roll_back": (_("Roll back to {sheet}?"), _("Roll back")),
}


@sheet_view(change=True)
def do(
    model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet, deed: str
) -> HttpResponse:
    """Handle a button of a sheet's page; actions that others notice ask for confirmation first."""
    if request.method != "POST" and deed in ASKED:
        return _ask(model_admin, request, sheet, deed)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    by = person(request)
    match deed:
        case "draft":
            open_draft = drafts.open_draft(sheet.slug)
            result = drafts.draft_of(sheet, by)
            message = (
                gettext("This map already has an open draft. Here it is.") if open_draft else ""
            )
        case "check":
            result = drafts.mark_checked(sheet, by)
            message = gettext("Marked as checked.")
        case "publish":
            result = drafts.publish(sheet, by)
            versions.announce_new_version(result.slug)
            message = gettext("Published. New tables will use this version.")
        case "retire":
            result = drafts.retire(sheet, by)
            message = gettext("Retired. No new tables can be opened on this map.")
        case "roll_back":
            result = drafts.roll_back(sheet, by)
            message = gettext("Version {old} is published again, as version {new}.").format(
                old=sheet.version, new=result.version
            )
        case "verify" | "unverify":
            data = {**drafts.sheet_data(sheet), "verified": deed == "verify"}
            drafts.save(sheet=sheet, data=data, seen=request.POST.get("seen", "")[:64], by=by)
            result = sheet
            message = gettext("Everything is verified.") if deed == "verify" else gettext("Saved.")
        case _other:
            return redirect("admin:games_mapsheet_change", sheet.pk)
    if deed != "draft" or not message:
        history.note(result, by, message or gettext("Draft created."))
    if message:
        messages.success(request, message)
    return redirect("admin:games_mapsheet_change", result.pk)


def _ask(
    model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet, deed: str
) -> HttpResponse:
    question, button = ASKED[deed]
    return page(
        model_admin,
        request,
        "admin/sheets/sure.html",
        title=question.format(sheet=sheet_title(sheet)),
        button=button,
        sheet=sheet,
        deed=deed,
        **summary(sheet, deed),
    )


# -- Reports --------------------------------------------------------------------------------------

HANDLED = 50  # on a sheet's page; the list of reports has all of them


def answer_report(
    model_admin: MapSheetAdmin, request: HttpRequest, report: int, deed: str
) -> HttpResponse:
    """Take over what was reported into the draft, put the report away, or open it again."""
    require(model_admin, request, change=True)
    row = get_object_or_404(Report.objects.select_related("sheet"), pk=report)
    return _answer(model_admin, request, pk=row.sheet_id, report=row, deed=deed)


@sheet_view(change=True, post=True)
def _answer(
    model_admin: MapSheetAdmin, request: HttpRequest, sheet: MapSheet, report: Report, deed: str
) -> HttpResponse:
    """Handle the button, and always lead back to the page it was pressed on."""
    by = person(request)
    try:
        if deed == "adopt":
            sheet = mistake_reports.adopt(report=report, by=by)
            message = gettext("Fixed in the draft.")
        elif deed == "reopen":
            mistake_reports.reopen(report=report)
            message = gettext("Report reopened.")
        else:
            mistake_reports.close(report=report, by=by)
            message = gettext("Report dismissed.")
    except REFUSALS as refused:
        messages.error(request, sentence(refused))
    else:
        messages.success(request, message)
        history.note(sheet, by, f"{_name_of(report)}: {message}")
        if report.table_id is not None:  # its hosts see which reports are open
            raise_revision(Table.objects.filter(pk=report.table_id))
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        return redirect(back)
    return redirect(reverse("admin:games_mapsheet_change", args=[report.sheet_id]) + "#reports")


def _name_of(report: Report) -> str:
    name = report_row(report)["name"]
    return say(name) if name else report.route
