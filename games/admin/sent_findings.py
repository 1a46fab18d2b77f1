"""Findings of tables elsewhere, uploaded as a file and shown in full before they become a draft."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.admin.pages import Admin, page
from games.maps import (
    contradictions,
    differences,
    drafts,
    empty_boards,
    findings,
    findings_file,
    library,
)
from games.models import MapSheet
from games.refusals import Refused
from games.rules import checks
from games.rules import sheet as sheet_format
from games.rules.board import Board
from games.rules.text import _

Tables = dict[str, dict[findings.Key, findings.Facts]]


def are_findings(data: object) -> bool:
    return isinstance(data, dict) and data.get("format") == findings_file.FORMAT


def _merged(data: object, posted: Any) -> tuple[Board, Tables, findings.Merged]:
    slug, tables = findings_file.read_file(data)
    into = findings_file.basis_of(data, slug)
    if into is None:
        raise Refused("unknown_map", _("There’s no map “{slug}” here."), slug=slug)
    versions = findings.item_versions(into, tables)
    chosen = contradictions.choices(posted, versions)
    return into.board, tables, findings.merge(into.board, versions, chosen)


def preview(model_admin: Admin, request: HttpRequest, data: object, drawn: Any) -> HttpResponse:
    """The differences in words and on the drawing, and where tables disagree."""
    before, tables, merged = _merged(data, {})
    return page(
        model_admin,
        request,
        "admin/sheets/findings_preview.html",
        title=gettext("Findings from tables"),
        board=merged.board,
        tables=len(tables),
        contradictions=contradictions.contradictions(merged, before),
        left_out=merged.left_out,
        changes=differences.compare(before, merged.board),
        text=json.dumps(data, ensure_ascii=False),
        **drawn(before, merged.board),
    )


def store(request: HttpRequest, data: object, by: Any) -> MapSheet:
    """Store the findings by table, and merge them into the map's draft."""
    before, tables, merged = _merged(data, request.POST)
    errors = [problem for problem in checks.check(merged.board) if problem.error]
    if errors:
        raise library.UnsoundSheet(errors)
    slug = merged.board.slug
    newest = library.versions(slug).exclude(state__in=MapSheet.OPEN).first()
    if drafts.open_draft(slug) is not None:
        raise Refused("draft", _("This map has an open draft: publish or delete it first."))
    if newest is None:  # the file brought its sheet along
        newest = empty_boards.keep(empty_boards.unsaved(before), before)
    for source, learnt in tables.items():
        findings.save_findings(slug, source, learnt)
    draft = drafts.draft_of(newest, by)
    written = sheet_format.write(merged.board)
    drafts.save(sheet=draft, data=written, seen=draft.checksum, by=by, by_tables=True)
    return draft
