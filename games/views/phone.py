"""A player's phone: joining, the turn screen, picking a route, moving to another phone."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access.audience import (
    Audience,
    audience_for,
    own_secret,
    remember_seat,
    renew,
    seat_by_secret,
)
from games.folding import folded
from games.maps.drawing import draw
from games.models import Seat, Table
from games.pages import cards, contexts, qr
from games.pages.forms import JoinForm
from games.refusals import Refused
from games.rules import engine, public_log
from games.rules.actions import TicketSource
from games.rules.board import GREY, WILD, Board, Route
from games.rules.bonuses.base import Bonus
from games.rules.state import Phase, State
from games.rules.text import Text, _
from games.rules.violations import Code
from games.table import lobby, moves
from games.table.presence import touch_seat
from games.table.snapshot import Game, fresh
from games.table.writing import playing
from games.views.addresses import join_url
from games.views.parts import page_renderer, render_sheet
from games.views.table import by_post, say, table_view, whole
from games.views.throttling import limits_seats, seat_taken


@require_safe
@never_cache
@table_view()
def join_page(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The way in: name and colour; whoever has a seat goes straight to it."""
    if audience.seat:
        return redirect("play", code=audience.table.code)
    if audience.table.stage != Table.Stage.LOBBY:
        return redirect("screen", code=audience.table.code)
    return _join_form(request, audience)


def _join_form(
    request: HttpRequest, audience: Audience, error: str = "", status: int = 200
) -> HttpResponse:
    filled = {
        **contexts.lobby(audience),
        "error": error,
        "name": request.POST.get("name", ""),
        "picked": request.POST.get("color", ""),
        "request_id": request.POST.get("request") or secrets.token_hex(16),
    }
    return render(request, "phone/join.html", filled, status=status)


@by_post
@limits_seats
@table_view()
def join(request: HttpRequest, audience: Audience) -> HttpResponse:
    table = audience.table
    if audience.seat:
        return redirect("play", code=table.code)
    form = JoinForm(request.POST)
    if not form.is_valid():
        error = next(iter(form.errors.values()))[0]
        return _join_form(request, audience, str(error), 422)
    cleaned = form.cleaned_data
    try:
        _seat, secret = lobby.join(
            table=table, name=cleaned["name"], color=cleaned["color"], request=cleaned["request"]
        )
    except Refused as refused:
        if refused.code == "started":
            return redirect("screen", code=table.code)
        return _join_form(request, audience, say(refused.text), 422)
    seat_taken(request)
    response = redirect("play", code=table.code)
    remember_seat(response, request, table, secret)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view()
def by_link(request: HttpRequest, audience: Audience, secret: str) -> HttpResponse:
    """The personal link: whoever has it has the seat. A phone that sits elsewhere is asked."""
    seat = seat_by_secret(audience.table, secret)
    if seat is None:
        return render(request, "no_seat.html", {"table": audience.table}, status=404)
    if request.method != "POST" and audience.seat not in (None, seat):
        filled = {"table": audience.table, "me": audience.seat, "other": seat}
        return render(request, "phone/other_seat.html", filled)
    response = redirect("play", code=audience.table.code)
    remember_seat(response, request, audience.table, secret)
    return response


@require_safe
@never_cache
@table_view(seat=True)
def play(request: HttpRequest, audience: Audience) -> HttpResponse:
    assert audience.seat is not None
    touch_seat(table=audience.table, seat=audience.seat, opener=False)
    renderer = page_renderer(request, audience)
    filled = renderer.facts.phone(audience, audience.seat)
    filled |= {
        "page": "phone",
        "drawing": draw(filled["board"]),
        "parts": renderer.phone(audience).parts,
    }
    response = render(request, "phone/page.html", filled)
    renew(response, request, audience)
    return response


@require_safe
@never_cache
@table_view(seat=True)
def personal_qr(request: HttpRequest, audience: Audience) -> HttpResponse:
    """A QR code that moves this seat to another phone."""
    table = audience.table
    link = f"{join_url(request, table)}seat/{own_secret(request, table)}"
    return render(
        request,
        "phone/personal_qr.html",
        {"table": table, "me": audience.seat, "qr": qr.svg(link), "link": link},
    )


@require_safe
@never_cache
@table_view(seat=True)
def whole_log(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Every entry. It grows all evening, so phones ask for it when somebody looks at it."""
    filled = contexts.phone(audience)
    if audience.table.stage == Table.Stage.PLAYING:
        filled["lines"] = contexts.log_lines(
            audience.snapshot.seats, audience.snapshot.started_game
        )
    return render_sheet(request, "phone/log.html", filled)


@require_safe
@never_cache
@table_view(seat=True)
def everybody(request: HttpRequest, audience: Audience) -> HttpResponse:
    """All players at a glance; asked for, like the log, when somebody looks at it."""
    return render_sheet(request, "phone/seats.html", contexts.phone(audience))


@require_safe
@never_cache
@table_view(host=True)
def seat_tools(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    """What a host can do for another seat."""
    found = audience.table.seats.filter(pk=seat).first()
    if found is None:
        return redirect("play", code=audience.table.code)
    filled = {"table": audience.table, "seat": found, "page": "phone"}
    return render_sheet(request, "phone/seat_tools.html", filled)


# -- Claiming -------------------------------------------------------------------------------------


def _correct(request: HttpRequest, audience: Audience) -> int | None:
    return whole(request.GET.get("correct", ""), digits=9) if audience.host else None


def _game_and_state(audience: Audience, correct: int | None) -> tuple[Game, State]:
    """The state a claim is made on: now, or before the entry that is being corrected."""
    game = playing(audience.snapshot)
    return game, game.state if correct is None else moves.state_before(game, correct)


@require_safe
@never_cache
@table_view(at_table=True)
def routes(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The routes as a list: free ones first, the others say why not."""
    correct = _correct(request, audience)
    game, state = _game_and_state(audience, correct)
    wanted = folded(request.GET.get("q", "")[:60])
    found = [
        _route_row(state, route)
        for route in state.board.routes
        if not wanted or _matches(state.board, route, wanted)
    ]
    found.sort(key=lambda row: bool(row["why_not"]))
    filled = {
        "table": audience.table,
        "number": game.number,
        "rows": found,
        "q": request.GET.get("q", "")[:60],
        "correct": correct,
        "corrected": _line(game, correct),
        "player": state.name(state.to_move),
        "for_another": audience.seat is None or audience.seat.number != state.to_move,
    }
    return render_sheet(request, "phone/routes.html", filled)


def _line(game: Game, number: int | None) -> Any:
    """What the log says of the entry that is being corrected."""
    lines = public_log.lines(game.state.board, game.entries) if number else ()
    return next((line.text for line in lines if line.number == number), None)


def _matches(board: Board, route: Route, wanted: str) -> bool:
    for end in route.ends:
        place = board.place[end]
        for name in (place.name, *place.aliases, *place.names.values()):
            plain = folded(name)
            if plain.startswith(wanted) or f" {wanted}" in plain.replace("-", " "):
                return True
    return False


def _route_row(state: State, route: Route) -> dict[str, Any]:
    return {
        "route": route,
        "name": state.board.route_name(route),
        "points": state.board.points[route.length],
        "why_not": why_not(state, route),
    }


# The reasons of the rules in a few words; `engine.claim_refusal` fills in who.
WHY_NOT = {
    Code.PARALLEL_ROUTE_OWNED: _("{player} owns its parallel"),
    Code.ROUTE_TAKEN: _("belongs to {owner}"),
    Code.ROUTE_CLOSED: _("closed: its parallel is taken"),
    Code.NOT_ENOUGH_VEHICLES: _("not enough vehicles left"),
}


def why_not(state: State, route: Route) -> Text | None:
    """Why the player to move cannot take a route, in a few words; None if they can."""
    refusal = engine.claim_refusal(state, state.to_move, route)
    return None if refusal is None else Text(WHY_NOT[refusal.code], refusal.text.params)


@require_safe
@never_cache
@table_view(at_table=True)
def claim_sheet(request: HttpRequest, audience: Audience, route: str) -> HttpResponse:
    """What a claim gives and costs, everything prefilled: then one confirm."""
    correct = _correct(request, audience)
    game, state = _game_and_state(audience, correct)
    found = state.board.route.get(route)
    if found is None:
        raise Refused("unknown_route", _("There is no such route on this map."))
    seat = state.to_move
    filled = {
        "table": audience.table,
        "number": game.number,
        "correct": correct,
        "route": found,
        "name": state.board.route_name(found),
        "points": state.board.points[found.length],
        "left": state.hands[seat].vehicles - found.length,
        "player": state.name(seat),
        "color": state.players[seat].color,
        "for_another": audience.seat is None or audience.seat.number != seat,
        "why_not": why_not(state, found),
        "grey": found.color == GREY,
        "spaces": range(found.length),
        "card_colors": [color for color in state.board.cards if color != WILD],
        "most_wilds": min(found.length, state.board.cards[WILD]),
        "vehicle": state.board.vehicle,
        "questions": _questions(state, seat, found),
        "host": audience.host,
    }
    return render_sheet(request, "phone/claim.html", filled)


def _questions(state: State, seat: int, route: Route) -> list[tuple[Bonus, Any]]:
    """What the bonuses of the map ask with this claim."""
    asked = (
        (bonus, bonus.question(state, memory, seat, route))
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
        if bonus.asks
    )
    return [(bonus, question) for bonus, question in asked if question is not None]


# -- Drawing tickets ------------------------------------------------------------------------------


@require_safe
@never_cache
@table_view(at_table=True)
def ticket_sheet(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Before tickets are drawn: the mix to announce; at paper tables the list to pick from.

    `?reveal=N` asks for the tickets of seat N, who has no phone, after the last turn.
    """
    game = playing(audience.snapshot)
    state = game.state
    filled = {
        "table": audience.table,
        "number": game.number,
        "page": "phone",
        **_drawing_tickets(request, audience, state),
    }
    return render_sheet(request, "phone/draw.html", filled)


def _drawing_tickets(request: HttpRequest, audience: Audience, state: State) -> dict[str, Any]:
    board, asked = state.board, request.GET.get("reveal", "")
    if state.phase is Phase.REVEAL and asked in map(str, state.waiting_for()):
        seat = int(asked)
        counted = state.hands[seat].counted
        return {
            "mode": "reveal",
            "seat": seat,
            "player": state.name(seat),
            "tickets": cards.all_tickets(board),
            "least": board.opening.keep + counted,
            "most": board.opening.draw + counted,
        }
    draw = board.opening if state.phase is Phase.OPENING else board.turn
    if state.phase is Phase.TURNS and state.players[state.to_move].at_reveal:
        counts = range(draw.keep, draw.draw + 1)
        return {"mode": "count", "player": state.name(state.to_move), "counts": counts}
    if audience.seat is None or audience.seat.number is None:
        raise Refused("not_allowed", _("Tickets are logged by their owner only."))
    filled = {"least": draw.keep, "most": draw.draw, "opening": state.phase is Phase.OPENING}
    if state.source is TicketSource.PAPER:
        held = state.hands[audience.seat.number].tickets
        return {**filled, "mode": "paper", "tickets": cards.all_tickets(board, held)}
    return {**filled, "mode": "dealt", **contexts.drawing(state, audience.seat.number)}


# -- Seats without a phone ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view(host=True)
def handed_over(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    """A host's phone in the hands of a player without one. Opening their tickets is a deed, so it
    is a POST, and everybody at the table is told."""
    found = audience.table.seats.filter(pk=seat, phoneless=True).first()
    if found is None or audience.table.stage != Table.Stage.PLAYING:
        return redirect("play", code=audience.table.code)
    if request.method == "POST":
        return open_handed_over(request, audience, found)
    filled = _for_phoneless(audience, found)
    if filled["tickets"] or filled["offer"]:
        ask = {"sheet": "phone/handed_ask.html", "tickets": [], "offer": ()}
        return render(request, "phone/handed_over.html", filled | ask)
    return render(request, "phone/handed_over.html", filled)


def open_handed_over(request: HttpRequest, audience: Audience, seat: Seat) -> HttpResponse:
    """The tickets of a player without a phone, hidden until held."""
    moves.open_tickets(table=audience.table, seat=seat, by=audience.seat)
    audience = audience_for(fresh(audience.table), request.COOKIES)
    return render(request, "phone/handed_over.html", _for_phoneless(audience, seat))


def _for_phoneless(audience: Audience, seat: Seat) -> dict[str, Any]:
    return {
        **contexts.phone(audience, seat),
        "handed": True,
        "page": "phone",
        "sheet": "phone/handed_tickets.html",
    }
