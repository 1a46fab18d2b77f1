"""Moves: everything a table does by POST. Thin: a form becomes an action, a service decides."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from games.access.audience import Audience
from games.models import Seat, Table
from games.pages.forms import ClaimForm, SeenForm, TicketsForm
from games.refusals import Refused
from games.rules.actions import (
    Action,
    AskForTickets,
    ChooseOpening,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    RevealTickets,
    SettleTicket,
    SkipTurn,
)
from games.rules.events import OpeningChosen, TicketsDrawn
from games.rules.state import Phase
from games.rules.text import _
from games.table import moves
from games.table.start import shuffle_luck
from games.table.writing import playing
from games.views.phone import open_handed_over
from games.views.table import by_post, incomplete, reply, request_id, table_view, whole


def _seen(request: HttpRequest) -> int:
    form = SeenForm(request.POST)
    if not form.is_valid():
        raise incomplete()
    seen: int = form.cleaned_data["seen"]
    return seen


def _act(
    request: HttpRequest, audience: Audience, action: Action, *, seen: int | None
) -> HttpResponse:
    moves.act(
        table=audience.table,
        action=action,
        by=audience.seat,
        request=request_id(request, audience),
        seen=seen,
    )
    return reply(request, audience)


@by_post
@table_view(at_table=True)
def draw_cards(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Anybody at the table may log it for the seat whose turn it is: people forget."""
    game = playing(audience.snapshot)
    return _act(request, audience, DrawCards(game.state.to_move), seen=_seen(request))


@by_post
@table_view(host=True)
def skip_turn(request: HttpRequest, audience: Audience) -> HttpResponse:
    game = playing(audience.snapshot)
    return _act(request, audience, SkipTurn(game.state.to_move), seen=_seen(request))


@by_post
@table_view(at_table=True)
def claim(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Claim for the seat whose turn it is, or put a claim in the place of an earlier entry."""
    form = ClaimForm(request.POST)
    if not form.is_valid():
        raise incomplete()
    game = playing(audience.snapshot)
    correct = form.cleaned_data["correct"]
    if correct is None:
        action = form.action(game.state.board, game.state.to_move)
        return _act(request, audience, action, seen=form.cleaned_data["seen"])
    return _correct(
        request,
        audience,
        correct,
        lambda seat: form.action(game.state.board, seat),
        form.cleaned_data["seen"],
    )


@by_post
@table_view(host=True)
def correct(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """Put “drew cards” or a skipped turn in the place of an earlier entry."""
    kinds = {"cards": DrawCards, "skip": SkipTurn}
    kind = kinds.get(request.POST.get("action", ""))
    if kind is None:
        raise incomplete()
    return _correct(request, audience, number, kind, _seen(request))


def _correct(
    request: HttpRequest, audience: Audience, number: int, make: object, seen: int
) -> HttpResponse:
    if not audience.host:
        raise Refused("not_allowed", _("Only a host can correct an earlier entry."))
    assert callable(make)
    game = playing(audience.snapshot)
    seat = next(
        (getattr(entry.fact, "seat", None) for entry in game.entries if entry.number == number),
        None,
    )
    if seat is None:
        raise Refused("unknown_entry", _("This entry cannot be corrected."))
    replacement = moves.decided_at(game, number, make(seat))
    moves.correct(
        table=audience.table,
        number=number,
        replacement=replacement,
        by=audience.seat,
        request=request_id(request, audience),
        seen=seen,
    )
    return reply(request, audience)


@by_post
@table_view(at_table=True)
def undo(request: HttpRequest, audience: Audience) -> HttpResponse:
    moves.undo(
        table=audience.table,
        by=audience.seat,
        host=audience.host,
        request=request_id(request, audience),
        seen=_seen(request),
    )
    return reply(request, audience)


@by_post
@table_view(host=True)
def end_game(request: HttpRequest, audience: Audience) -> HttpResponse:
    return _act(request, audience, EndGame(), seen=_seen(request))


# -- Tickets: only their owner, or a host's phone handed over to a player without one -----------


def _owner(request: HttpRequest, audience: Audience) -> Seat:
    handed = request.POST.get("for", "")
    if handed and audience.host:
        pk = whole(handed, digits=18) or 0
        seat = audience.table.seats.filter(pk=pk, phoneless=True).first()
        if seat is not None:
            return seat
    if audience.seat is None:
        raise Refused("not_allowed", _("Tickets are logged by their owner only."))
    return audience.seat


@by_post
@table_view(at_table=True)
def ask_for_tickets(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Dealt tickets: announce the mix, then look at them."""
    game, owner = playing(audience.snapshot), _owner(request, audience)
    assert owner.number is not None
    board = game.state.board
    mix = {}
    for deck in board.decks:
        mix[deck.id] = whole(request.POST.get(f"deck-{deck.id}", ""), digits=2) or 0
    if len(board.decks) == 1:  # nothing to announce
        draw = board.opening if game.state.phase is Phase.OPENING else board.turn
        left = len(game.state.decks[0]) if game.state.decks else 0
        mix = {board.decks[0].id: min(draw.draw, left)}
    seen = None if game.state.phase is Phase.OPENING else _seen(request)
    luck = shuffle_luck(len(board.tickets))  # for tickets that must be shuffled in, if any
    response = _act(request, audience, AskForTickets(owner.number, mix, luck), seen=seen)
    if request.POST.get("for") == str(owner.pk) and not request.htmx:  # type: ignore[attr-defined]
        # The phone is in the hands of a player without one, who looks at the tickets next.
        response = open_handed_over(request, audience, owner)
        add_never_cache_headers(response)
    return response


@by_post
@table_view(at_table=True)
def keep_tickets(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The opening choice, or the tickets kept on a turn."""
    game, owner = playing(audience.snapshot), _owner(request, audience)
    assert owner.number is not None
    kept = TicketsForm(request.POST).kept()
    luck = shuffle_luck(len(game.state.hands[owner.number].offer))
    if game.state.phase is Phase.OPENING:
        action: Action = ChooseOpening(owner.number, kept, shuffle=luck)
        return _act(request, audience, action, seen=None)
    if game.state.players[owner.number].at_reveal:
        raise Refused("not_allowed", _("The tickets of this seat are entered at the reveal."))
    action = DrawTickets(owner.number, kept, shuffle=luck)
    return _act(request, audience, action, seen=_seen(request))


@by_post
@table_view(seat=True)
def correct_tickets(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """Paper tickets picked wrongly: their owner picks again; others see only that it happened."""
    game, seat = playing(audience.snapshot), audience.seat
    assert seat is not None
    fact = next((entry.fact for entry in game.entries if entry.number == number), None)
    kept = TicketsForm(request.POST).kept()
    paper = audience.table.tickets == Table.Tickets.PAPER
    match fact:
        case OpeningChosen(owner) if paper and owner == seat.number:
            action: Action = ChooseOpening(owner, kept)
        case TicketsDrawn(owner) if paper and owner == seat.number:
            action = DrawTickets(owner, kept)
        case _other:
            raise Refused("unknown_entry", _("This entry cannot be corrected."))
    replacement = moves.decided_at(game, number, action)
    moves.correct(
        table=audience.table,
        number=number,
        replacement=replacement,
        by=seat,
        request=request_id(request, audience),
        seen=_seen(request),
    )
    return reply(request, audience)


@by_post
@table_view(at_table=True)
def count_tickets(request: HttpRequest, audience: Audience) -> HttpResponse:
    """A player without a phone drew paper tickets: only how many were kept."""
    game = playing(audience.snapshot)
    count = whole(request.POST.get("count", ""), digits=2) or 0
    action = CountTickets(game.state.to_move, count)
    return _act(request, audience, action, seen=_seen(request))


# -- The reveal -----------------------------------------------------------------------------------


@by_post
@table_view(host=True)
def reveal_step(request: HttpRequest, audience: Audience) -> HttpResponse:
    step = whole(request.POST.get("step", ""), digits=5)
    if step is None:
        raise incomplete()
    moves.step_reveal(table=audience.table, step=step)
    return reply(request, audience)


@by_post
@table_view(at_table=True)
def reveal_tickets(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """Enter the tickets of a player without a phone, after the last turn."""
    kept = TicketsForm(request.POST).kept()
    return _act(request, audience, RevealTickets(number, kept), seen=None)


@by_post
@table_view(host=True)
def settle_ticket(request: HttpRequest, audience: Audience) -> HttpResponse:
    seat = whole(request.POST.get("seat", ""), digits=2)
    action = SettleTicket(request.POST.get("ticket", ""), -1 if seat is None else seat)
    return _act(request, audience, action, seen=None)
