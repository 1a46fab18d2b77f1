"""The rules of a map in the reader's language, as docs/rules.md has them, our decisions marked."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import sheets
from games.rules.board import GREY


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    board = sheets.in_force(slug)
    if board is None:
        raise Http404
    filled = {
        "board": board,
        "theme": board.theme,
        "bonuses": {bonus.kind: bonus for bonus in board.bonuses},
        "grey": any(route.color == GREY for route in board.routes),
        "countries": bool(board.dead_ends),
    }
    return render(request, "rules.html", filled)
