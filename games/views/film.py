"""A game that plays itself on the screen: the demo at the front door."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games import films, presenting, rendering, sheets
from games.access import Audience
from games.drawing import draw
from games.models import Table

PAUSE = "700ms"  # between two frames: a whole game in about a minute


def _film(slug: str, frame: int) -> tuple[Table, dict[str, Any]]:
    table = films.demo_of(slug)
    if table is None:
        raise Http404
    last = films.frames(table)
    frame = max(1, min(frame, last))
    game = films.at_frame(table, frame)
    filled = presenting.film(Audience(table), game)
    filled |= {
        "page": "film",
        "slug": slug,
        "frame": frame,
        "last": last,
        "next": frame + 1 if frame < last else None,
        "pause": PAUSE,
        "watching": True,
        "film": True,
    }
    return table, filled


@require_safe
def demo(request: HttpRequest, slug: str) -> HttpResponse:
    table, filled = _film(slug, 1)
    filled["drawing"] = draw(sheets.board_of(table.sheet))
    return render(request, "screen/page.html", filled)


@require_safe
def demo_frame(request: HttpRequest, slug: str, frame: int) -> HttpResponse:
    """The parts of the next moment; the film's own part asks for the one after it."""
    _table, filled = _film(slug, frame)
    filled["oob"] = True
    parts = (*rendering.SCREEN, "film")
    return HttpResponse(
        "".join(render_to_string(f"screen/{name}.html", filled, request) for name in parts)
    )
