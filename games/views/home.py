"""The front door: the maps, opening a table, joining one, and whether the house stands."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import throttle
from games.access.audience import remember_screen
from games.archive import replays
from games.maps import library
from games.maps.drawing import draw
from games.pages.forms import OptionsForm
from games.refusals import Refused
from games.table import codes, lobby
from games.table.snapshot import load
from games.upkeep import health
from games.views.table import say
from games.views.throttling import household, limits_tables, slows_guessing, table_opened


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    maps, films_of = [], replays.demo_slugs()
    for row in library.published():
        board = library.board_of(row)
        maps.append(
            {
                "sheet": row,
                "board": board,
                "drawing": draw(board),
                "share": library.verified_share(board),
                "edition": board.edition_for(get_language() or "en"),
                "film": row.slug in films_of,
                "setups": [bonus for bonus in board.bonuses if bonus.ways],
            }
        )
    return render(request, "home.html", {"maps": maps})


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
        messages.error(request, gettext("No table with this code is open. Please check it."))
        return redirect("home")
    return redirect("join", code=code)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer "ok" only if the database answers, too, and Redis if there is one; and soon."""
    trouble = health.trouble()
    status = 503 if trouble else 200
    return HttpResponse(trouble or "ok", status=status, content_type="text/plain")
