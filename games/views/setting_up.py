"""Typing in what lies on the real board, on a phone: a place, then its colours, one tap each."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import Audience
from games.maps import library
from games.models import Table
from games.pages import set_ups
from games.refusals import Refused
from games.rules.text import _
from games.table import setting_up
from games.table.snapshot import reload
from games.table.writing import playing
from games.views.parts import render_sheet
from games.views.table import by_post, reply, say, table_view


@require_safe
@never_cache
@table_view(at_table=True)
def setup_sheet(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Every place with what was typed in so far, and what is left to put somewhere."""
    return render_sheet(request, "table/phone/setup.jinja", _context(audience.table))


@require_safe
@never_cache
@table_view(at_table=True)
def setup_share(request: HttpRequest, audience: Audience) -> HttpResponse:
    """What this phone puts on the board, shown again while tickets are being chosen."""
    state = playing(audience.snapshot).state
    seats, seat = audience.snapshot.seats, audience.seat
    context = {
        "table": audience.table,
        "number": 0,
        "page": "phone",
        "setup_share": set_ups.setup_share(state, seats, seat) if seat else [],
        "in_sheet": True,
    }
    return render_sheet(request, "table/phone/setup_share_sheet.jinja", context)


@by_post
@table_view(at_table=True)
def place_piece(request: HttpRequest, audience: Audience) -> HttpResponse:
    place, color = request.POST.get("place", "")[:120], request.POST.get("color", "")[:30]
    wrong = ""
    try:
        setting_up.place_piece(table=audience.table, place=place, color=color)
    except Refused as refused:
        if refused.code != "setup" or not request.htmx:  # type: ignore[attr-defined]
            raise
        wrong = say(refused.text)
    if not request.htmx:  # type: ignore[attr-defined]
        return reply(request, audience)
    context = _context(reload(audience.table).table, at=place, wrong=wrong)
    return render_sheet(request, "table/phone/setup.jinja", context)


def _context(table: Table, at: str = "", wrong: str = "") -> dict[str, Any]:
    if table.stage != Table.Stage.LOBBY:
        raise Refused("started", _("The game has already started."))
    board = library.board_of(table.sheet)
    bonus = setting_up.set_up_bonus(board)
    rows = []
    for place in board.places:
        slots = bonus.slots(place)
        there = table.placed.get(place.id, [])
        if slots:
            rows.append({"place": place, "there": there, "free": slots - len(there)})
    unfinished = [row["place"].id for row in rows if row["free"]]
    here = at if at in unfinished or not unfinished else _next(rows, at)
    setup = {id: tuple(colors) for id, colors in table.placed.items()}
    return {
        "table": table,
        "number": 0,
        "page": "phone",
        "bonus": bonus,
        "rows": rows,
        "open": here,
        "left": bonus.setup_left(setup),
        "wrong": wrong,
    }


def _next(rows: list[dict[str, Any]], at: str) -> str:
    """The next place, after the one just finished, where something is missing."""
    ids = [row["place"].id for row in rows]
    start = ids.index(at) if at in ids else 0
    ahead = [*rows[start:], *rows[:start]]
    return next((str(row["place"].id) for row in ahead if row["free"]), "")
