"""The rules of a map in the reader's language, in our own words, our decisions marked."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import sheets


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    board = sheets.in_force(slug)
    if board is None:
        raise Http404
    kinds = {bonus.kind: bonus for bonus in board.bonuses}
    filled = {
        "board": board,
        "theme": board.theme,
        "bonuses": kinds,
        "grey": any(route.color == "grey" for route in board.routes),
        "countries": [place for place in board.places if place.dead_end],
        "most_length": max(route.length for route in board.routes),
        "triples": any(len(twins) > 1 for twins in board.parallels.values()),
    }
    return render(request, "rules.html", filled)
