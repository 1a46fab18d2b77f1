"""The rules of a map in the reader's language, as docs/rules.md has them, our decisions marked."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.maps import library
from games.rules.board import GREY
from games.rules.bonuses.base import Bonus
from games.rules.scoring import TICKETS_COMPLETED, tie_break_words
from games.rules.text import _


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    board = library.in_force(slug)
    if board is None:
        raise Http404
    measures = tie_break_words()
    counted = (bonus.counted_already for bonus in board.bonuses if bonus.counted_already)
    routes = _("Routes are already counted; Stationmaster counts them again.")
    filled = {
        "board": board,
        "theme": board.theme,
        "with_claims": [_told(bonus) for bonus in board.bonuses if bonus.asks],
        "at_the_end": [_told(bonus) for bonus in board.bonuses if not bonus.asks],
        "counted_already": next(counted, routes),
        "further_measures": [
            measures[name] for name in board.tie_breaks if name != TICKETS_COMPLETED
        ],
        "grey": any(route.color == GREY for route in board.routes),
        "countries": bool(board.dead_ends),
    }
    return render(request, "rules.html", filled)


def _told(bonus: Bonus) -> dict[str, Any]:
    """A bonus in words: its rule, and what we decided."""
    told = tuple(bonus.explained())
    return {"name": bonus.name, "rule": told[0] if told else None, "decided": told[1:]}
