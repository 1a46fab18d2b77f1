"""After the game: the score sheet with its explanations, and the record to download."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import audience_for, sees_everything
from games.archive import record_files
from games.maps import findings
from games.maps.kept_drawings import draw
from games.models import Play, Score, Table
from games.pages import contexts, results, share_image
from games.pages.score_chart import chart
from games.rules.state import Phase
from games.table import index, lobby, series
from games.table.snapshot import Game, reload
from games.views.addresses import base_url


def finished(key: str) -> tuple[Table, Game]:
    """A table whose game is over and whose reveal has been watched to the end."""
    table = get_object_or_404(Table.objects.select_related("sheet", "series"), key=key)
    try:
        game = reload(table).started_game
    except LookupError:
        raise Http404 from None
    if game.state.phase is not Phase.OVER or contexts.stage(table, game.state) != "result":
        raise Http404
    return table, game


@require_safe
def result(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    audience = audience_for(table, request.COOKIES)
    context = contexts.screen(audience)
    cards, points = context["cards"], results.score_history(game)
    base = base_url(request).rstrip("/")
    drawn = chart(points, [card.points for card in cards])
    context |= {
        "page": "result",
        "drawing": draw(game.state.board, like=game.state.sheet),
        "rounds": results.score_by_round(game),
        "finished_at": index.finished_at(table),
        "chart": drawn,
        "tracks": list(zip(cards, drawn.tracks, strict=True)),
        "lengths": sorted({route.length for route in game.state.board.routes}),
        "maps": lobby.rematch_maps(table),
        "awards": results.present_awards(game, cards),
        "people": _people(table) if sees_everything(request) else {},
        "thinking": results.thinking_times(game, cards) if table.nudge_minutes else [],
        "series": series.standing(table),
        "address": base + reverse("result", kwargs={"key": key}),
        "picture": base + reverse("picture-png", kwargs={"key": key}),
        "keeps": audience.host and context["learnt"],
        "bg_stats": share_image.bg_stats_link(table=table, game=game),
    }
    context["kept"] = context["keeps"] and findings.is_kept(table, game.state)
    return render(request, "archive/result/page.html", context)


def _people(table: Table) -> dict[int, str]:
    """The pages of the players by seat; anonymous players have none."""
    scores = Score.objects.filter(play__table=table, player__anonymous=False)
    return {
        seat: reverse("player", kwargs={"pk": player})
        for seat, player in scores.values_list("seat", "player")
    }


@require_safe
@never_cache
def rematch_of(request: HttpRequest, key: str) -> HttpResponse:
    """Where an open result page goes on: to the rematch, once there is one."""
    table = get_object_or_404(Table.objects.select_related("rematch"), key=key)
    open_now = table.rematch is not None and table.rematch.stage != Table.Stage.CLOSED
    follow = reverse("follow", kwargs={"code": table.code}) if open_now else ""
    return JsonResponse({"follow": follow})


@require_safe
def record_file(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    play = Play.objects.filter(table=table).first()
    written = record_files.record_of(game.entries, play, table.sheet)
    text = record_files.dumps(written)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(table, "json")}"'
    return response


def file_name(table: Table, kind: str) -> str:
    day = timezone.localdate(index.finished_at(table))
    return f"stationmaster-{table.sheet.slug}-{day:%Y-%m-%d}.{kind}"
