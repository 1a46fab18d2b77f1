"""The screen: the TV, and whoever watches. Shows public facts only."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import access, presenting, qr, rendering, seating, sheets
from games.access import Audience
from games.drawing import draw
from games.views import addresses
from games.views.at_table import page_of, table_view


@require_safe
@never_cache
@table_view()
def screen(request: HttpRequest, audience: Audience) -> HttpResponse:
    board = sheets.board_of(audience.table.sheet)
    filled = presenting.screen(audience)
    filled |= {"page": "screen", "drawing": draw(board), **_way_in(request, audience)}
    return render(request, "screen/page.html", filled)


def _way_in(request: HttpRequest, audience: Audience) -> dict[str, Any]:
    url = addresses.join_url(request, audience.table)
    return {
        "join_url": url,
        "qr": qr.svg(url),
        "addresses": addresses.reachable(request),
        "address": addresses.base_url(request),
        "watching": not audience.at_table,
    }


@require_POST
@table_view(host=True)
def pick_address(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Several networks: the host says which one the phones are in."""
    response = redirect("screen", code=audience.table.code)
    picked = request.POST.get("address", "")
    if picked in addresses.reachable(request):
        response.set_cookie(addresses.COOKIE, picked, max_age=access.DAYS * 86400, samesite="Lax")
    return response


@require_safe
@never_cache
@table_view()
def live(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The state for pages whose network blocks sockets; they ask every two seconds."""
    asked = request.GET.get("revision", "")
    if audience.seat:
        seating.heard_of(audience.seat)
    if asked == str(audience.table.revision):
        return JsonResponse({"revision": audience.table.revision, "html": ""})
    rendered = rendering.render_parts(audience, page_of(request, audience), request)
    html = "".join(rendered.parts.values())
    return JsonResponse({"revision": rendered.revision, "html": html})
