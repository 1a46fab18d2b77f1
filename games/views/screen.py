"""The screen: for the TV and for spectators. Shows public facts only."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import DAYS, Audience, renew
from games.live import parts
from games.maps.drawing.plan import stretched
from games.maps.kept_drawings import draw
from games.pages import qr
from games.table import learning, lobby
from games.table.presence import touch_seat
from games.views import addresses
from games.views.parts import page_renderer
from games.views.table import by_post, page_of, table_view


@require_safe
@never_cache
@table_view()
def screen(request: HttpRequest, audience: Audience) -> HttpResponse:
    renderer = page_renderer(request, audience)
    context = renderer.facts.screen(audience)
    context |= {
        "page": "screen",
        "drawing": draw(context["board"], like=context["sheet"]),
        "parts": renderer.screen(host=audience.host).parts,
        "maps": lobby.rematch_maps(audience.table),
        "stretch": _dragged(audience, context),
        **_way_in(request, audience),
    }
    response = render(request, "table/screen/page.html", context)
    renew(response, request, audience)
    return response


def _dragged(audience: Audience, context: dict[str, Any]) -> tuple[float, float] | None:
    """What lets a host drag places on the drawing: how far it stretches the sheet."""
    if not audience.host or context["stage"] not in ("opening", "turns"):
        return None
    may = learning.may_learn(audience.table, context["sheet"])
    return stretched(context["board"]) if may else None


def _way_in(request: HttpRequest, audience: Audience) -> dict[str, Any]:
    url = addresses.join_url(request, audience.table)
    base = addresses.base_url(request).rstrip("/")
    result_url = base + reverse("result", kwargs={"key": audience.table.key})
    return {
        "join_url": url,
        "qr": qr.svg(url),
        "addresses": addresses.reachable(request),
        "address": addresses.base_url(request),
        "watching": not audience.at_table,
        "result_url": result_url,
        "result_qr": qr.svg(result_url),
    }


@by_post
@table_view(host=True)
def pick_address(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Let the host say which of several networks the phones are in."""
    response = redirect("screen", code=audience.table.code)
    picked = request.POST.get("address", "")
    if picked in addresses.reachable(request):
        response.set_cookie(
            addresses.COOKIE,
            picked,
            max_age=DAYS * 86400,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response


@require_safe
@never_cache
@table_view()
def live(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The state for pages whose network blocks sockets; they poll it every two seconds."""
    asked = request.GET.get("revision", "")
    if request.GET.get("page") == "phone" and audience.seat is None:
        raise Http404  # its seat moved to another phone: the page reloads and says so
    touch_seat(table=audience.table, seat=audience.seat, opener=audience.opener)
    if asked == str(audience.table.revision):
        return JsonResponse({"revision": audience.table.revision, "html": ""})
    rendered = parts.render_parts(audience, page_of(request, audience))
    return JsonResponse({"revision": rendered.revision, "html": rendered.html})
