"""After the game: the score sheet that explains itself, and the record to take home."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games import access, presenting, results, sheets
from games.chart import chart
from games.drawing import draw
from games.models import Table
from games.rules import log, record
from games.rules.state import Phase
from games.tables import Game, game_of


def _finished(key: str) -> tuple[Table, Game]:
    """A table whose game is over and whose reveal has been watched to the end."""
    table = get_object_or_404(Table.objects.select_related("sheet"), key=key)
    try:
        game = game_of(table)
    except LookupError:
        raise Http404 from None
    if game.state.phase is not Phase.OVER or presenting.stage(table, game.state) != "result":
        raise Http404
    return table, game


@require_safe
def result(request: HttpRequest, key: str) -> HttpResponse:
    table, game = _finished(key)
    audience = access.audience(table, request.COOKIES)
    filled = presenting.screen(audience)
    cards, history = filled["cards"], results.score_history(game)
    drawn = chart(history, [card.points for card in cards])
    filled |= {
        "page": "result",
        "drawing": draw(game.state.board),
        "history": history,
        "chart": drawn,
        "tracks": list(zip(cards, drawn.tracks, strict=True)),
        "lengths": sorted({route.length for route in game.state.board.routes}),
        "maps": sheets.published(),
    }
    return render(request, "result.html", filled)


@require_safe
def record_file(request: HttpRequest, key: str) -> HttpResponse:
    table, game = _finished(key)
    events = [event for _number, event in log.in_force(game.entries)]
    written = record.write(log.started(game.entries), events)
    text = json.dumps(written, ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"stationmaster-{table.sheet.slug}-{table.opened_at:%Y-%m-%d}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
