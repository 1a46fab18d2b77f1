"""Looking back: the finished games of this installation, searched and filtered."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.dateparse import parse_date
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import permissions
from games.archive import player_names, search
from games.archive.statistics.figures import Which, counted
from games.folding import folded
from games.maps import library
from games.models import MapSheet, Play
from games.pages import zones
from games.pages.text import map_name
from games.rules.board import Board
from games.table import index
from games.views.statistics import asked_games, choices_of
from games.views.table import parse_digits

PER_PAGE = 25


@require_safe
@never_cache
def finished(request: HttpRequest) -> HttpResponse:
    """Newest first. The list alone where a script only asks for that."""
    may = permissions.rights_of(request)
    asked = asked_for(request, may)
    games = search.finished_games(may.plays(), **asked["filters"])
    page = _page(request, games)
    context = {
        **asked,
        "plays": page,
        "rows": _rows(page),
        "total": page.paginator.count,
        "filtered": any(value for name, value in asked["filters"].items() if name != "zone"),
    }
    # A browser that goes back asks by script, too, but wants the whole page.
    if request.htmx and not request.htmx.history_restore_request:  # type: ignore[attr-defined]
        response = render(request, "archive/history/games.html", context)
    else:
        context |= _around(may, page, which=asked["filters"]["which"])
        context["imports"] = permissions.may_import(request)
        response = render(request, "archive/history/page.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _around(may: permissions.Rights, page: Page[Play], *, which: Which) -> dict[str, Any]:
    """What stands around the list."""
    players: Any = permissions.with_games(may.players().filter(anonymous=False))
    plays = may.plays().filter(counted(which))
    if which in (Which.REAL, Which.HERE, Which.IMPORTED):
        players = players.filter(demo=False)
    return {
        "maps": _by_name(search.maps_played(plays)),
        # Those who played most are offered while somebody types.
        "names": [player.name for player in players.order_by("-games", "folded", "name")[:200]],
        "any": page.paginator.count > 0 or plays.exists(),
        "choices": choices_of(may.plays(), which),
        "any_demo": may.plays().filter(demo=True).exists(),
        "sees": may.sees,
    }


def _by_name(rows: Iterable[MapSheet]) -> list[tuple[str, str]]:
    """Maps with their names in the reader's language, sorted by these."""
    named = []
    for row in rows:
        board = library.sketch_of(row)
        named.append((row.slug, map_name(board) if board else row.name))
    return sorted(named, key=lambda pair: folded(pair[1]))


def asked_for(request: HttpRequest, may: permissions.Rights) -> dict[str, Any]:
    """What the form says. Whatever makes no sense is left out, not complained about."""
    get = request.GET
    number = parse_digits(get.get("player", ""), 18)
    player = may.players().filter(pk=number).first() if number is not None else None
    if player is not None:
        player = index.canonical_player(player)
    since, until = _day(get.get("from", "")), _day(get.get("to", ""))
    query = get.copy()
    query.pop("page", None)
    without = query.copy()
    without.pop("player", None)
    return {
        "filters": {
            "name": get.get("q", "")[:60],
            "player": player,
            "map": get.get("map", "")[:120].replace("\0", ""),
            "since": since,
            "until": until,
            "zone": zones.by_name(get.get("zone", "")),
            "which": Which.ALL if player is not None and player.demo else asked_games(request),
        },
        "query": query.urlencode(),  # for the links to other pages
        "without_player": without.urlencode(),
    }


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:  # such as 30 February
        return None


def _page(request: HttpRequest, plays: Any) -> Page[Play]:
    rows = plays.select_related("table__sheet").prefetch_related("scores__player")
    paginator = Paginator(rows, PER_PAGE)
    return paginator.get_page(parse_digits(request.GET.get("page", ""), 6) or 1)


def _rows(page: Page[Play]) -> list[dict[str, Any]]:
    """Games with their boards, which know their names in the reader's language."""
    boards: dict[int, Board | None] = {}
    rows = []
    for play in page:
        sheet: MapSheet = play.table.sheet
        if sheet.pk not in boards:
            boards[sheet.pk] = library.sketch_of(sheet)
        rows.append({"play": play, "sheet": sheet, "board": boards[sheet.pk]})
    return rows


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete_game(request: HttpRequest, key: str) -> HttpResponse:
    """First what would be gone, then gone."""
    may = permissions.rights_of(request)
    play = (
        Play.objects.filter(table__key=key)
        .select_related("table__sheet")
        .prefetch_related("scores")
        .first()
    )
    if play is None:  # also when the form was sent twice
        messages.info(request, gettext("This game no longer exists."))
        return redirect("history")
    if not may.may_delete(play.table):
        return render(request, "403.html", status=403)
    if request.method == "POST":
        player_names.delete_game(table=play.table)
        messages.success(request, gettext("Game deleted."))
        return redirect("history")
    context = {
        "play": play,
        "board": library.sketch_of(play.table.sheet),
        "entries": play.table.entries.count(),
    }
    return render(request, "archive/history/delete_game.html", context)
