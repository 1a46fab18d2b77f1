"""Everybody who finished a game here, by map and period."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.archive.statistics import leaders
from games.archive.statistics.years import Year
from games.folding import folded
from games.models import Play
from games.views.statistics import counted_games, keep_up_ratings, looking_back, map_names
from games.views.table import parse_digits

PER_PAGE = 50
MONTH, YEAR = timedelta(days=30), timedelta(days=365)


@looking_back
def leaderboard(request: HttpRequest) -> HttpResponse:
    """`?map=germany&period=year&by=victories`. Whatever makes no sense is left out."""
    counted = counted_games(request)
    keep_up_ratings(counted["which"])
    maps = map_names(Play.objects.order_by("map").values_list("map", flat=True).distinct())
    asked_map = request.GET.get("map", "")
    map = asked_map if asked_map in maps else ""
    period, since, until = _period(request.GET.get("period", ""))
    by_rating = settings.RATING and request.GET.get("by") != "victories"
    rows = leaders.leaderboard(
        which=counted["which"], map=map, since=since, until=until, by_rating=by_rating
    )
    page = Paginator(rows, PER_PAGE).get_page(parse_digits(request.GET.get("page", ""), 6) or 1)
    asked = {"map": map, "period": period, "games": counted["which"].value}
    if settings.RATING and not by_rating:
        asked["by"] = "victories"
    context = counted | {
        "leaders": page,
        "map": map,
        "maps": sorted(maps.items(), key=lambda pair: folded(pair[1])),
        "period": period,
        "periods": _periods(),
        "by_rating": by_rating,
        "rating": settings.RATING,
        "asked": urlencode({name: value for name, value in asked.items() if value}),
        "place": page.start_index(),
    }
    return render(request, "archive/statistics/leaderboard.html", context)


def _periods() -> list[tuple[str, str]]:
    this = timezone.localdate().year
    return [
        ("", gettext("all time")),
        ("30", gettext("the last 30 days")),
        ("365", gettext("the last 12 months")),
        ("this", str(this)),
        ("last", str(this - 1)),
    ]


def _period(asked: str) -> tuple[str, datetime | None, datetime | None]:
    now, this = timezone.now(), timezone.localdate().year
    periods: dict[str, Any] = {
        "30": (now - MONTH, None),
        "365": (now - YEAR, None),
        "this": (Year(this).since, None),
        "last": (Year(this - 1).since, Year(this - 1).until),
    }
    if asked not in periods:
        return "", None, None
    return asked, *periods[asked]
