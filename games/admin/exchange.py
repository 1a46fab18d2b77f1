"""Sheets as files, imported and exported, and two versions side by side."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin import sent_findings
from games.admin.pages import REFUSALS, Admin, page, person, sentence, sheet_view
from games.maps import differences, drafts, history, library
from games.maps.kept_drawings import draw
from games.models import MapSheet
from games.refusals import Refused
from games.rules import checks
from games.rules import sheet as sheet_format
from games.rules.board import Board
from games.rules.checks import Problem
from games.rules.reading import MAX_BYTES, load_json
from games.rules.text import _ as _rules

CARRIED = 2 * 2**20  # bytes from one page to the next, in a hidden field (Django allows 2.5 MB)


# -- Out ------------------------------------------------------------------------------------------


@sheet_view()
def export(model_admin: Admin, request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    board = library.sketch_of(sheet)
    if board is None:
        raise library.UnsoundSheet(library.problems_of(sheet))
    response = HttpResponse(
        sheet_format.dumps(board), content_type="application/json; charset=utf-8"
    )
    name = f"{sheet.slug}-v{sheet.version}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# -- In -------------------------------------------------------------------------------------------


class FileForm(forms.Form):
    file = forms.FileField(label=_("Map sheet or table findings (JSON)"), allow_empty_file=True)


def read_file(model_admin: Admin, request: HttpRequest) -> HttpResponse:
    """Read and check a file as `checkmap` does, and show what it would change."""
    _require(model_admin, request)
    form = FileForm(request.POST or None, request.FILES or None)
    problems: list[Problem] = []
    if request.method == "POST" and form.is_valid():
        try:
            data = load_json(form.cleaned_data["file"].read(MAX_BYTES + 1))
            if sent_findings.are_findings(data):
                return sent_findings.preview(model_admin, request, data, drawn_differences)
            board, problems = checks.read_and_check(data)
            if board is not None:
                return _preview(model_admin, request, board, problems)
        except library.UnsoundSheet as unsound:
            problems = unsound.problems
        except REFUSALS as refused:
            form.add_error("file", sentence(refused))
    return page(
        model_admin,
        request,
        "admin/sheets/import.html",
        status=422 if form.errors or problems else 200,
        title=gettext("Import a map sheet"),
        form=form,
        problems=problems,
    )


def _require(model_admin: Admin, request: HttpRequest) -> None:
    if not (model_admin.has_add_permission(request) and model_admin.has_change_permission(request)):
        raise PermissionDenied


def _target(board: Board) -> MapSheet | None:
    """The sheet an import changes: the open draft, else a draft made from the newest version."""
    return drafts.open_draft(board.slug) or library.versions(board.slug).first()


def _preview(
    model_admin: Admin, request: HttpRequest, board: Board, problems: list[Problem]
) -> HttpResponse:
    text = sheet_format.dumps(board)
    if len(text.encode()) > CARRIED:
        raise Refused("large", _rules("This sheet is too large for this page: use loadmaps."))
    target = _target(board)
    before = library.sketch_of(target) if target else None
    return page(
        model_admin,
        request,
        "admin/sheets/import_preview.html",
        title=gettext("Import a map sheet"),
        board=board,
        problems=problems,
        target=target,
        changes=differences.compare(before, board) if before else None,
        text=text,
        seen=target.checksum if target else "",
        **drawn_differences(before, board),
    )


def confirm(model_admin: Admin, request: HttpRequest) -> HttpResponse:
    """Save the previewed file as a draft; it is read and checked once more."""
    _require(model_admin, request)
    if request.method != "POST":
        return redirect("admin:games_mapsheet_import")
    try:
        data = load_json(request.POST.get("text", "").encode("utf-8", "replace"))
        if sent_findings.are_findings(data):
            draft = sent_findings.store(request, data, person(request))
        else:
            board, problems = checks.read_and_check(data)
            if board is None:
                raise library.UnsoundSheet(problems)
            draft = _store(request, board)
    except REFUSALS as refused:
        messages.error(request, sentence(refused))
        return redirect("admin:games_mapsheet_import")
    history.note(draft, person(request), gettext("Imported from a file."))
    messages.success(request, gettext("Imported as a draft. Publish it to play on it."))
    return redirect("admin:games_mapsheet_change", draft.pk)


def _store(request: HttpRequest, board: Board) -> MapSheet:
    target, by = _target(board), person(request)
    if target is None:
        return drafts.draft_from(board, by)
    if target.checksum != request.POST.get("seen", ""):
        raise Refused("stale", _rules("Somebody has changed this map meanwhile. Look at it again."))
    draft = drafts.draft_of(target, by)
    drafts.save(sheet=draft, data=sheet_format.write(board), seen=draft.checksum, by=by)
    return draft


# -- Side by side ---------------------------------------------------------------------------------


@sheet_view()
def compare(model_admin: Admin, request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    """The changes from another version to this one, in words and on the drawing."""
    others = list(library.versions(sheet.slug).exclude(pk=sheet.pk))
    asked = request.GET.get("with", "")
    other = next((row for row in others if str(row.pk) == asked), None) or next(
        (row for row in others if row.version < sheet.version), next(iter(others), None)
    )
    new = library.sketch_of(sheet)
    old = library.sketch_of(other) if other else None
    comparable = old is not None and new is not None
    return page(
        model_admin,
        request,
        "admin/sheets/compare.html",
        title=gettext("Compare versions"),
        sheet=sheet,
        other=other,
        others=others,
        changes=differences.compare(old, new) if old and new else [],
        found=comparable,
        **drawn_differences(old, new),
    )


SIGNS = {"added": "+", "gone": "−", "changed": "≠"}


def drawn_differences(old: Board | None, new: Board | None) -> dict[str, Any]:
    """One drawing of both boards that marks what was added, removed or changed."""
    marks: dict[str, str] = {}
    both = new or old
    if old is not None and new is not None:
        both, marks = differences.merged(old, new)
    drawable = drafts.drawable(both) if both else None
    if drawable is None:
        return {"drawing": None, "marked": {}, "badges": []}
    drawing = draw(drawable)
    badges = [
        {"x": place.x, "y": place.y, "how": marks[place.id], "sign": SIGNS[marks[place.id]]}
        for place in drawing.places
        if place.id in marks
    ]
    for route in drawing.routes:
        if route.id in marks and route.spaces:
            middle = route.spaces[len(route.spaces) // 2]
            how = marks[route.id]
            badges.append({"x": middle.x, "y": middle.y, "how": how, "sign": SIGNS[how]})
    return {"drawing": drawing, "marked": marks, "badges": badges}
