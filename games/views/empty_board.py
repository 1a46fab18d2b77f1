"""The page that opens a table with an empty board, whose sheet is drawn by playing on it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.audience import remember_screen
from games.maps import empty_boards
from games.models import MapSheet, Table
from games.pages.empty_board_form import EmptyBoardForm
from games.refusals import Refused
from games.table import lobby
from games.views.table import say
from games.views.throttling import limits_tables, table_opened


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limits_tables
def empty_board(request: HttpRequest) -> HttpResponse:
    """Name, vehicles, bonuses: then the lobby of a table with paper tickets."""
    form = EmptyBoardForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            sheet = empty_boards.make(
                name=given["name"],
                vehicle=given["vehicle"],
                vehicles=given["vehicles"],
                stations=given["stations"] or 0,
                draws=form.draws(),
                last_round_at=given["last_round_at"],
                bonuses=form.chosen(),
            )
        except Refused as refused:
            form.add_error("name" if refused.code == "name" else None, say(refused.text))
        else:
            return _opened(request, sheet)
    status = 422 if request.method == "POST" else 200
    return render(request, "home/empty_board.html", {"form": form}, status=status)


def _opened(request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    language = (get_language() or settings.LANGUAGE_CODE)[:2]
    table, secret = lobby.open_table(sheet=sheet, language=language, tickets=Table.Tickets.PAPER)
    table_opened(request)
    response = redirect("screen", code=table.code)
    remember_screen(response, request, table, secret)
    return response
