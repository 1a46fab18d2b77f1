"""Finished games as films on the screen: any of them from its result, and the demo at the door."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import films, presenting, rendering
from games.access import Audience
from games.drawing import draw
from games.models import Table
from games.views.at_table import whole
from games.views.result import finished

PARTS = (*rendering.SCREEN, "film")


@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    table, _game = finished(key)
    way = {
        "frames": reverse("replay-frame", kwargs={"key": key}),
        "out": reverse("result", kwargs={"key": key}),
        "out_text": gettext("To the result"),
        "by_itself": False,
    }
    return _page(request, table, way)


@require_safe
def replay_frame(request: HttpRequest, key: str) -> HttpResponse:
    table, _game = finished(key)
    return _parts(request, table)


@require_safe
def demo(request: HttpRequest, slug: str) -> HttpResponse:
    way = {
        "frames": reverse("demo-frame", kwargs={"slug": slug}),
        "out": reverse("home"),
        "out_text": gettext("To the front door"),
        "by_itself": True,
    }
    return _page(request, _demo(slug), way)


@require_safe
def demo_frame(request: HttpRequest, slug: str) -> HttpResponse:
    return _parts(request, _demo(slug))


def _demo(slug: str) -> Table:
    table = films.demo_of(slug)
    if table is None:
        raise Http404
    return table


def _page(request: HttpRequest, table: Table, way: dict[str, Any]) -> HttpResponse:
    filled = _filled(request, table)
    filled |= way | {"drawing": draw(filled["board"]), "scenes": films.scenes(table)}
    return render(request, "screen/page.html", filled)


def _parts(request: HttpRequest, table: Table) -> HttpResponse:
    """The parts of another moment, to be swapped into an open page."""
    filled = {**_filled(request, table), "oob": True}
    parts = (render_to_string(f"screen/{name}.html", filled, request) for name in PARTS)
    return HttpResponse("".join(rendering.INDENT.sub("\n", part) for part in parts))


def _filled(request: HttpRequest, table: Table) -> dict[str, Any]:
    """`?at=42&as=1`: the moment, and whose tickets are shown."""
    frame = films.frame(table, whole(request.GET.get("at", ""), digits=6) or 1)
    seats = films.viewers(request.GET.get("as", ""), len(frame.state.players))
    filled = presenting.film(Audience(frame.table), frame.game)
    return filled | {
        "page": "film",
        "film": True,
        "watching": True,
        "frame": frame,
        "as": request.GET.get("as", "") if seats else "",
        "hands": films.tickets(frame.state, seats),
    }
