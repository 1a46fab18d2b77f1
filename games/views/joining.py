"""Joining a table: the form with name and colour, and the personal link of a seat."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access.audience import Audience, remember_seat, seat_by_secret
from games.models import Table
from games.pages import contexts
from games.pages.forms import JoinForm
from games.refusals import Refused
from games.table import lobby
from games.views.table import by_post, say, table_view
from games.views.throttling import limits_seats, seat_taken


@require_safe
@never_cache
@table_view()
def join_page(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The way in: name and colour; anyone who has a seat goes straight to it."""
    if audience.seat:
        return redirect("play", code=audience.table.code)
    if audience.table.stage != Table.Stage.LOBBY:
        return redirect("screen", code=audience.table.code)
    return _join_form(request, audience)


def _join_form(
    request: HttpRequest, audience: Audience, field: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    """`wrong` is what is wrong with a field (name or color), and stands beside it."""
    context = {
        **contexts.screen(audience),
        "wrong": {field if field in ("name", "color") else "seat": wrong} if wrong else {},
        "name": request.POST.get("name", ""),
        "picked": request.POST.get("color", ""),
        "request_id": request.POST.get("request") or secrets.token_hex(16),
    }
    return render(request, "table/phone/join.html", context, status=status)


@by_post
@limits_seats
@table_view()
def join(request: HttpRequest, audience: Audience) -> HttpResponse:
    table = audience.table
    if audience.seat:
        return redirect("play", code=table.code)
    if table.stage != Table.Stage.LOBBY:
        return redirect("screen", code=table.code)
    form = JoinForm(request.POST)
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        return _join_form(request, audience, field, str(errors[0]), 422)
    cleaned = form.cleaned_data
    try:
        _seat, secret = lobby.join(
            table=table, name=cleaned["name"], color=cleaned["color"], request=cleaned["request"]
        )
    except Refused as refused:
        if refused.code == "started":
            return redirect("screen", code=table.code)
        return _join_form(request, audience, refused.code, say(refused.text), 422)
    seat_taken(request)
    response = redirect("play", code=table.code)
    remember_seat(response, request, table, secret)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_view()
def by_link(request: HttpRequest, audience: Audience, secret: str) -> HttpResponse:
    """The personal link: anyone who has it has the seat. A phone that sits elsewhere is asked."""
    seat = seat_by_secret(audience.table, secret)
    if seat is None:
        return render(request, "errors/no_seat.html", {"table": audience.table}, status=404)
    if request.method != "POST" and audience.seat not in (None, seat):
        context = {"table": audience.table, "me": audience.seat, "other": seat}
        return render(request, "table/phone/other_seat.html", context)
    response = redirect("play", code=audience.table.code)
    remember_seat(response, request, audience.table, secret)
    return response
