"""What the printed board has otherwise: claim what is printed, strike out, rename, compare."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access.audience import Audience
from games.maps.drawing.plan import stretched
from games.maps.kept_drawings import draw
from games.models import Table
from games.pages import comparing
from games.pages.forms import PrintedForm
from games.refusals import Refused
from games.rules import engine
from games.rules.actions import Action, CorrectRoute, CorrectSheet, TicketSource
from games.rules.board import GREY, WILD
from games.rules.sheet_facts import (
    ItemConfirmed,
    PlaceMoved,
    PlaceRenamed,
    RouteStruck,
    SheetFact,
    TicketStruck,
)
from games.rules.state import State
from games.rules.violations import NeedsRecount, RuleViolation
from games.table import learning, versions
from games.table.snapshot import reload
from games.table.writing import playing
from games.views.meant import asks_what_is_meant, check_names
from games.views.parts import render_sheet
from games.views.phone import claim_context
from games.views.table import (
    by_post,
    incomplete,
    parse_digits,
    reply,
    request_id,
    say,
    table_view,
)

# -- A route that is not on the map ---------------------------------------------------------------


@require_safe
@never_cache
@table_view(at_table=True)
@asks_what_is_meant
def printed(request: HttpRequest, audience: Audience) -> HttpResponse:
    """What is printed and not on this map: two places, colour, length. With all of them, the claim
    sheet as for any other route; nothing is written before that is confirmed."""
    game = playing(audience.snapshot)
    state = game.state
    _check_may_learn(audience, state)
    form = PrintedForm(request.GET)
    seat = _mover_seat(audience, state)
    board = state.board if seat is None else state.seen_by(seat)
    wrong = ""
    if form.is_valid():
        check_names(request, board, form.ends())
        actions, route = form.actions(state, seat)
        after = engine.evolve_all(state, learning.decide_all(state, actions))
        context = claim_context(audience, game, after, after.board.route[route])
        return render_sheet(
            request,
            "table/phone/claim.jinja",
            {**context, "extra": form.extra(), "confirmable": False, "tracks": []},
        )
    if request.GET.get("color") or request.GET.get("length"):
        wrong = str(next(iter(form.errors.values()))[0])
    context = {
        "table": audience.table,
        "number": game.number,
        "page": "phone",
        "wrong": wrong,
        "a": _named(state, request.GET.get("a", "")),
        "b": _named(state, request.GET.get("b", "")),
        "places": sorted((place.name for place in board.places), key=str.casefold),
        # Large enough to be read across the table: nothing that only one's own ticket names.
        "chips": sorted((place.name for place in state.board.places), key=str.casefold),
        "colors": [*(color for color in state.board.cards if color != WILD), GREY],
        "lengths": sorted(state.board.points),
    }
    return render_sheet(request, "table/learning/printed.jinja", context)


def _named(state: State, asked: str) -> str:
    """A place that was tapped on the map, or a name that was typed before."""
    place = state.board.place.get(asked)
    return place.name if place else asked[:60]


def _mover_seat(audience: Audience, state: State) -> int | None:
    """The seat whose own places may be named: only its own phone asks for them."""
    seat = audience.seat.number if audience.seat else None
    return seat if seat == state.to_move else None


def _check_may_learn(audience: Audience, state: State) -> None:
    if not learning.may_learn(audience.table, state.sheet):
        raise learning.verified_refusal()


# -- Hosts ----------------------------------------------------------------------------------------


def _learn(
    request: HttpRequest, audience: Audience, *facts: SheetFact, message: str = ""
) -> HttpResponse:
    return _found_out(request, audience, [CorrectSheet(fact) for fact in facts], message)


def _found_out(
    request: HttpRequest, audience: Audience, actions: Sequence[Action], message: str = ""
) -> HttpResponse:
    """Written down, or refused with a sentence; then back to the comparison, or to the table."""
    compares = request.POST.get("back") == "compare"
    try:
        after = learning.learn(
            table=audience.table,
            actions=actions,
            by=audience.seat,
            request=request_id(request, audience),
        )
    except NeedsRecount as would:
        if not compares:
            raise
        return _compare_page(request, audience, changes=say(would.text))
    except (Refused, RuleViolation) as refused:
        if not compares:
            raise
        messages.error(request, say(refused.text))
    else:
        sentence = learning.step_words(audience.snapshot, after)
        if compares and sentence is not None and not all(map(_confirms, actions)):
            messages.success(request, say(sentence))
    return (
        _back_to_compare(request, audience)
        if compares
        else reply(request, audience, message=message)
    )


def _confirms(action: Action) -> bool:
    """A tick is seen in the progress and needs no sentence."""
    return isinstance(action, CorrectSheet) and isinstance(action.fact, ItemConfirmed)


def _back_to_compare(request: HttpRequest, audience: Audience) -> HttpResponse:
    """To what comes next in the comparison, or stays where it was (`at`)."""
    asked = {name: request.POST[name][:120] for name in ("by", "n", "at") if name in request.POST}
    address = reverse("compare", kwargs={"code": audience.table.code})
    return redirect(f"{address}?{urlencode(asked)}")


@by_post
@table_view(host=True)
def strike(request: HttpRequest, audience: Audience) -> HttpResponse:
    """A route or a ticket that the box does not have."""
    ticket = request.POST.get("ticket", "")[:120]
    if ticket:
        return _learn(request, audience, TicketStruck(ticket))
    fact = RouteStruck(request.POST.get("route", "")[:120])
    return _learn(request, audience, fact, message=gettext("Removed for this table."))


@by_post
@table_view(host=True)
def rename(request: HttpRequest, audience: Audience) -> HttpResponse:
    fact = PlaceRenamed(request.POST.get("place", "")[:120], request.POST.get("name", "")[:200])
    return _learn(request, audience, fact, message=gettext("Renamed for this table."))


@by_post
@table_view(host=True)
def move_place(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Where a place is drawn; a host drags it."""
    x, y = (parse_digits(request.POST.get(name, ""), digits=5) for name in ("x", "y"))
    if x is None or y is None:
        raise incomplete()
    return _learn(request, audience, PlaceMoved(request.POST.get("place", "")[:120], x, y))


@by_post
@table_view(host=True)
def confirm(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Printed just like this; with `so=0` that is taken back. Several at once for a whole place."""
    kind, so = request.POST.get("kind", "")[:20], request.POST.get("so") != "0"
    items = [item[:120] for item in request.POST.getlist("item")[:400]]
    facts = [ItemConfirmed(kind, item, so) for item in items]
    place = request.POST.get("place", "")[:120]
    if place:
        facts.append(ItemConfirmed("places", place, so))
    if not facts:
        raise incomplete()
    return _learn(request, audience, *facts)


@by_post
@table_view(host=True)
def allow(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Let this table correct a sheet that was compared already."""
    learning.allow(table=audience.table, learns=request.POST.get("learns") == "1")
    if request.POST.get("back") == "compare":
        return _back_to_compare(request, audience)
    return reply(request, audience)


@by_post
@table_view(host=True)
def adopt(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The board was corrected meanwhile: use it here."""
    versions.adopt(table=audience.table, by=audience.seat, request=request_id(request, audience))
    if request.POST.get("back") == "compare":
        return _back_to_compare(request, audience)
    return reply(request, audience, message=gettext("This table now uses the corrected board."))


# -- Compare with my board ------------------------------------------------------------------------

COMPARED = {
    "route": comparing.by_route,
    "place": comparing.by_place,
    "ticket": comparing.by_ticket,
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view(host=True)
@asks_what_is_meant
def compare(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Places, routes and tickets one by one beside the printed board: ✓, or mend."""
    if request.method == "POST":
        return _mend(request, audience)
    return _compare_page(request, audience)


def _mend(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Colour and length of a route, or a route or ticket that is missing."""
    state = learning.state_of(audience.snapshot)
    what = request.POST.get("what", "")
    if what == "undo":
        learning.undo_last_step(table=audience.table)
        return _back_to_compare(request, audience)
    actions: list[Action]
    if what == "route":
        length = parse_digits(request.POST.get("length", ""), digits=2)
        if length is None:
            raise incomplete()
        route = request.POST.get("route", "")[:120]
        recount = request.POST.get("recount") == "1"
        actions = [CorrectRoute(route, request.POST.get("color", "")[:30], length, recount)]
        actions.append(CorrectSheet(ItemConfirmed("routes", route)))
    elif what == "add":
        form = PrintedForm(request.POST)
        if not form.is_valid():
            raise incomplete()
        check_names(request, state.board, form.ends())
        actions, route = form.actions(state, None)
        actions.append(CorrectSheet(ItemConfirmed("routes", route)))
    elif what == "ticket":
        actions = _ticket_actions(request, state)
    else:
        raise incomplete()
    return _found_out(request, audience, actions)


def _ticket_actions(request: HttpRequest, state: State) -> list[Action]:
    """A ticket of the box that the list lacks, or has with another value (`instead`)."""
    points = parse_digits(request.POST.get("points", ""), digits=3)
    a, b = (request.POST.get(name, "")[:60] for name in ("a", "b"))
    if points is None or not a.strip() or not b.strip():
        raise incomplete()
    check_names(request, state.board, (a, b))
    deck = request.POST.get("deck", "")[:120] or state.board.decks[0].id
    actions = learning.printed_ticket(state, a, b, points, deck)
    instead = request.POST.get("instead", "")[:120]
    return [CorrectSheet(TicketStruck(instead)), *actions] if instead else actions


def _compare_page(request: HttpRequest, audience: Audience, changes: str = "") -> HttpResponse:
    """With `changes`, what a mended length would count otherwise, and a button to do it."""
    asked = request.POST if changes else request.GET
    snapshot = reload(audience.table)
    state = learning.state_of(snapshot)
    by = "route" if changes else asked.get("by", "")
    by = by if by in COMPARED else "route"
    at = asked.get("route" if changes else "at", "")[:120]
    n = parse_digits(asked.get("n", ""), digits=4) or 0
    lobby = snapshot.table.stage == Table.Stage.LOBBY
    context: dict[str, Any] = {
        "table": snapshot.table,
        "board": state.board,
        "may_learn": learning.may_learn(snapshot.table, state.sheet),
        "learns": snapshot.table.learns,
        "sheet_verified": state.sheet.verified,
        "by": by,
        "paper": state.source is TicketSource.PAPER,
        "decks": state.board.decks,
        "colors": [*(color for color in state.board.cards if color != WILD), GREY],
        "lengths": sorted(state.board.points),
        "places": sorted((place.name for place in state.board.places), key=str.casefold),
        "last_step": learning.last_step_words(snapshot.table) if lobby else None,
        "newer": versions.offered(snapshot),
        "changes": gettext("This changes the score: {changes}").format(changes=changes)
        if changes
        else "",
        "asked": asked,
        "drawing": draw(state.board, like=state.sheet) if state.board.places else None,
        "stretch": stretched(state.board),
        **comparing.progress(state),
        **COMPARED[by](state, at, n),
    }
    context |= comparing.mending(snapshot.table, state, context["now"])
    return render(request, "table/learning/compare.html", context)
