"""What all views of a table share: the audience at the start, a reply in parts at the end."""

import hashlib
from functools import lru_cache, wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.access.audience import Audience, audience_at
from games.language import say as say
from games.live import parts
from games.refusals import Refused, Stale
from games.rules.text import _
from games.rules.violations import RuleViolation
from games.table.snapshot import TableSnapshot, load, reload, remembered
from games.views.throttling import View, slows_guessing

# A page says with this that its parts come by its socket, and is answered likewise.
PUSHED = "X-Pushed"
NEXT_SHEET = "X-Next-Sheet"  # opened by static/js/table/once.js


def table_view(*, seat: bool = False, at_table: bool = False, host: bool = False) -> Any:
    """Turn a code into an audience: `view(request, audience, …)`.

    `seat` asks for a seat, `at_table` for a seat or the opening browser, `host` for a host.
    """

    def decorate(view: View) -> View:
        @slows_guessing
        @wraps(view)
        def wrapped(request: HttpRequest, code: str, **rest: Any) -> HttpResponse:
            snapshot = load(code)
            if snapshot is None:
                return render(request, "errors/no_table.html", {"code": code[:8]}, status=404)
            audience = audience_at(snapshot, request.COOKIES)
            if seat and audience.seat is None:
                return _not_yours(request, audience)
            if (at_table and not audience.at_table) or (host and not audience.host):
                return _not_yours(request, audience)
            try:
                return view(request, audience, **rest)
            except (Refused, RuleViolation) as refused:
                return reply(request, audience, error=say(refused.text), status=status_of(refused))

        return wrapped

    return decorate


def by_post(view: View) -> View:
    """Decorator for a view that acts.

    If its address is opened again, by a reload or from the browser's history, it leads to the
    table.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, code: str, **rest: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return redirect("join", code=code)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        return view(request, code=code, **rest)

    return wrapped


def status_of(refused: Refused | RuleViolation) -> int:
    """The HTTP status of a refusal: made from an older state, or not possible."""
    return 409 if isinstance(refused, Stale) else 422


def _not_yours(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The answer to somebody without the right to act: the join page, or a plain sentence."""
    if request.method == "GET":
        return redirect("join", code=audience.table.code)
    return reply(
        request,
        audience,
        error=gettext("Only people at this table can do that, and some things only a host can."),
        status=403,
    )


def reply(
    request: HttpRequest,
    audience: Audience,
    *,
    message: str = "",
    error: str = "",
    status: int = 200,
    sheet: str = "",
) -> HttpResponse:
    """Answer with the table as it is now and a sentence: parts for htmx, a redirect for plain
    forms. `sheet`: the address of the sheet to open next."""
    audience = audience_at(_after(audience), request.COOKIES)
    table = audience.table
    page = page_of(request, audience)
    if not request.htmx:  # type: ignore[attr-defined]
        if error or message:
            messages.add_message(
                request, messages.ERROR if error else messages.SUCCESS, error or message
            )
        return redirect("play" if page == "phone" else "screen", code=table.code)
    toast = _toast(error, message)
    if request.headers.get(PUSHED):
        # Its socket is open and is sent the very same: once is enough.
        response = HttpResponse(toast, status=status, headers={PUSHED: "1"})
    else:
        response = HttpResponse(parts.render_parts(audience, page).html + toast, status=status)
    response["X-Revision"] = str(table.revision)
    if sheet:
        response[NEXT_SHEET] = sheet
    return response


# Nearly every move is answered without a sentence: that is rendered once.
@lru_cache(maxsize=32)
def _toast(error: str, message: str) -> str:
    return render_to_string("shared/toast.html", {"error": error, "message": message})


def _after(audience: Audience) -> TableSnapshot:
    """The table after what was just done: as this process wrote it, or from the database."""
    snapshot = remembered(audience.table)
    if snapshot is not None and snapshot.table.revision > audience.table.revision:
        return snapshot
    return reload(audience.table)


def page_of(request: HttpRequest, audience: Audience) -> str:
    asked = request.POST.get("page") or request.GET.get("page")
    return asked if audience.seat and asked in ("phone", "screen") else parts.page_for(audience)


def parse_digits(asked: str, digits: int) -> int | None:
    """A number of at most so many digits that somebody sent; None for anything else."""
    if asked.isascii() and asked.isdigit() and len(asked) <= digits:
        return int(asked)
    return None


def incomplete() -> Refused:
    return Refused("malformed", _("Something’s missing from this form. Please try again."))


def request_id(request: HttpRequest, audience: Audience) -> str:
    """The identity of a form: the same content from the same seat at the same state acts once."""
    who = f"seat {audience.seat.pk}" if audience.seat else "screen"
    content = sorted(
        (key, tuple(values))
        for key, values in request.POST.lists()
        if key not in ("csrfmiddlewaretoken", "page")
    )
    return hashlib.sha256(repr((who, request.path, content)).encode()).hexdigest()
