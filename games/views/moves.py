"""Moves: everything a table does by POST. Thin: a form becomes an action, a service decides."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from games.access.audience import Audience
from games.models import Seat
from games.pages.forms import ClaimForm, PrintedForm, SeenForm, StationForm, TicketsForm
from games.refusals import Refused
from games.rules import engine
from games.rules.actions import (
    Action,
    AskForTickets,
    ChooseOpening,
    CorrectSheet,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    RevealTickets,
    SettleTicket,
    SkipTurn,
)
from games.rules.missed_turns import OwnTurn
from games.rules.sheet_facts import ItemConfirmed, NewTicket
from games.rules.state import Phase, State
from games.rules.text import _
from games.rules.tickets import due_mix
from games.table import learning, moves
from games.table.snapshot import Game
from games.table.start import shuffle_luck
from games.table.writing import playing
from games.views.meant import asks_what_is_meant, check_names
from games.views.phoneless import open_handed_over
from games.views.table import by_post, incomplete, parse_digits, reply, request_id, table_view


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


def _act_on_own_turn(
    request: HttpRequest,
    audience: Audience,
    action: OwnTurn,
    *,
    seen: int | None,
    learnt: Sequence[Action] = (),
) -> HttpResponse:
    """Log a turn for a seat at any time: one's own, or that of a player without a phone."""
    game = playing(audience.snapshot)
    if game.state.phase is Phase.TURNS and not audience.may_log_for(action.seat):
        raise Refused(
            "not_allowed",
            _("It isn’t {player}’s turn. It’s {mover}’s."),
            player=game.state.name(action.seat),
            mover=game.state.name(game.state.to_move),
        )
    moves.act_on_own_turn(
        table=audience.table,
        action=action,
        learnt=learnt,
        by=audience.seat,
        request=request_id(request, audience),
        seen=seen,
    )
    return reply(request, audience)


def _whose(request: HttpRequest, game: Game) -> int:
    """The seat that a turn is logged for: the one named, or the one to move."""
    seat = parse_digits(request.POST.get("whose", ""), digits=2)
    if seat is None:
        return game.state.to_move
    if seat >= len(game.state.players):
        raise incomplete()
    return seat


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
    """Claim for the seat named or the one to move, or put a claim in the place of an earlier
    entry."""
    form = ClaimForm(request.POST)
    if not form.is_valid():
        raise incomplete()
    game = playing(audience.snapshot)
    correct = form.cleaned_data["correct"]
    if correct is None:
        whose = _whose(request, game)
        learnt = _printed(request, audience, game.state, whose)
        board = engine.evolve_all(game.state, learning.decide_all(game.state, learnt)).board
        action = form.action(board, whose)
        seen = form.cleaned_data["seen"]
        return _act_on_own_turn(request, audience, action, seen=seen, learnt=learnt)
    return _correct(
        request,
        audience,
        correct,
        lambda seat: form.action(game.state.board, seat),
        form.cleaned_data["seen"],
    )


@by_post
@table_view(at_table=True)
def build_station(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Build for the seat named or the one to move, or in the place of an earlier entry."""
    form = StationForm(request.POST)
    if not form.is_valid():
        if "place" in form.errors and not request.POST.get("place"):
            raise Refused("incomplete", _("Please pick a city."))
        raise incomplete()
    seen, correct = form.cleaned_data["seen"], form.cleaned_data["correct"]
    if correct is not None:
        return _correct(request, audience, correct, form.action, seen)
    whose = _whose(request, playing(audience.snapshot))
    return _act_on_own_turn(request, audience, form.action(whose), seen=seen)


def _printed(request: HttpRequest, audience: Audience, state: State, whose: int) -> list[Action]:
    """What a claim tells about the board: a route that was not on the map, or that one is right."""
    new = PrintedForm.of_claim(request.POST)
    if new is not None:
        if not new.is_valid():
            raise incomplete()
        seat = audience.seat.number if audience.seat else None
        return new.actions(state, seat if seat == whose else None)[0]
    if request.POST.get("printed") == "1":
        return [CorrectSheet(ItemConfirmed("routes", request.POST.get("route", "")[:120]))]
    return []


@by_post
@table_view(host=True)
def correct(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """Put something else in the place of an earlier entry: “drew cards”, a skipped turn, so many
    tickets of a player without a phone, or the same claim by another player."""
    asked = request.POST.get("action", "")
    if asked == "player":
        return _give_claim(request, audience, number)
    count = parse_digits(request.POST.get("count", ""), digits=2) or 0
    kinds: dict[str, Callable[[int], Action]] = {
        "cards": DrawCards,
        "skip": SkipTurn,
        "tickets": lambda seat: CountTickets(seat, count),
    }
    if asked not in kinds:
        raise incomplete()
    return _correct(request, audience, number, kinds[asked], _seen(request))


def _give_claim(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    seat = parse_digits(request.POST.get("whose", ""), digits=2)
    if seat is None or seat >= len(playing(audience.snapshot).state.players):
        raise incomplete()
    moves.give_claim(
        table=audience.table,
        number=number,
        seat=seat,
        by=audience.seat,
        request=request_id(request, audience),
        seen=_seen(request),
    )
    return reply(request, audience)


def _correct(
    request: HttpRequest,
    audience: Audience,
    number: int,
    action_for: Callable[[int], Action],
    seen: int,
) -> HttpResponse:
    """Put another action into the place of an entry: `action_for` its seat."""
    if not audience.host:
        raise Refused("not_allowed", _("Only a host can fix an earlier entry."))
    game = playing(audience.snapshot)
    seat = next(
        (getattr(entry.fact, "seat", None) for entry in game.entries if entry.number == number),
        None,
    )
    if seat is None:
        raise Refused("unknown_entry", _("This entry can’t be fixed."))
    replacement = moves.decided_at(game, number, action_for(seat))
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
        pk = parse_digits(handed, digits=18) or 0
        seat = audience.table.seats.filter(pk=pk, phoneless=True).first()
        if seat is not None:
            return seat
    if audience.seat is None:
        raise Refused("not_allowed", _("Only their owner can log tickets."))
    return audience.seat


@by_post
@table_view(at_table=True)
def ask_for_tickets(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Dealt tickets: announce the mix, then look at them."""
    game, owner = playing(audience.snapshot), _owner(request, audience)
    assert owner.number is not None
    board = game.state.board
    draw = board.opening if game.state.phase is Phase.OPENING else board.turn
    mix = due_mix(game.state, draw) if game.state.decks else {}
    if mix is None:  # the player announces it
        mix = {
            deck.id: parse_digits(request.POST.get(f"deck-{deck.id}", ""), digits=2) or 0
            for deck in board.decks
        }
    seen = None if game.state.phase is Phase.OPENING else _seen(request)
    luck = shuffle_luck(len(board.tickets))  # for tickets that must be shuffled in, if any
    ask = AskForTickets(owner.number, mix, luck)
    response = _act_on_own_turn(request, audience, ask, seen=seen)
    if request.POST.get("for") == str(owner.pk) and not request.htmx:  # type: ignore[attr-defined]
        # The phone is in the hands of a player without one, who looks at the tickets next.
        response = open_handed_over(request, audience, owner)
        add_never_cache_headers(response)
    return response


@by_post
@table_view(at_table=True)
@asks_what_is_meant
def keep_tickets(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The opening choice, or the tickets kept on a turn."""
    game, owner = playing(audience.snapshot), _owner(request, audience)
    assert owner.number is not None
    kept, new = kept_tickets(request, audience, game.state, owner.number)
    luck = shuffle_luck(len(game.state.hands[owner.number].offer))
    if game.state.phase is Phase.OPENING:
        opening = ChooseOpening(owner.number, kept, shuffle=luck, added=new)
        return _act(request, audience, opening, seen=None)
    if game.state.players[owner.number].at_reveal:
        raise Refused("not_allowed", _("This seat’s tickets are entered at the reveal."))
    action = DrawTickets(owner.number, kept, shuffle=luck, added=new)
    return _act_on_own_turn(request, audience, action, seen=_seen(request))


def kept_tickets(
    request: HttpRequest,
    audience: Audience,
    state: State,
    seat: int,
    before: State | None = None,
    *,
    mending: bool = False,
) -> tuple[tuple[str, ...], tuple[NewTicket, ...]]:
    """The tickets that are kept; those that the list does not have travel with the same entry.
    `before`: the state on which that entry was decided, if it is an earlier one. `mending`: a place
    that only the seat itself named may have been the slip that is put right."""
    form = TicketsForm(request.POST)
    check_names(request, state.board if mending else state.seen_by(seat), form.written())
    kept, new = form.kept_and_new(state, seat, before or state)
    entered = [ticket for ticket in new if ticket not in state.hands[seat].added]
    if entered and not learning.may_learn(audience.table, state.sheet):
        raise Refused(
            "verified", _("This map’s list is complete: please pick your tickets from it.")
        )
    return kept, new


@by_post
@table_view(at_table=True)
def count_tickets(request: HttpRequest, audience: Audience) -> HttpResponse:
    """A player without a phone drew paper tickets: only how many were kept."""
    game = playing(audience.snapshot)
    count = parse_digits(request.POST.get("count", ""), digits=2) or 0
    action = CountTickets(_whose(request, game), count)
    return _act_on_own_turn(request, audience, action, seen=_seen(request))


@by_post
@table_view(at_table=True)
def finish_last_round(request: HttpRequest, audience: Audience) -> HttpResponse:
    """All last turns are played: a host says so, or somebody whose own is logged."""
    moves.finish_last_round(
        table=audience.table,
        by=audience.seat,
        host=audience.host,
        request=request_id(request, audience),
        seen=_seen(request),
    )
    return reply(request, audience)


# -- The reveal -----------------------------------------------------------------------------------


@by_post
@table_view(host=True)
def reveal_step(request: HttpRequest, audience: Audience) -> HttpResponse:
    step = parse_digits(request.POST.get("step", ""), digits=5)
    if step is None:
        raise incomplete()
    moves.step_reveal(table=audience.table, step=step, auto=request.POST.get("auto") == "1")
    return reply(request, audience)


@by_post
@table_view(host=True)
def reveal_pace(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The reveal plays automatically, or waits for a host."""
    moves.pace_reveal(table=audience.table, auto=request.POST.get("auto") == "1")
    return reply(request, audience)


@by_post
@table_view(at_table=True)
@asks_what_is_meant
def reveal_tickets(request: HttpRequest, audience: Audience, number: int) -> HttpResponse:
    """Enter the tickets of a player without a phone, after the last turn."""
    state = playing(audience.snapshot).state
    if number >= len(state.hands):
        raise incomplete()
    kept, new = kept_tickets(request, audience, state, number)
    return _act(request, audience, RevealTickets(number, kept, added=new), seen=None)


@by_post
@table_view(at_table=True)
def settle_ticket(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Whose a ticket is that two players entered: a host says so, or one of them gives it up."""
    seat = parse_digits(request.POST.get("seat", ""), digits=2)
    ticket = request.POST.get("ticket", "")
    if not audience.host and not _gives_up(audience, ticket, seat):
        raise Refused("not_allowed", _("A host has to settle whose ticket this is."))
    action = SettleTicket(ticket, -1 if seat is None else seat)
    return _act(request, audience, action, seen=None)


def _gives_up(audience: Audience, ticket: str, seat: int | None) -> bool:
    """Whether somebody says that a ticket is the other player's. Before everybody is told that two
    hold it, the answer is no, no matter who does."""
    state = playing(audience.snapshot).state
    holders = [n for n, hand in enumerate(state.hands) if ticket in hand.tickets]
    settling = state.phase is Phase.REVEAL and not state.waiting_for() and len(holders) == 2
    me = audience.seat.number if audience.seat else None
    return settling and me in holders and seat in holders and seat != me
