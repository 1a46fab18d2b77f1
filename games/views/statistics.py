"""Statistics pages: of this installation, and of a map."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import sees_everything
from games.archive.statistics import house, leaders, maps, years
from games.archive.statistics.figures import Which
from games.maps import library
from games.maps.kept_drawings import draw
from games.models import Play, Player
from games.pages import charts
from games.pages.clock import short_month
from games.pages.text import labelled, map_name, say
from games.rules.board import Board
from games.table import ratings
from games.templatetags.figures import percent

LEADERS = 10
YEARS = 3  # drawn; earlier ones are linked
CHOICES = (
    (Which.REAL, _("Played here, and imported")),
    (Which.HERE, _("Played here")),
    (Which.IMPORTED, _("Imported")),
    (Which.DEMO, _("Demo games")),
    (Which.INVENTED, _("Invented")),
    (Which.ALL, _("All games")),
)
ENDS = 8  # routes and tickets listed from the top and from the bottom


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def looking_back(view: View[P]) -> View[P]:
    """Decorator for a page of people who may see all finished games (README, `HISTORY`)."""

    @require_safe
    @never_cache
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not sees_everything(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return page


def map_names(slugs: Iterable[str]) -> dict[str, str]:
    """The names of maps in the reader's language; without a sheet, made from the id."""
    names: dict[str, str] = {}
    for slug in slugs:
        if slug not in names:
            board = library.in_force(slug)
            names[slug] = map_name(board) if board else slug.capitalize()
    return names


def asked_games(request: HttpRequest) -> Which:
    """The games asked for: `?games=here`; `?demo=1`, of older addresses, means all of them."""
    asked = "all" if request.GET.get("demo") == "1" else request.GET.get("games", "")
    return Which(asked) if asked in set(Which) else Which.REAL


def choices_of(plays: QuerySet[Play], which: Which) -> list[tuple[Which, Any]]:
    """The choices of games to count; empty if there is only one kind, and that was asked for."""
    origins = set(plays.order_by().values_list("origin", flat=True).distinct())
    if not origins - {Which.HERE} and which is Which.REAL:
        return []
    always = {Which.REAL, Which.ALL, which}
    return [(value, says) for value, says in CHOICES if value in origins | always]


def counted_games(request: HttpRequest) -> dict[str, Any]:
    """The games that are counted, the other choices, and the query for links to other figures."""
    which = asked_games(request)
    return {
        "which": which,
        "kept": f"?games={which}" if which else "",
        "choices": choices_of(Play.objects.all(), which),
    }


def counted_games_of(request: HttpRequest, *players: Player) -> dict[str, Any]:
    """The same for one player's games, or those of two together; all of them by default.

    `which` is what is asked of the index, `asked` what is in addresses. Who plays in demo games
    plays in no others.
    """
    asked = asked_games(request)
    if asked is Which.ALL:
        asked = Which.REAL
    plays = Play.objects.all()
    for player in players:
        plays = plays.filter(scores__player=player)
    origins = set(plays.order_by().values_list("origin", flat=True).distinct()) | {asked.value}
    kinds = [(value, says) for value, says in CHOICES if value and value in origins]
    several = len(kinds) > 1 or asked is not Which.REAL
    house = Which.ALL if players[0].demo and asked is Which.REAL else asked
    return {
        "which": asked or Which.ALL,
        "asked": asked,
        "only": f"?games={asked}" if asked else "",
        "and_asked": f"&games={asked}" if asked else "",
        "kept": f"?games={house}" if house else "",
        "choices": [(Which.REAL, _("All games")), *kinds] if several else [],
    }


def drawn_years(ended: list[int]) -> dict[str, list[int]]:
    """The latest years, shown as pictures, and those before, which are only linked."""
    return {"years": ended[:YEARS], "earlier": ended[YEARS:]}


def keep_up_ratings(which: Which) -> None:
    """Bring the ratings of these players up to date, if they are stale."""
    if which not in (Which.DEMO, Which.INVENTED):
        ratings.keep_up(demo=False)
    if which in (Which.DEMO, Which.INVENTED, Which.ALL):
        ratings.keep_up(demo=True)


@looking_back
def installation(request: HttpRequest) -> HttpResponse:
    asked = counted_games(request)
    which = asked["which"]
    keep_up_ratings(which)
    months = house.months(until=timezone.localdate(), which=which)
    rows = house.maps(which=which)
    context = asked | {
        "summary": house.summary(which=which),
        "months": charts.bars(
            [
                (
                    date_format(month, "YEAR_MONTH_FORMAT"),
                    f"{short_month(month)} {month.year}",
                    games,
                )
                for month, games in months
            ]
        ),
        "maps": rows,
        "most": max((row.games for row in rows), default=0),
        "records": house.records(which=which),
        "best": house.best_totals(rows, which=which),
        "leaders": leaders.leaderboard(which=which, by_rating=settings.RATING)[:LEADERS],
        "rating": settings.RATING,
        **drawn_years(years.years_of_house(which=which)),
        "names": map_names(row.map for row in rows),
    }
    return render(request, "archive/statistics/house.html", context)


@looking_back
def of_map(request: HttpRequest, slug: str) -> HttpResponse:
    board = library.in_force(slug)
    if board is None:
        raise Http404
    context = counted_games(request)
    which = context["which"]
    summary = maps.summary(slug, which=which)
    context |= {"board": board, "theme": board.theme, "summary": summary}
    if summary.games:
        context |= _map_figures(board, summary, which=which)
    return render(request, "archive/statistics/map.html", context)


def _map_figures(board: Board, summary: maps.Summary, *, which: Which) -> dict[str, Any]:
    heat = maps.heat(board, summary.games, which=which)
    tickets = maps.tickets(board, which=which)
    often = max(3, summary.games // 100)  # of a ticket kept twice, nothing can be said
    tried = [row for row in tickets if row.held >= often]
    ends = min(ENDS, len(tried) // 2)
    bins = charts.distribution(maps.winning_totals(board.slug, which=which))
    seats = maps.seats(board.slug, which=which)
    drawing = draw(board)
    view = drawing.view
    return {
        "totals": charts.bars([(_span(low, high), str(low), games) for low, high, games in bins]),
        "sizes": maps.by_players(board.slug, which=which),
        "drawing": drawing,
        "broad": view.right - view.left > view.bottom - view.top,
        "heat": {
            row.id: {"shade": row.shade, "says": labelled(say(row.name), percent(row.share))}
            for row in heat.routes
        },
        "legend": heat.legend,
        "routes": heat.routes,
        "most": [row for row in heat.routes[:ENDS] if row.claims],
        "least": heat.routes[::-1][:ENDS],
        "tickets": tickets,
        "often": often,
        "best": [row for row in tried[:ends] if row.completed],
        "worst": tried[::-1][:ends],
        "seats": seats,
        "telling": [row for row in seats if row.telling],
    }


def _span(low: int, high: int) -> str:
    return number_format(low) if low == high else f"{number_format(low)}–{number_format(high)}"
