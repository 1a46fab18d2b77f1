"""After the game: the score sheet that explains itself, and the record to take home."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.access.audience import audience_for
from games.archive import record_files
from games.maps import library
from games.maps.drawing import draw
from games.models import Play, Table
from games.pages import contexts, results, share_image
from games.pages.score_chart import chart
from games.rules.state import Phase
from games.table import index, series
from games.table.snapshot import Game, game_of


def finished(key: str) -> tuple[Table, Game]:
    """A table whose game is over and whose reveal has been watched to the end."""
    table = get_object_or_404(Table.objects.select_related("sheet", "series"), key=key)
    try:
        game = game_of(table)
    except LookupError:
        raise Http404 from None
    if game.state.phase is not Phase.OVER or contexts.stage(table, game.state) != "result":
        raise Http404
    return table, game


@require_safe
def result(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    audience = audience_for(table, request.COOKIES)
    filled = contexts.screen(audience)
    cards, points = filled["cards"], results.score_history(game)
    drawn = chart(points, [card.points for card in cards])
    filled |= {
        "page": "result",
        "drawing": draw(game.state.board),
        "rounds": results.score_by_round(game),
        "finished_at": index.finished_at(table),
        "chart": drawn,
        "tracks": list(zip(cards, drawn.tracks, strict=True)),
        "lengths": sorted({route.length for route in game.state.board.routes}),
        "maps": library.published(),
        "awards": results.present_awards(game, cards),
        "series": series.standing(table),
        "address": request.build_absolute_uri(reverse("result", kwargs={"key": key})),
        "picture": request.build_absolute_uri(reverse("picture-png", kwargs={"key": key})),
        "bg_stats": share_image.bg_stats_link(table=table, game=game),
    }
    return render(request, "result.html", filled)


@require_safe
def record_file(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    written = record_files.record_of(game.entries, Play.objects.filter(table=table).first())
    text = record_files.dumps(written)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(table, "json")}"'
    return response


def file_name(table: Table, kind: str) -> str:
    day = timezone.localdate(index.finished_at(table))
    return f"stationmaster-{table.sheet.slug}-{day:%Y-%m-%d}.{kind}"
