"""Seats without a phone: a host hands over their own phone, or the screen, to look at tickets."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.audience import Audience, audience_at
from games.models import Seat, Table
from games.pages import contexts
from games.pages.minimap import rails
from games.rules import missed_turns
from games.rules.state import Phase
from games.table import moves
from games.table.snapshot import reload
from games.views.table import table_view


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view(host=True)
def handed_over(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    """A host's phone handed to a player without one.

    Opening their tickets takes a POST, and everybody at the table is told.
    """
    owner = audience.table.seats.filter(pk=seat, phoneless=True).first()
    if owner is None or audience.table.stage != Table.Stage.PLAYING:
        return redirect("play" if audience.seat else "screen", code=audience.table.code)
    if request.method == "POST":
        return open_handed_over(request, audience, owner)
    context = _for_phoneless(audience, owner)
    if context["tickets"] or context["offer"]:
        ask = {"sheet": "table/phone/handed_ask.jinja", "tickets": [], "offer": ()}
        return render(request, "table/phone/handed_over.html", context | ask)
    return render(request, "table/phone/handed_over.html", context)


def open_handed_over(request: HttpRequest, audience: Audience, seat: Seat) -> HttpResponse:
    """The tickets of a player without a phone, hidden until held."""
    moves.open_tickets(table=audience.table, seat=seat, by=audience.seat)
    audience = audience_at(reload(audience.table), request.COOKIES)
    return render(request, "table/phone/handed_over.html", _for_phoneless(audience, seat))


def _for_phoneless(audience: Audience, seat: Seat) -> dict[str, Any]:
    on_screen = audience.seat is None  # a table where nobody has a phone
    back = reverse("screen" if on_screen else "play", kwargs={"code": audience.table.code})
    state = audience.snapshot.started_game.state
    assert seat.number is not None
    return {
        **contexts.phone(audience, seat),
        "missed": missed_turns.missed_names(state, seat.number),
        "may_draw": state.phase is Phase.TURNS
        and state.turns_left(seat.number) != 0
        and not state.hands[state.to_move].offer,
        "handed": True,
        "on_screen": on_screen,
        "back": back,
        "page": "phone",
        "rails": rails(state.board),
        "sheet": "table/phone/handed_tickets.jinja",
    }
