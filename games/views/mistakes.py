"""A host sees that the sheet is wrong about a route: told to whoever keeps the sheets, and where
nobody has verified the route, corrected for this table."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.audience import Audience
from games.maps import library, mistake_reports
from games.models import Report
from games.refusals import Refused
from games.rules.board import GREY, WILD, Route
from games.rules.text import _
from games.rules.violations import RuleViolation
from games.table import moves
from games.table.writing import playing
from games.views.parts import render_sheet
from games.views.table import incomplete, reply, request_id, say, status_of, table_view, whole


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view(host=True)
def mistake(request: HttpRequest, audience: Audience, route: str) -> HttpResponse:
    """What the printed board says: one tap on the right colour or the right length sends it."""
    game = playing(audience.snapshot)
    found = game.state.board.route.get(route)
    if found is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    if request.method == "POST":
        return _told(request, audience, found)
    board = game.state.board
    told = mistake_reports.told_by(audience.table, route)
    filled = {
        "table": audience.table,
        "page": "phone",
        "number": game.number,
        "route": found,
        "told": told,
        "now": told or found,
        "name": board.route_name(found),
        "colors": [*(color for color in board.cards if color != WILD), GREY],
        "lengths": sorted(board.points),
        "verified": library.is_verified(game.state.sheet, game.state.sheet.route[route]),
        "share": library.verified_share(game.state.sheet),
    }
    return render_sheet(request, "phone/mistake.html", filled)


def _told(request: HttpRequest, audience: Audience, route: Route) -> HttpResponse:
    # One tap names a colour or a length. The other one is as this table told it before, or as the
    # sheet has it: two reports of one route never contradict one another.
    before = mistake_reports.told_by(audience.table, route.id)
    color = request.POST.get("color", "")[:30] or (before or route).color
    asked = request.POST.get("length", "") or str((before or route).length)
    length = whole(asked, digits=9)
    seen = whole(request.POST.get("seen", ""), digits=9)
    if length is None or seen is None:
        raise incomplete()
    if request.POST.get("here") != "1":
        told = mistake_reports.report(
            table=audience.table, route=route.id, color=color, length=length, by=audience.seat
        )
        return reply(request, audience, message=_thanks(told))
    try:
        moves.correct_route(
            table=audience.table,
            route=route.id,
            color=color,
            length=length,
            by=audience.seat,
            request=request_id(request, audience),
            seen=seen,
        )
    except (Refused, RuleViolation) as refused:
        # What is printed is worth knowing, whatever this table may change.
        if not _report(audience, route, color, length):
            raise
        error = f"{say(refused.text)} {gettext('The mistake is reported all the same.')}"
        return reply(request, audience, error=error, status=status_of(refused))
    _report(audience, route, color, length)
    return reply(request, audience, message=gettext("Corrected for this table, and reported."))


def _thanks(told: Report | None) -> str:
    if told is None:
        return gettext("Your report is taken back: the sheet says so already.")
    return gettext("Thank you: it is reported.")


def _report(audience: Audience, route: Route, color: str, length: int) -> bool:
    """Beside a correction. It may lead back to what the sheet says: then there is no mistake."""
    try:
        told = mistake_reports.report(
            table=audience.table, route=route.id, color=color, length=length, by=audience.seat
        )
    except Refused:
        return False
    return told is not None
