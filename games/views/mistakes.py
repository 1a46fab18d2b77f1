"""Somebody sees that the sheet is wrong about a route: told to the map editors, and by a
host, where nobody has verified the route, mended for this table."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.audience import Audience
from games.maps import library, mistake_reports
from games.models import Report
from games.pages import comparing
from games.refusals import Refused
from games.rules.board import GREY, WILD, Route
from games.rules.text import _, listed
from games.rules.violations import NeedsRecount, RuleViolation
from games.table import learning, moves
from games.table.writing import playing
from games.views.parts import render_sheet
from games.views.table import (
    incomplete,
    parse_digits,
    reply,
    request_id,
    say,
    status_of,
    table_view,
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view(at_table=True)
def mistake(request: HttpRequest, audience: Audience, route: str) -> HttpResponse:
    """What the printed board says: colour and length together, mended and reported with one button.

    Guests report; a host mends, too.
    """
    game = playing(audience.snapshot)
    on_board = game.state.board.route.get(route)
    if on_board is None:
        raise Refused("unknown_route", _("There’s no such route on this map."))
    if request.method == "POST":
        return _take_report(request, audience, on_board)
    board = game.state.board
    report = mistake_reports.open_report(audience.table, route)
    ends = [board.place[on_board.a], board.place[on_board.b]]
    asked: list[comparing.Item] = [on_board, *ends]
    mendable = [item for item in asked if learning.may_mend(audience.table, game.state.sheet, item)]
    hosts = [seat.name for seat in audience.snapshot.seats if seat.host]
    menders = hosts if on_board in mendable and not audience.host else []
    context = {
        "table": audience.table,
        "page": "phone",
        "number": game.number,
        "route": on_board,
        "report": report,
        "mine": bool(report and audience.seat and report.by == audience.seat.name),
        "menders": listed(menders),
        "menders_count": len(menders),
        "withdraws": report is not None and game.state.sheet.route.get(route) == on_board,
        "now": report or on_board,
        "name": board.route_name(on_board),
        "colors": [*(color for color in board.cards if color != WILD), GREY],
        "lengths": sorted(board.points),
        "known": comparing.how_known_here(game.state, "routes", on_board),
        "share": library.verified_share(game.state.sheet),
        "mends": audience.host and on_board in mendable,
        "owned": route in game.state.owners,
        "ends": [place for place in ends if audience.host and place in mendable],
        "locked": comparing.locked_words(audience.table, game.state, asked)
        if audience.host
        else None,
        "changes": "",
        "nobody": mistake_reports.nobody_keeps_sheets(),
    }
    return render_sheet(request, "table/phone/mistake.jinja", context)


def _take_report(request: HttpRequest, audience: Audience, route: Route) -> HttpResponse:
    # Where only one of the two is named, the other is as this table told it before, or as the sheet
    # has it: two reports of one route never contradict each other.
    before = mistake_reports.open_report(audience.table, route.id)
    color = request.POST.get("color", "")[:30] or (before or route).color
    asked = request.POST.get("length", "") or str((before or route).length)
    length = parse_digits(asked, digits=9)
    seen = parse_digits(request.POST.get("seen", ""), digits=9)
    if length is None or seen is None:
        raise incomplete()
    if request.POST.get("here") != "1" or not audience.host:
        report = learning.report_mistake(
            table=audience.table, route=route.id, color=color, length=length, by=audience.seat
        )
        return reply(request, audience, message=_thanks(report))
    try:
        moves.correct_route(
            table=audience.table,
            route=route.id,
            color=color,
            length=length,
            by=audience.seat,
            recount=request.POST.get("recount") == "1",
            request=request_id(request, audience),
            seen=seen,
        )
    except NeedsRecount as would:
        return _ask_recount(request, audience, route, (color, length), say(would.text))
    except (Refused, RuleViolation) as refused:
        # What is printed is worth knowing, whatever this table may change.
        if not _report(audience, route, color, length):
            raise
        reported = gettext("The mistake has been reported anyway.")
        error = f"{say(refused.text)} {reported}"
        return reply(request, audience, error=error, status=status_of(refused))
    _report(audience, route, color, length)
    message = gettext("Fixed for this table and reported.")
    claimed = route.id in playing(audience.snapshot).state.owners
    # It was noticed while claiming: back to that.
    sheet = "" if claimed else reverse("claim-sheet", args=[audience.table.code, route.id])
    return reply(request, audience, message=message, sheet=sheet)


def _ask_recount(
    request: HttpRequest, audience: Audience, route: Route, printed: tuple[str, int], changes: str
) -> HttpResponse:
    """What was claimed would count otherwise: said before it is done."""
    error = gettext("This changes the score: {changes}").format(changes=changes)
    if not request.htmx:  # type: ignore[attr-defined]
        return reply(request, audience, error=error, status=422)
    game = playing(audience.snapshot)
    context = {
        "table": audience.table,
        "page": "phone",
        "number": game.number,
        "route": route,
        "name": game.state.board.route_name(route),
        "color": printed[0],
        "length": printed[1],
        "changes": error,
    }
    response = render_sheet(request, "table/learning/recount.jinja", context)
    response["HX-Retarget"], response["HX-Reswap"] = "#sheet-body", "innerHTML"
    return response


def _thanks(report: Report | None) -> str:
    if report is None:
        return gettext("Report withdrawn: the sheet already says that.")
    return gettext("Thanks, that’s reported.")


def _report(audience: Audience, route: Route, color: str, length: int) -> bool:
    """Beside a correction. It may lead back to what the sheet says: then there is no mistake."""
    try:
        report = learning.report_mistake(
            table=audience.table, route=route.id, color=color, length=length, by=audience.seat
        )
    except Refused:
        return False
    return report is not None
