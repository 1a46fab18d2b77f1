"""A host sees that the sheet is wrong about a route: told to whoever keeps the sheets, and where
nobody has verified the route, corrected for this table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import reporting, sheets, tables
from games.access import Audience
from games.models import Table
from games.refusals import Refused
from games.rules.board import GREY, WILD, Route
from games.rules.words import _
from games.views.at_table import incomplete, reply, request_id, table_view, whole


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view(host=True)
def mistake(request: HttpRequest, audience: Audience, route: str) -> HttpResponse:
    """What the printed board says: one tap on the right colour or the right length sends it."""
    if audience.table.stage != Table.Stage.PLAYING:
        raise Refused("not_started", _("The game has not started yet."))
    game = tables.game_of(audience.table)
    found = game.state.board.route.get(route)
    if found is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    if request.method == "POST":
        return _told(request, audience, found)
    board = game.state.board
    filled = {
        "table": audience.table,
        "page": "phone",
        "number": game.number,
        "route": found,
        "name": board.route_name(found),
        "colors": [*(color for color in board.cards if color != WILD), GREY],
        "lengths": sorted(board.points),
        "verified": sheets.is_verified(game.state.sheet, game.state.sheet.route[route]),
        "share": sheets.verified_share(game.state.sheet),
    }
    return render(request, "phone/mistake.html", filled)


def _told(request: HttpRequest, audience: Audience, route: Route) -> HttpResponse:
    color = request.POST.get("color", "")[:30] or route.color
    length = whole(request.POST.get("length", "") or str(route.length), digits=9)
    seen = whole(request.POST.get("seen", ""), digits=9)
    if length is None or seen is None:
        raise incomplete()
    table = audience.table
    if request.POST.get("here") == "1":
        tables.correct_route(
            table=table,
            route=route.id,
            color=color,
            length=length,
            by=audience.seat,
            request=request_id(request, audience),
            seen=seen,
        )
        _report(audience, route, color, length)
        return reply(request, audience, message=gettext("Corrected for this table, and reported."))
    reporting.report(table=table, route=route.id, color=color, length=length, by=audience.seat)
    return reply(request, audience, message=gettext("Thank you: it is reported."))


def _report(audience: Audience, route: Route, color: str, length: int) -> None:
    """Beside a correction. It may lead back to what the sheet says: then there is no mistake."""
    try:
        reporting.report(
            table=audience.table, route=route.id, color=color, length=length, by=audience.seat
        )
    except Refused:
        return
