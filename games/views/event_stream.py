"""The host's page for the event stream: make an address for a program, or revoke it."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import Audience
from games.table import event_stream
from games.views.addresses import base_url
from games.views.table import by_post, table_view


@require_safe
@never_cache
@table_view(host=True)
def events(request: HttpRequest, audience: Audience) -> HttpResponse:
    return _page(request, audience)


@by_post
@never_cache
@table_view(host=True)
def make_token(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The address is shown this once: only its digest is kept."""
    form = request.POST.get("request", "")[:64] or secrets.token_hex(16)
    token = event_stream.make_token(table=audience.table, request=form)
    base = base_url(request).replace("http", "ws", 1).rstrip("/")
    return _page(request, audience, address=f"{base}/ws/events/{token}/")


@by_post
@table_view(host=True)
def revoke_token(request: HttpRequest, audience: Audience) -> HttpResponse:
    event_stream.revoke_token(table=audience.table)
    return redirect("events", code=audience.table.code)


def _page(request: HttpRequest, audience: Audience, address: str = "") -> HttpResponse:
    context = {
        "table": audience.table,
        "address": address,
        "in_use": bool(address or audience.table.events_digest),
        "request_id": secrets.token_hex(16),
        "back": "play" if audience.seat else "screen",
    }
    return render(request, "table/phone/events.html", context)
