"""What hosts do around the game: seats, order, lock, roles, start, rematch."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import Audience, carry_over, remember_seat
from games.maps import library
from games.models import Seat, Table
from games.pages import qr
from games.pages.forms import OptionsForm
from games.refusals import Refused
from games.rules.text import _
from games.table import hosts, lobby
from games.table.snapshot import reload
from games.table.start import start_game
from games.views.addresses import join_url
from games.views.table import by_post, incomplete, parse_digits, reply, request_id, table_view
from games.views.throttling import limits_tables, table_opened


def _seat(audience: Audience, pk: int) -> Seat:
    return get_object_or_404(Seat, pk=pk, table=audience.table)


@by_post
@table_view(host=True)
def start(request: HttpRequest, audience: Audience) -> HttpResponse:
    table = audience.table
    start_game(table=table, by=audience.seat, request=request_id(request, audience))
    return reply(request, audience)


@by_post
@table_view(host=True)
def add_seat(request: HttpRequest, audience: Audience) -> HttpResponse:
    """A player without a phone."""
    lobby.add_phoneless(
        table=audience.table,
        name=request.POST.get("name", ""),
        color=request.POST.get("color", ""),
        request=request.POST.get("request", "")[:64] or secrets.token_hex(16),
    )
    return reply(request, audience)


@by_post
@table_view(host=True)
def move_seat(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    place = parse_digits(request.POST.get("place", ""), digits=2)
    if place is None:
        raise incomplete()
    lobby.move_seat(table=audience.table, seat=_seat(audience, seat), place=place)
    return reply(request, audience)


@by_post
@table_view(host=True)
def remove_seat(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    lobby.remove_seat(table=audience.table, seat=_seat(audience, seat))
    return reply(request, audience)


@by_post
@table_view(host=True)
def name_first(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    """Who starts; the same seat again leaves it to the map's rule."""
    starter = _seat(audience, seat)
    again = audience.table.first_seat_id == starter.pk
    lobby.name_first(table=audience.table, seat=None if again else starter)
    return reply(request, audience)


@by_post
@table_view(host=True)
def lock(request: HttpRequest, audience: Audience) -> HttpResponse:
    lobby.set_locked(table=audience.table, locked=request.POST.get("locked") == "1")
    return reply(request, audience)


@by_post
@table_view(host=True)
def make_host(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    hosts.make_host(
        table=audience.table,
        seat=_seat(audience, seat),
        by=audience.seat,
        instead=request.POST.get("instead") == "1",
    )
    return reply(request, audience)


@by_post
@never_cache
@table_view(host=True)
def reissue(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    """A new personal QR for a lost phone; shown once, to be scanned at once."""
    table, owner = audience.table, _seat(audience, seat)
    secret = hosts.reissue(table=table, seat=owner, by=audience.seat)
    link = f"{join_url(request, table)}seat/{secret}"
    context = {"table": table, "me": owner, "qr": qr.svg(link), "link": link, "reissued": True}
    response = render(request, "table/phone/personal_qr.html", context)
    if audience.seat and audience.seat.pk == owner.pk:
        remember_seat(response, request, table, secret)
    return response


@by_post
@table_view(seat=True)
def ask_to_host(request: HttpRequest, audience: Audience) -> HttpResponse:
    assert audience.seat is not None
    hosts.ask_to_host(table=audience.table, seat=audience.seat)
    return reply(request, audience)


@by_post
@table_view(seat=True)
def agree_to_host(request: HttpRequest, audience: Audience) -> HttpResponse:
    assert audience.seat is not None
    hosts.agree_to_host(table=audience.table, seat=audience.seat)
    return reply(request, audience)


@by_post
@table_view(seat=True)
def object_to_host(request: HttpRequest, audience: Audience) -> HttpResponse:
    assert audience.seat is not None
    hosts.object_to_host(table=audience.table, seat=audience.seat)
    return reply(request, audience)


@by_post
@table_view(seat=True)
def settle_host(request: HttpRequest, audience: Audience) -> HttpResponse:
    """A phone says that the time is over; the server looks at its own clock."""
    asked, seat = audience.table.claimant_id, audience.seat
    assert seat is not None
    hosts.settle_host(table=audience.table)
    ended = reload(audience.table).table.claimant_id is None
    if asked == seat.pk and ended and not Seat.objects.get(pk=seat.pk).host:
        why = gettext("Nothing changed: a host is back, or too few of the others agreed.")
        return reply(request, audience, error=why)
    return reply(request, audience)


@by_post
@table_view(host=True)
def set_up(request: HttpRequest, audience: Audience) -> HttpResponse:
    """What lies on the real board before the first turn: a list of colours per place."""
    board = library.board_of(audience.table.sheet)
    bonus = next((bonus for bonus in board.bonuses if bonus.sets_up), None)
    if bonus is None:
        raise Refused("setup", _("There’s nothing to set up on this map."))
    placed = {
        place.id: [color for color in request.POST.getlist(f"at-{place.id}")[:100] if color]
        for place in board.places
        if bonus.slots(place)
    }
    lobby.set_up(table=audience.table, bonus=bonus, placed=placed)
    return reply(request, audience)


@by_post
@table_view(host=True)
def change_options(request: HttpRequest, audience: Audience) -> HttpResponse:
    """How the table is played can be changed until the start."""
    form = OptionsForm({**request.POST.dict(), "sheet": audience.table.sheet.slug})
    if not form.is_valid():
        raise incomplete()
    lobby.change_options(table=audience.table, **form.options())
    return reply(request, audience, message=gettext("Options saved."))


@by_post
@table_view(host=True)
def close(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Give up a table that has not started, or a sitting nobody goes on with."""
    lobby.close(table=audience.table)
    return redirect("home")


@by_post
@limits_tables
@table_view(host=True)
def rematch(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Open a new table with the same seats, on the same map or another."""
    slug = request.POST.get("sheet") or audience.table.sheet.slug
    sheet = next((row for row in lobby.rematch_maps(audience.table) if row.slug == slug), None)
    if sheet is None:
        raise Refused("unknown_map", _("There’s no such map."))
    table = lobby.rematch(table=audience.table, sheet=sheet, kind=request.POST.get("series", ""))
    table_opened(request)
    if audience.seat and request.POST.get("page") != "screen":
        return redirect("follow", code=audience.table.code)
    response = redirect("screen", code=table.code)
    carry_over(response, request, audience.table, table, screen=True)
    return response


@require_safe
@table_view()
def follow(request: HttpRequest, audience: Audience) -> HttpResponse:
    """From a finished table to its rematch, where the same secrets open the same seats."""
    target = audience.table.rematch
    if target is None or target.stage == Table.Stage.CLOSED:
        return redirect("join", code=audience.table.code)
    screen = audience.seat is None or request.GET.get("page") == "screen"
    response = redirect("screen" if screen else "join", code=target.code)
    carry_over(response, request, audience.table, target, screen=screen)
    return response
