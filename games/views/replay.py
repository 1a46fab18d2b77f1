"""Finished games as films on the screen: any of them from its result, and the demo at the door."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.archive import replays
from games.archive.replays import Film
from games.live.parts import film_parts, out_of_band
from games.maps import library
from games.maps.drawing import draw
from games.pages import contexts
from games.table.snapshot import TableSnapshot
from games.views.result import finished
from games.views.table import whole


@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    table, _game = finished(key)
    film = replays.film_of(table)
    way = {
        "frames": reverse("replay-frame", kwargs={"key": key}),
        "out": reverse("result", kwargs={"key": key}),
        "out_text": gettext("To the result"),
        "by_itself": False,
    }
    return _page(request, film, way)


@require_safe
def replay_frame(request: HttpRequest, key: str) -> HttpResponse:
    table, _game = finished(key)
    return _parts(request, replays.film_of(table))


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


def _demo(slug: str) -> Film:
    """The demo of a map that is offered here."""
    offered = any(sheet.slug == slug for sheet in library.published())
    film = replays.demo_of(slug) if offered else None
    if film is None:
        raise Http404
    return film


def _page(request: HttpRequest, film: Film, way: dict[str, Any]) -> HttpResponse:
    filled = _filled(request, film)
    filled |= way | {
        "drawing": draw(filled["board"]),
        "scenes": replays.scenes(film),
        "parts": film_parts(filled),
    }
    return render(request, "screen/page.html", filled)


def _parts(request: HttpRequest, film: Film) -> HttpResponse:
    """The parts of another moment, to be swapped into an open page."""
    parts = film_parts(_filled(request, film))
    return HttpResponse("".join(out_of_band(part.html) for part in parts.values()))


def _filled(request: HttpRequest, film: Film) -> dict[str, Any]:
    """`?at=42&as=1`: the moment, and whose tickets are shown."""
    frame = replays.frame(film, whole(request.GET.get("at", ""), digits=6) or 1)
    seats = replays.viewers(request.GET.get("as", ""), len(frame.state.players))
    filled = contexts.film(TableSnapshot(frame.table, film.seats, frame.game))
    return filled | {
        "page": "film",
        "watching": True,
        "frame": frame,
        "as": request.GET.get("as", "") if seats else "",
        "hands": replays.tickets(frame.state, seats),
    }
