"""Films of finished games on the screen: from the result of each, and the demo of a map."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.archive import replays, tours
from games.archive.replays import Film, Frame
from games.archive.tours import Tour
from games.live.parts import Part, film_parts, out_of_band
from games.maps import library
from games.maps.kept_drawings import draw
from games.pages import contexts
from games.table.snapshot import TableSnapshot
from games.views.result import finished
from games.views.table import parse_digits


@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    table, _game = finished(key)
    film = replays.film_of(table)
    way = {
        "frames": reverse("replay-frame", kwargs={"key": key}),
        "out": reverse("result", kwargs={"key": key}),
        "out_text": gettext("Go to the result"),
        "by_itself": False,
    }
    return _page(request, film, way)


@require_safe
def replay_frame(request: HttpRequest, key: str) -> HttpResponse:
    table, _game = finished(key)
    return _parts(request, replays.film_of(table))


@require_safe
def demo(request: HttpRequest, slug: str) -> HttpResponse:
    """The tour through the demo; with a moment (`?at=1`), the whole film."""
    film, tour = _demo(slug), tours.tour_of(slug)
    if tour and "at" not in request.GET:
        return _tour(request, slug, film, tour)
    way = {
        "frames": reverse("demo-frame", kwargs={"slug": slug}),
        "out": reverse("home"),
        "out_text": gettext("Home"),
        "by_itself": True,
    }
    return _page(request, film, way)


@require_safe
def demo_frame(request: HttpRequest, slug: str) -> HttpResponse:
    film, tour = _demo(slug), tours.tour_of(slug)
    if tour and "step" in request.GET:
        return _swapped(film_parts(_step(request, film, tour), beside="tour"))
    return _parts(request, film)


def _tour(request: HttpRequest, slug: str, film: Film, tour: Tour) -> HttpResponse:
    context = _step(request, film, tour)
    context |= {
        "slug": slug,
        "frames": reverse("demo-frame", kwargs={"slug": slug}),
        "drawing": draw(context["board"], like=context["sheet"]),
        "parts": film_parts(context, beside="tour"),
    }
    return render(request, "archive/film/tour_page.html", context)


def _step(request: HttpRequest, film: Film, tour: Tour) -> dict[str, Any]:
    """`?step=4`: a step of the tour; the nearest one there is."""
    asked = parse_digits(request.GET.get("step", ""), digits=3) or 1
    number = max(1, min(asked, len(tour.steps)))
    frame = replays.frame(film, tour.steps[number - 1].at)
    return _shown(film, frame) | tours.facts(film, tour, number)


def _demo(slug: str) -> Film:
    """The demo of a map that is offered here."""
    offered = any(sheet.slug == slug for sheet in library.published())
    film = replays.demo_of(slug) if offered else None
    if film is None:
        raise Http404
    return film


def _page(request: HttpRequest, film: Film, way: dict[str, Any]) -> HttpResponse:
    context = _context(request, film)
    chapters = replays.chapters(film)
    context |= way | {
        "drawing": draw(context["board"], like=context["sheet"]),
        "scenes": replays.scenes(film),
        "chapters": chapters,
        "highlight": " ".join(str(at) for at in replays.highlight(chapters)),
        "parts": film_parts(context),
    }
    return render(request, "archive/film/film_page.html", context)


def _parts(request: HttpRequest, film: Film) -> HttpResponse:
    """The parts of another moment, to be swapped into an open page."""
    return _swapped(film_parts(_context(request, film)))


def _swapped(parts: Mapping[str, Part]) -> HttpResponse:
    return HttpResponse("".join(out_of_band(part.html) for part in parts.values()))


def _context(request: HttpRequest, film: Film) -> dict[str, Any]:
    """`?at=42&as=1`: the frame, and whose tickets are shown."""
    frame = replays.frame(film, parse_digits(request.GET.get("at", ""), digits=6) or 1)
    seats = replays.viewers(request.GET.get("as", ""), len(frame.state.players))
    return _shown(film, frame) | {
        "as": request.GET.get("as", "") if seats else "",
        "hands": replays.tickets(frame.state, seats),
    }


def _shown(film: Film, frame: Frame) -> dict[str, Any]:
    """The screen at a moment of a film."""
    context = contexts.film(TableSnapshot(frame.table, film.seats, frame.game))
    return context | {"page": "film", "watching": True, "frame": frame, "tour": None}
