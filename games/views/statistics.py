"""Figures to look at: of this installation, of a map, of a player."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import sees_everything
from games.archive.statistics import house, maps, players
from games.maps import library
from games.maps.drawing import draw
from games.models import Play, Player
from games.pages import charts
from games.pages.text import map_name, say
from games.rules.board import Board
from games.table import index
from games.templatetags.figures import percent

DRAWN_MAPS = 3  # per player, the ones played most
ENDS = 8  # routes and tickets listed from the top and from the bottom


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def looking_back(view: View[P]) -> View[P]:
    """A page to read, for whoever may see all finished games (README, `HISTORY`)."""

    @require_safe
    @never_cache
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not sees_everything(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return page


def _names(slugs: Iterable[str]) -> dict[str, str]:
    """Maps in the reader's language; one whose sheet is gone by what is left of it."""
    found: dict[str, str] = {}
    for slug in slugs:
        if slug not in found:
            board = library.in_force(slug)
            found[slug] = map_name(board) if board else slug.capitalize()
    return found


def demos(request: HttpRequest) -> dict[str, Any]:
    """Whether demo games are counted, too, and whether there is anything to ask about."""
    return {
        "demo": request.GET.get("demo") == "1",
        "any_demo": Play.objects.filter(demo=True).exists(),
    }


@looking_back
def installation(request: HttpRequest) -> HttpResponse:
    asked = demos(request)
    demo = asked["demo"]
    months = house.months(until=timezone.localdate(), demo=demo)
    rows = house.maps(demo=demo)
    filled = asked | {
        "summary": house.summary(demo=demo),
        "months": charts.bars(
            [
                (date_format(month, "YEAR_MONTH_FORMAT"), date_format(month, "M Y"), games)
                for month, games in months
            ]
        ),
        "maps": rows,
        "most": max((row.games for row in rows), default=0),
        "records": house.records(demo=demo),
        "leaders": house.leaderboard(demo=demo),
        "names": _names(row.map for row in rows),
    }
    return render(request, "statistics/house.html", filled)


@looking_back
def of_map(request: HttpRequest, slug: str) -> HttpResponse:
    board = library.in_force(slug)
    if board is None:
        raise Http404
    filled = demos(request)
    demo = filled["demo"]
    summary = maps.summary(slug, demo=demo)
    filled |= {"board": board, "theme": board.theme, "summary": summary}
    if summary.games:
        filled |= _map_figures(board, summary, demo=demo)
    return render(request, "statistics/map.html", filled)


def _map_figures(board: Board, summary: maps.Summary, *, demo: bool) -> dict[str, Any]:
    heat = maps.heat(board, summary.games, demo=demo)
    tickets = maps.tickets(board, demo=demo)
    often = max(3, summary.games // 100)  # of a ticket kept twice, nothing can be said
    tried = [row for row in tickets if row.held >= often]
    ends = min(ENDS, len(tried) // 2)
    bins = charts.distribution(maps.winning_totals(board.slug, demo=demo))
    seats = maps.seats(board.slug, demo=demo)
    drawing = draw(board)
    view = drawing.view
    return {
        "totals": charts.bars([(_span(low, high), str(low), games) for low, high, games in bins]),
        "sizes": maps.by_players(board.slug, demo=demo),
        "drawing": drawing,
        "broad": view.right - view.left > view.bottom - view.top,
        "heat": {
            row.id: {"shade": row.shade, "says": f"{say(row.name)}: {percent(row.share)}"}
            for row in heat.routes
        },
        "legend": heat.legend,
        "routes": heat.routes,
        "most": heat.routes[:ENDS],
        "least": heat.routes[::-1][:ENDS],
        "tickets": tickets,
        "often": often,
        "best": tried[:ends],
        "worst": tried[::-1][:ends],
        "seats": seats,
        "telling": [row for row in seats if row.telling],
    }


def _span(low: int, high: int) -> str:
    return number_format(low) if low == high else f"{number_format(low)}–{number_format(high)}"


@looking_back
def player(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    standing = index.standing_for(found)
    if standing.anonymous:
        raise Http404
    if standing != found:
        return redirect("player", pk=standing.pk)
    by_map = players.by_map(found)
    opponents = players.opponents(found)
    favourites = players.favourites(found)
    filled = {
        "player": found,
        "demo": found.demo,
        "summary": players.summary(found),
        "by_map": by_map,
        "most": favourites.most and _route(favourites.most),
        "own": favourites.own and _route(favourites.own),
        "opponents": opponents[:10],
        "rival": next(iter(opponents), None),
        "nemesis": players.nemesis(opponents),
        "over_time": [_over_time(found, row, i) for i, row in enumerate(by_map[:DRAWN_MAPS])],
        "names": _names(row.map for row in by_map),
    }
    return render(request, "statistics/player.html", filled)


def _route(favourite: players.Favourite) -> dict[str, Any]:
    board = library.in_force(favourite.map)
    known = board.route.get(favourite.route) if board else None
    name = say(board.route_name(known)) if board and known else favourite.route
    return {"row": favourite, "name": name}


def _over_time(found: Player, row: players.MapRow, number: int) -> dict[str, Any]:
    games = players.latest(found, map=row.map)
    return {
        "id": f"time{number}",
        "map": row.map,
        "all": row.games,
        "games": games,
        "plot": charts.line([(game.total, game.rank == 1) for game in games]),
        "first": games[0].at,
        "last": games[-1].at,
    }
