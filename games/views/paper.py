"""Paper tickets: put right by their owner, and looked through before the reveal."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import Audience
from games.models import Table
from games.pages import cards
from games.pages.minimap import minimap
from games.pages.paper import missing_tickets
from games.refusals import Refused
from games.rules import log
from games.rules.actions import (
    Action,
    AgreeOnTickets,
    CheckPaper,
    ChooseOpening,
    DrawTickets,
    MendTickets,
)
from games.rules.events import (
    CardsDrawn,
    OpeningChosen,
    RouteClaimed,
    StationBuilt,
    TicketsDrawn,
    TunnelGivenUp,
    TurnSkipped,
)
from games.rules.paper import due, require_check
from games.rules.text import _
from games.table import moves
from games.table.snapshot import Game
from games.table.writing import playing
from games.views.meant import asks_what_is_meant
from games.views.moves import kept_tickets
from games.views.parts import render_sheet
from games.views.table import by_post, incomplete, parse_digits, reply, request_id, table_view

Mendable = (
    OpeningChosen
    | TicketsDrawn
    | CardsDrawn
    | TurnSkipped
    | RouteClaimed
    | TunnelGivenUp
    | StationBuilt
)


def _own_entry(audience: Audience, game: Game, number: int) -> Mendable:
    """An entry of one's own in whose place paper tickets can stand, before the reveal."""
    event = dict(log.in_force(game.entries)).get(number)
    paper = audience.table.tickets == Table.Tickets.PAPER
    mine = audience.seat is not None and getattr(event, "seat", None) == audience.seat.number
    if event is None or not paper or not mine or not isinstance(event, Mendable):
        raise Refused("unknown_entry", _("This entry can’t be fixed."))
    if game.state.players[event.seat].at_reveal:
        raise Refused("not_allowed", _("This seat’s tickets are entered at the reveal."))
    if audience.table.reveal_step:
        raise Refused("revealed", _("The reveal has started, so tickets can’t be changed."))
    return event


@by_post
@table_view(seat=True)
@asks_what_is_meant
def correct_tickets(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """Paper tickets picked wrongly: their owner picks again; others see only that it happened.

    Tickets can stand in the place of another turn of theirs, too.
    """
    game = playing(audience.snapshot)
    event = _own_entry(audience, game, number)
    before = moves.state_before(game, number)
    kept, new = kept_tickets(request, audience, game.state, event.seat, before, mending=True)
    seen = parse_digits(request.POST.get("seen", ""), digits=9)
    if seen is None:
        raise incomplete()
    make = ChooseOpening if isinstance(event, OpeningChosen) else DrawTickets
    action = make(event.seat, kept, added=new)
    moves.correct(
        table=audience.table,
        number=number,
        replacement=moves.decided_at(game, number, action),
        by=audience.seat,
        request=request_id(request, audience),
        seen=seen,
    )
    return reply(request, audience)


@require_safe
@never_cache
@table_view(seat=True)
def mend_sheet(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """The list to pick from again, with what was entered ticked."""
    game = playing(audience.snapshot)
    event = _own_entry(audience, game, number)
    state = moves.state_before(game, number)
    draw = state.board.opening if isinstance(event, OpeningChosen) else state.board.turn
    picked = event.kept if isinstance(event, OpeningChosen | TicketsDrawn) else ()
    others = tuple(id for id in game.state.hands[event.seat].tickets if id not in picked)
    context = {
        **_picking(audience, game, event.seat, others, picked),
        "entry": number,
        "least": draw.keep,
        "most": draw.draw,
    }
    return render_sheet(request, "table/phone/mend.jinja", context)


def _picking(
    audience: Audience, game: Game, seat: int, held: tuple[str, ...], picked: tuple[str, ...]
) -> dict[str, Any]:
    board = game.state.seen_by(seat)
    missing = missing_tickets(audience.table, game.state, seat, picked)
    written = [row.ticket for row in missing["written"]]
    tickets = cards.all_tickets(board, (*held, *written))
    return {
        **missing,
        "table": audience.table,
        "number": game.number,
        "page": "phone",
        "mini": minimap(board),
        "tickets": sorted(tickets, key=lambda card: card.id not in picked),
        "picked": picked,
        "seat": None,
        "entry": None,
    }


# -- Before the reveal ----------------------------------------------------------------------------


def _check_owner(audience: Audience, game: Game, number: int, *, host: bool) -> None:
    """Only a seat itself says what it holds; a host may say that somebody's tickets are right, and
    anybody enters those that are shown at the end."""
    if number >= len(game.state.players):
        raise incomplete()
    mine = audience.seat is not None and audience.seat.number == number
    if not mine and not (host and audience.host) and not game.state.players[number].at_reveal:
        raise Refused("not_allowed", _("Only their owner can log tickets."))


@by_post
@table_view(at_table=True)
def check_paper(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """A player's paper tickets are right; a host says so for somebody who has gone."""
    _check_owner(audience, playing(audience.snapshot), number, host=True)
    return _act(request, audience, CheckPaper(number))


@by_post
@table_view(host=True)
def agree_on_tickets(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """How many tickets somebody may hold, whatever was logged; the log tells everybody."""
    if number >= len(playing(audience.snapshot).state.players):
        raise incomplete()
    count = parse_digits(request.POST.get("count", ""), digits=2)
    if count is None:
        raise incomplete()
    return _act(request, audience, AgreeOnTickets(number, count))


@require_safe
@never_cache
@table_view(at_table=True)
def hand_sheet(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """All tickets of a seat, to be put right before the reveal."""
    game = playing(audience.snapshot)
    _check_owner(audience, game, number, host=False)
    require_check(game.state)
    hand = game.state.hands[number]
    context = {
        **_picking(audience, game, number, (), hand.tickets),
        "seat": number,
        "least": due(hand),
        "most": due(hand),
    }
    return render_sheet(request, "table/phone/mend.jinja", context)


@by_post
@table_view(at_table=True)
@asks_what_is_meant
def mend_tickets(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    game = playing(audience.snapshot)
    _check_owner(audience, game, number, host=False)
    kept, new = kept_tickets(request, audience, game.state, number, mending=True)
    return _act(request, audience, MendTickets(number, kept, new))


def _act(request: HttpRequest, audience: Audience, action: Action) -> HttpResponse:
    moves.act(
        table=audience.table,
        action=action,
        by=audience.seat,
        request=request_id(request, audience),
        seen=None,
    )
    return reply(request, audience)
