"""Export and import of finished games: a zip of records, scores for a spreadsheet."""

import secrets
from collections.abc import Iterator
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import permissions
from games.archive import record_files, search, uploads
from games.models import Import, ImportedFile
from games.refusals import Refused
from games.rules.text import _
from games.views.history import asked_for
from games.views.table import View, say
from games.views.throttling import limits_downloads

LISTED = 100  # files named one by one; of refused ones more
LISTED_REFUSED = 500


# -- Out ------------------------------------------------------------------------------------------


@require_safe
@never_cache
@limits_downloads
def records(request: HttpRequest) -> StreamingHttpResponse:
    """The games that a filtered list shows, or all."""
    return _file(_content(request, record_files.zipped), "zip", "application/zip")


@require_safe
@never_cache
@limits_downloads
def scores(request: HttpRequest) -> StreamingHttpResponse:
    return _file(_content(request, record_files.scores_csv), "csv", "text/csv; charset=utf-8")


def _content(request: HttpRequest, written: Any) -> Iterator[bytes]:
    may = permissions.rights_of(request)
    plays = search.finished_games(may.plays(), **asked_for(request, may)["filters"])
    pieces: Iterator[bytes] = written(plays)
    return pieces


def _file(pieces: Iterator[bytes], kind: str, type: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces, content_type=type)
    name = f"stationmaster-{timezone.localdate():%Y-%m-%d}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# -- In -------------------------------------------------------------------------------------------


def importer(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, **rest: Any) -> HttpResponse:
        if not permissions.may_import(request):
            return render(request, "archive/exchange/not_here.html", status=403)
        return view(request, **rest)

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@importer
def import_page(request: HttpRequest) -> HttpResponse:
    error = ""
    if request.method == "POST":
        try:
            return redirect("import-progress", key=_received(request).key)
        except Refused as refused:
            error = say(refused.text)
    context = {
        "error": error,
        "request_id": secrets.token_urlsafe(16),
        "most": uploads.MOST_FILES,
        "size": uploads.MOST_SENT // 2**20,
    }
    return render(request, "archive/exchange/import.html", context, status=422 if error else 200)


def _received(request: HttpRequest) -> Import:
    uploads.forget_old()
    files = request.FILES.getlist("files")
    if not files:
        raise Refused("empty", _("Please choose some files first."))
    return uploads.receive(
        files=files,
        # Without one every form would be the same.
        request=request.POST.get("request", "")[:64] or secrets.token_urlsafe(16),
        by=request.user if request.user.is_authenticated else None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@importer
def import_progress(request: HttpRequest, key: str) -> HttpResponse:
    """How far an import has come. Asked by POST, it processes some files first."""
    sent = get_object_or_404(Import, key=key)
    if request.method == "POST":
        before = uploads.verdict_counts(sent)
        uploads.process_files(sent)
        if not request.htmx:  # type: ignore[attr-defined]
            return redirect("import-progress", key=key)
        context = _progress(sent)
        # Somebody who listens hears of every tenth, not of every second.
        context["news"] = context["finished"] or _tenth(before) != _tenth(context["counts"])
        return render(request, "archive/exchange/bar.html", context)
    return render(request, "archive/exchange/progress.html", _progress(sent))


@require_POST
@never_cache
@importer
def take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Delete the games of an import, with a progress bar like that of the import itself."""
    sent = get_object_or_404(Import, key=key)
    uploads.undo_import(sent)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("import-progress", key=key)
    counts = uploads.verdict_counts(sent)
    finished = counts["imported"] == 0
    context = _progress(sent) | {"back": not finished, "news": finished}
    return render(request, "archive/exchange/bar.html", context)


def _tenth(counts: dict[str, int]) -> int:
    return 10 * counts["done"] // counts["all"]


def _progress(sent: Import) -> dict[str, Any]:
    counts = uploads.verdict_counts(sent)
    finished = counts["waiting"] == 0
    context: dict[str, Any] = {"sent": sent, "counts": counts, "finished": finished}
    if finished:
        context |= {
            verdict.value: sent.files.filter(verdict=verdict).select_related("table")[:most]
            for verdict, most in (
                (ImportedFile.Verdict.REFUSED, LISTED_REFUSED),
                (ImportedFile.Verdict.IMPORTED, LISTED),
                (ImportedFile.Verdict.KNOWN, LISTED),
            )
        }
    return context
