"""The front page: the maps, opening a table, joining one; and the health check."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import throttle
from games.access.audience import holder_of, remember_screen
from games.archive import replays, tours
from games.maps import findings, library
from games.maps.kept_drawings import draw
from games.models import Table
from games.pages.forms import OptionsForm
from games.refusals import Refused
from games.table import codes, lobby
from games.table.snapshot import load
from games.upkeep import health
from games.views.table import say
from games.views.throttling import household, limits_tables, slows_guessing, table_opened


def _own_table(request: HttpRequest) -> dict[str, Any] | None:
    """The table this browser has a seat or the screen at, if one is open: the newest."""
    holder = holder_of(request.COOKIES)
    table = (
        Table.objects.filter(pk__in=holder.tables, play=None)
        .exclude(stage=Table.Stage.CLOSED)
        .select_related("sheet")
        .order_by("-pk")
        .first()
    )
    if table is None:
        return None
    seat = next((seat for seat in holder.seats if seat.table_id == table.pk), None)
    return {"table": table, "board": library.board_of(table.sheet), "seat": seat}


@lru_cache(maxsize=50)
def _showcase(slug: str, language: str) -> SafeString:
    """The picture at the top: the TV and phones of a demo, which leads to it. Made once."""
    film, tour = replays.demo_of(slug), tours.tour_of(slug)
    if film is None or tour is None:
        return SafeString("")
    shown = tours.picture(film, tour)
    return render_to_string(
        "home/showcase.html", shown | {"slug": slug, "drawing": draw(shown["board"])}
    )


AT_ONCE = 3  # maps that are seen at once, those played last; the others are a tap away


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    maps, films_of = [], replays.demo_slugs()
    boards = [(row, library.board_of(row)) for row in lobby.last_played_first(library.published())]
    numbers = sorted({n for _row, b in boards for n in range(b.players[0], b.players[1] + 1)})
    wanted = next((n for n in numbers if str(n) == request.GET.get("players")), None)
    for row, board in boards:
        if wanted is not None and not board.players[0] <= wanted <= board.players[1]:
            continue
        maps.append(
            {
                "sheet": row,
                "board": board,
                "drawing": draw(board),
                "share": library.verified_share(board),
                "kept": findings.kept_words(board, row.version),
                "checked_at": library.checked_at_tables(board),
                "edition": board.edition_for(get_language() or "en"),
                "film": row.slug in films_of,
                "setups": [bonus for bonus in board.bonuses if bonus.ways],
            }
        )
    shown = {map["sheet"] for map in maps}
    film = next((row.slug for row, _board in boards if row in shown and row.slug in films_of), None)
    context = {
        "showcase": _showcase(film, get_language() or "en") if film else "",
        "maps": maps[:AT_ONCE],
        "others": maps[AT_ONCE:],
        "numbers": numbers,
        "wanted": wanted,
        "own": _own_table(request),
        "nudges": (1, 2, 3, 5),
    }
    return render(request, "home/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@limits_tables
def open_table(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":  # a link, a bookmark, a browser that goes back
        return redirect("home")
    form = OptionsForm(request.POST)
    sheet = None
    if form.is_valid():
        slug = form.cleaned_data["sheet"]
        sheet = next((row for row in library.published() if row.slug == slug), None)
    if sheet is None:
        messages.error(request, gettext("Please pick a map."))
        return redirect("home")
    language = (get_language() or settings.LANGUAGE_CODE)[:2]
    try:
        table, secret = lobby.open_table(sheet=sheet, language=language, **form.options())
    except Refused as refused:
        messages.error(request, say(refused.text))
        return redirect("home")
    table_opened(request)
    response = redirect("screen", code=table.code)
    remember_screen(response, request, table, secret)
    return response


@require_safe
@slows_guessing
def find_table(request: HttpRequest) -> HttpResponse:
    """Join by typing the code."""
    code = codes.tidy(request.GET.get("code", ""))
    if load(code) is None:
        throttle.failed(throttle.CODE, household(request))
        messages.error(
            request, gettext("There’s no open table with this code. Please check it and try again.")
        )
        return redirect("home")
    return redirect("join", code=code)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer "ok" only if the database answers, too, and Redis if there is one; and soon."""
    trouble = health.find_problem()
    status = 503 if trouble else 200
    return HttpResponse(trouble or "ok", status=status, content_type="text/plain")
