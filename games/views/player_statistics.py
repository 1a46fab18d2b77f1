"""Statistics of a player, and of two players head to head."""

from datetime import datetime, time
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.access import permissions
from games.archive.statistics import careers, duels, players, years
from games.archive.statistics.careers import Game
from games.archive.statistics.figures import share
from games.maps import library
from games.models import Player, Rating
from games.pages import charts
from games.pages.text import color_word, say
from games.table import index, ratings
from games.table.ratings import ALL_MAPS, ENOUGH
from games.views.statistics import counted_games_of, drawn_years, looking_back, map_names
from games.views.table import parse_digits

DRAWN_MAPS = 3  # per player, the ones played most
PER_PAGE = 12  # games two players had together
OPPONENTS = 10  # listed by how often they were met


@looking_back
def player(request: HttpRequest, pk: int) -> HttpResponse:
    person = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    standing = index.canonical_player(person)
    if standing.anonymous:
        raise Http404
    if standing != person:
        return redirect("player", pk=standing.pk)
    ratings.keep_up(demo=person.demo)
    may = permissions.rights_of(request)
    counted = counted_games_of(request, person)
    which = counted["which"]
    by_map = players.by_map(person, which)
    opponents = players.opponents(person, which)
    favourites = players.favourites(person, which)
    played = careers.games(person, which)
    rating = _rating(person, played)
    rated = [row.map for row in rating["maps"]] if rating else []  # whichever games are counted
    context = counted | {
        "player": person,
        "summary": players.summary(person, which),
        "by_map": by_map,
        "most": favourites.most and _route(favourites.most),
        "own": favourites.own and _route(favourites.own),
        "opponents": opponents,
        "often": opponents[:OPPONENTS],
        "rival": next(iter(opponents), None),
        "nemesis": players.nemesis(opponents),
        "over_time": [_over_time(played, row, i) for i, row in enumerate(by_map[:DRAWN_MAPS])],
        "names": map_names([*(row.map for row in by_map), *rated]),
        "rating": rating,
        "form": careers.form(played),
        "streaks": careers.streaks(played),
        "habits": _habits(played),
        "sources": careers.sources(played),
        "calendar": _calendar(played),
        **drawn_years(years.years_of(played)),
        "may_name": may.may_name(person),
        "may_erase": may.may_erase(person),
        "may_merge": may.merges,
    }
    return render(request, "archive/statistics/player.html", context)


def _route(favourite: players.Favourite) -> dict[str, Any]:
    board = library.in_force(favourite.map)
    route = board.route.get(favourite.route) if board else None
    name = say(board.route_name(route)) if board and route else favourite.route
    return {"row": favourite, "name": name}


def _over_time(played: list[Game], row: players.MapRow, number: int) -> dict[str, Any]:
    games = careers.latest(played, map=row.map)
    return {
        "id": f"time{number}",
        "map": row.map,
        "all": row.games,
        "games": games,
        "plot": charts.line([(game.total, game.rank == 1) for game in games]),
        "first": games[0].at,
        "last": games[-1].at,
    }


def _rating(player: Player, played: list[Game]) -> dict[str, Any] | None:
    """The player's rating on all maps and on each, and its history."""
    if not settings.RATING:
        return None
    rows = list(player.ratings.order_by("-games", "map"))
    counting = careers.rated(player, played)
    drawn = counting[-careers.DRAWN :]
    return {
        "now": next((row for row in rows if row.map == ALL_MAPS), None),
        "maps": [row for row in rows if row.map != ALL_MAPS],
        "enough": ENOUGH,
        "latest": len(drawn) if len(drawn) < len(counting) else 0,
        "curve": {
            "games": drawn,
            "plot": charts.line([(game.rating or 0, game.won) for game in drawn], smooth=False),
            "first": drawn[0].at,
            "last": drawn[-1].at,
        }
        if drawn
        else None,
    }


def _habits(played: list[Game]) -> list[dict[str, Any]]:
    """Victories by colour, seat and number of players."""
    return [
        {
            "name": gettext("By colour"),
            "what": gettext("Colour"),
            "rows": [
                {"row": row, "says": color_word(str(row.what)), "color": row.what}
                for row in careers.by_color(played)
            ],
        },
        {
            "name": gettext("By seat"),
            "what": gettext("Turn order"),
            "rows": [{"row": row, "says": row.what} for row in careers.by_seat(played)],
        },
        {
            "name": gettext("By number of players"),
            "what": gettext("Players"),
            "rows": [{"row": row, "says": row.what} for row in careers.by_players(played)],
        },
    ]


def _calendar(played: list[Game]) -> charts.Calendar:
    today = timezone.localdate()
    since = timezone.make_aware(datetime.combine(charts.first_day(today), time.min))
    return charts.calendar(careers.days(played, since=since), until=today)


# -- Head to head ---------------------------------------------------------------------------------


@looking_back
def head_to_head(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of two players; `?with=7` is the second one."""
    one, other = somebody(pk), somebody(parse_digits(request.GET.get("with", ""), 18))
    if one == other or one.demo != other.demo:
        raise Http404
    ratings.keep_up(demo=one.demo)
    counted = counted_games_of(request, one, other)
    meetings = duels.meetings(one, other, counted["which"])
    by_map = duels.by_map(meetings)
    record = duels.record(meetings)
    number = parse_digits(request.GET.get("page", ""), 6) or 1
    filled = counted | {
        "one": one,
        "other": other,
        "record": record,
        "balance": {
            "one": share(record.ahead, record.met),
            "other": share(record.behind, record.met),
        },
        "by_map": by_map,
        "page": Paginator(meetings, PER_PAGE).get_page(number),
        "query": urlencode({"with": other.pk, "games": counted["asked"]}),
        "names": map_names(row.map for row in by_map),
        "ratings": _ratings(one, other),
        "opponents": players.opponents(one, counted["which"]),
    }
    return render(request, "archive/statistics/head_to_head.html", filled)


def somebody(pk: int | None) -> Player:
    row = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    standing = index.canonical_player(row)
    if standing.anonymous:
        raise Http404
    return standing


def _ratings(*both: Player) -> list[int]:
    """The ratings of both on all maps; nothing if too little is known of one."""
    if not settings.RATING:
        return []
    rows = Rating.objects.filter(player__in=both, map=ALL_MAPS, games__gte=ENOUGH)
    by_player = dict(rows.values_list("player", "shown"))
    return [by_player[player.pk] for player in both] if len(by_player) == len(both) else []
