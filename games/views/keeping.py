"""After the game: what the table learnt of its board becomes the next version of the sheet."""

import json

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import permissions
from games.access.audience import audience_for
from games.maps import contradictions, differences, drafts, findings, library
from games.maps.findings_file import write_file
from games.maps.kept_drawings import draw
from games.models import Finding, MapSheet, Table
from games.pages.text import sheet_name
from games.rules import checks
from games.rules import sheet as sheet_format
from games.table import versions
from games.table.snapshot import Game
from games.views.result import file_name, finished


def _hosted(request: HttpRequest, key: str) -> tuple[Table, Game]:
    """A finished game, for the person who hosted it."""
    table, game = finished(key)
    if not audience_for(table, request.COOKIES).host:
        raise Http404
    return table, game


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def keep(request: HttpRequest, key: str) -> HttpResponse:
    """“Keep this as our Paris”: the differences in words, what tables disagree about,
    and one button."""
    table, game = _hosted(request, key)
    slug = table.sheet.slug
    learnt = {findings.source_of(table): findings.findings_of(game.state)}
    kept = request.method != "POST" and findings.is_kept(table, game.state)
    if request.method == "POST":
        for source, facts in learnt.items():
            findings.save_findings(slug, source, facts)
    at_once = permissions.may_keep_sheets(request)
    into = _basis(table, at_once)
    # Nothing is written by looking; what was decided on is not asked again.
    reported = findings.item_versions(into, {} if kept else learnt)
    before = into.board
    merged = findings.merge(before, reported, contradictions.choices(request.POST, reported))
    changes = differences.compare(before, merged.board)
    problems = [problem for problem in checks.check(merged.board) if problem.error]
    if request.method == "POST" and not problems:
        return _keep_merged(request, table, merged, at_once)
    context = {
        "table": table,
        "board": merged.board,
        "changes": changes,
        "kept": kept and not changes and not merged.contradictions,
        "contradictions": contradictions.contradictions(merged, before),
        "left_out": merged.left_out,
        "problems": problems,
        "at_once": at_once,
        "at_home": permissions.keeps_sheets_at_home(),
        "drawing": draw(merged.board, like=before) if merged.board.routes else None,
        "tables": Finding.objects.filter(slug=slug).values("source").distinct().count(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "archive/result/keep.html", context, status=status)


def _basis(table: Table, at_once: bool) -> findings.Basis:
    """What the findings are merged into: the version in force; as a draft, what the map editors
    have in theirs already."""
    slug = table.sheet.slug
    draft = None if at_once else findings.draft_basis(drafts.open_draft(slug))
    return draft or findings.basis(slug) or findings.Basis(library.board_of(table.sheet))


def _keep_merged(
    request: HttpRequest, table: Table, merged: findings.Merged, at_once: bool
) -> HttpResponse:
    if at_once:
        sheet = findings.publish(merged)
        versions.announce_new_version(sheet.slug)
        text = gettext("Kept. New tables will use version {version} of {name}.")
        messages.success(request, text.format(version=sheet.version, name=sheet_name(sheet)))
    else:
        _as_draft(table, merged)
        messages.success(request, gettext("Kept as a draft for the map editors to look at."))
    return redirect("result", key=table.key)


def _as_draft(table: Table, merged: findings.Merged) -> MapSheet:
    newest = library.versions(table.sheet.slug).exclude(state__in=MapSheet.OPEN).first()
    draft = drafts.draft_of(newest or table.sheet, None)
    data = sheet_format.write(merged.board)
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None, by_tables=True)
    return draft


@require_safe
def findings_file(request: HttpRequest, key: str) -> HttpResponse:
    """What this table found out, to send in: no names of people are in it."""
    table, game = _hosted(request, key)
    rows = [
        Finding(slug=table.sheet.slug, source=findings.source_of(table), kind=k, item=i, facts=f)
        for (k, i), f in findings.findings_of(game.state).items()
    ]
    written = write_file(table.sheet, rows)
    text = json.dumps(written, ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = file_name(table, "json").replace("stationmaster-", "stationmaster-findings-")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
