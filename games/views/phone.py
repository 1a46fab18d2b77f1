"""A player's phone: its page, the log, and the sheets that claim a route or draw tickets."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import Audience, own_secret, renew
from games.maps.kept_drawings import draw
from games.models import MapSheet, Table
from games.pages import cards, comparing, contexts, qr
from games.pages.claimants import Claimant, claimants, own_turn, without_phone
from games.pages.claiming import asked_or_parallel, route_rows, tracks, why_not
from games.pages.correcting import Likely, likely
from games.pages.log_lines import log_lines
from games.pages.minimap import minimap, rails
from games.pages.paper import missing_tickets
from games.refusals import Refused
from games.rules import log, missed_turns, public_log
from games.rules.actions import TicketSource
from games.rules.board import GREY, WILD, Place, Route
from games.rules.bonuses.base import Bonus
from games.rules.claims import MOST_EXTRA
from games.rules.events import RouteClaimed, TurnEvent
from games.rules.state import Phase, State
from games.rules.text import Text, _
from games.table import learning, moves, versions
from games.table.presence import touch_seat
from games.table.snapshot import Game
from games.table.writing import playing
from games.views.addresses import join_url
from games.views.parts import page_renderer, render_sheet
from games.views.table import parse_digits, table_view


@require_safe
@never_cache
@table_view(seat=True)
def play(request: HttpRequest, audience: Audience) -> HttpResponse:
    assert audience.seat is not None
    touch_seat(table=audience.table, seat=audience.seat, opener=False)
    renderer = page_renderer(request, audience)
    context = renderer.facts.phone(audience, audience.seat)
    context |= {
        "page": "phone",
        "drawing": draw(context["board"], like=context["sheet"]),
        "rails": rails(context["board"]),
        "parts": renderer.phone(audience).parts,
        "may_learn": learning.may_learn(audience.table, context["sheet"]),
        "newer": _newer(audience),
    }
    response = render(request, "table/phone/page.html", context)
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
        "table/phone/personal_qr.html",
        {"table": table, "me": audience.seat, "qr": qr.svg(link), "link": link},
    )


@require_safe
@never_cache
@table_view(seat=True)
def full_log(request: HttpRequest, audience: Audience) -> HttpResponse:
    """Every entry. It grows all evening, so phones ask for it when somebody looks at it."""
    context = contexts.phone(audience)
    if audience.table.stage == Table.Stage.PLAYING:
        context["lines"] = log_lines(audience.snapshot.seats, audience.snapshot.started_game)
    return render_sheet(request, "table/phone/log.jinja", context)


@require_safe
@never_cache
@table_view(seat=True)
def everybody(request: HttpRequest, audience: Audience) -> HttpResponse:
    """All players at a glance; asked for, like the log, when somebody looks at it."""
    context = {**contexts.phone(audience), "newer": _newer(audience)}
    return render_sheet(request, "table/phone/seats.jinja", context)


def _newer(audience: Audience) -> MapSheet | None:
    """A corrected version of the board that a host is offered."""
    return versions.offered(audience.snapshot) if audience.host else None


@require_safe
@never_cache
@table_view(host=True)
def seat_tools(request: HttpRequest, audience: Audience, seat: int) -> HttpResponse:
    """What a host can do for another seat."""
    other = audience.table.seats.filter(pk=seat).first()
    if other is None:
        return redirect("play", code=audience.table.code)
    context = {"table": audience.table, "seat": other, "page": "phone"}
    return render_sheet(request, "table/phone/seat_tools.jinja", context)


# -- Claiming -------------------------------------------------------------------------------------


def correcting(request: HttpRequest, audience: Audience) -> int | None:
    return parse_digits(request.GET.get("correct", ""), digits=9) if audience.host else None


def game_and_state(audience: Audience, correct: int | None) -> tuple[Game, State]:
    """The state a claim is made on: now, or before the entry that is being corrected."""
    game = playing(audience.snapshot)
    return game, game.state if correct is None else moves.state_before(game, correct)


@require_safe
@never_cache
@table_view(at_table=True)
def routes(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The routes as a list: free ones first, the others say why not; parallels in one row.

    `?place=` asks for those of one place, which was tapped on the map.
    """
    correct = correcting(request, audience)
    game, state = game_and_state(audience, correct)
    asked = request.GET.get("q", "")[:60]
    place = state.board.place.get(request.GET.get("place", "")) if correct is None else None
    whose = whose_turn(request, audience, state, correct)[0]
    context = {
        "table": audience.table,
        "number": game.number,
        "whose": whose,
        "rows": route_rows(state, whose.seat, asked=asked, place=place.id if place else ""),
        "q": asked,
        "place": place,
        **_renaming(audience, state, place),
        "correct": correct,
        "corrected": _line(game, correct),
        "likely": _likely(audience, game, state, correct),
        "player": whose.name,
        "for_another": not whose.mine,
        "stations": state.board.stations_each,
        "may_learn": correct is None and learning.may_learn(audience.table, state.sheet),
    }
    return render_sheet(request, "table/phone/routes.jinja", context)


def _renaming(audience: Audience, state: State, place: Place | None) -> dict[str, Any]:
    """Whether a host is offered to rename a place, and why not."""
    if place is None or not audience.host:
        return {"renames": False, "locked": None}
    locked = comparing.locked_words(audience.table, state, [place])
    return {"renames": locked is None, "locked": locked}


def _line(game: Game, number: int | None) -> Any:
    """What the entry that is being corrected says."""
    event = dict(log.in_force(game.entries)).get(number) if number else None
    if event is None:
        return None
    names = [player.name for player in game.state.players]
    return public_log.words(game.state.board, names, event)


def _likely(audience: Audience, game: Game, state: State, number: int | None) -> Likely | None:
    if number is None:
        return None
    event = dict(log.in_force(game.entries)).get(number)
    return likely(audience.table, state, event, audience.seat.number if audience.seat else None)


@require_safe
@never_cache
@table_view(at_table=True)
def claim_sheet(request: HttpRequest, audience: Audience, route: str) -> HttpResponse:
    """What a claim gives and costs, everything prefilled: then one confirm."""
    correct = correcting(request, audience)
    game, state = game_and_state(audience, correct)
    asked = state.board.route.get(route)
    if asked is None:
        raise Refused("unknown_route", _("There’s no such route on this map."))
    claiming = whose_turn(request, audience, state, correct)
    context = claim_context(audience, game, state, asked, claiming)
    # A sheet that stayed open while others logged (static/js/table/following.js).
    since = parse_digits(request.GET.get("since", ""), digits=9)
    if since is not None and correct is None:
        seat = claiming[0].seat
        context |= {
            "since": since,
            "beaten_by": _beaten_by(game, asked, seat, since),
            "logged_meanwhile": _logged_meanwhile(game, seat, since),
        }
    return render_sheet(request, "table/phone/claim.jinja", {**context, "correct": correct})


def _beaten_by(game: Game, route: Route, seat: int, since: int) -> str:
    """Who has taken a route away from a seat after an entry; nobody: nothing."""
    claims = (
        event
        for number, event in log.in_force(game.entries)
        if number > since and isinstance(event, RouteClaimed) and event.route == route.id
    )
    return next((game.state.name(claim.seat) for claim in claims if claim.seat != seat), "")


def _logged_meanwhile(game: Game, seat: int, since: int) -> Text | None:
    """The latest turn of a seat that was logged after an entry: another claim would be its next."""
    turns = [
        event
        for number, event in log.in_force(game.entries)
        if number > since and isinstance(event, TurnEvent) and event.seat == seat
    ]
    names = [player.name for player in game.state.players]
    return public_log.words(game.state.board, names, turns[-1]) if turns else None


def claim_context(
    audience: Audience,
    game: Game,
    state: State,
    route: Route,
    claiming: Sequence[Claimant] = (),
) -> dict[str, Any]:
    """What the claim sheet shows of a route, on the map or about to come on it."""
    whose, *others = claiming or claimants(audience, state)
    seat = whose.seat
    parallels = tracks(state, route, seat)
    route = asked_or_parallel(parallels, route)
    questions = _questions(state, seat, route)
    refused = why_not(state, route, seat)
    return {
        "table": audience.table,
        "number": game.number,
        "since": game.number,
        "beaten_by": "",
        "logged_meanwhile": None,
        "correct": None,
        "extra": [],
        "confirmable": learning.asks_whether_printed(state, route),
        "may_learn": learning.may_learn(audience.table, state.sheet),
        "route": route,
        "tracks": parallels,
        "name": state.board.route_name(route),
        "points": state.board.points[route.length],
        "left": state.hands[seat].vehicles - route.length,
        "player": state.name(seat),
        "color": state.players[seat].color,
        "for_another": not whose.mine,
        "whose": whose,
        "others": [
            {
                "who": other,
                "same": _asked_alike(state, other.seat, route, questions),
                "equal": other.mine and whose.phoneless_mover,
            }
            for other in others
            if _can_take(state, route, other.seat, parallels=refused is not None)
        ],
        "mover_name": "" if refused else state.name(state.to_move),
        "why_not": refused,
        "grey": route.color == GREY,
        "spaces": range(route.length),
        "card_colors": [color for color in state.board.cards if color != WILD],
        "most_wilds": min(_most_cards(route), state.board.cards[WILD]),
        "most_extra": MOST_EXTRA,
        "vehicle": state.board.vehicle,
        "questions": questions,
        "host": audience.host,
        "strikes": audience.host
        and route.id not in state.owners
        and learning.may_mend(audience.table, state.sheet, route),
    }


def _can_take(state: State, route: Route, seat: int, *, parallels: bool) -> bool:
    """Whether a seat can claim a route; with `parallels`, that or one beside it."""
    if parallels:
        return any(track.why_not is None for track in tracks(state, route, seat))
    return why_not(state, route, seat) is None


def _most_cards(route: Route) -> int:
    """What a claim costs at most."""
    return route.length + (MOST_EXTRA if route.tunnel else 0)


def whose_turn(
    request: HttpRequest, audience: Audience, state: State, correct: int | None = None
) -> list[Claimant]:
    """Who a turn can be logged for, the likeliest first; of an earlier entry, whose it was."""
    if correct is not None:
        me = audience.seat.number if audience.seat else None
        player, seat = state.players[state.to_move], state.to_move
        return [Claimant(seat, player.name, player.color, seat == me, None, 0)]
    candidates = claimants(audience, state, parse_digits(request.GET.get("whose", ""), digits=2))
    if not candidates:
        raise Refused("game_over", _("The game is over."))
    return candidates


def _questions(state: State, seat: int, route: Route) -> list[tuple[Bonus, Any]]:
    """What the bonuses of the map ask with this claim."""
    asked = (
        (bonus, bonus.question(state, memory, seat, route))
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
        if bonus.asks
    )
    return [(bonus, question) for bonus, question in asked if question is not None]


def _asked_alike(state: State, seat: int, route: Route, questions: list[tuple[Bonus, Any]]) -> bool:
    """Whether the answers on this sheet fit another seat's claim, too."""
    asked = {bonus.kind: question for bonus, question in _questions(state, seat, route)}
    return len(asked) == len(questions) and all(
        bonus.asks_all_alike or asked.get(bonus.kind) == question for bonus, question in questions
    )


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
    context = {
        "table": audience.table,
        "number": game.number,
        "page": "phone",
        "mini": minimap(state.board),
        "missed": None,
        "whose": None,
        "children": [],
        **_drawing_tickets(request, audience, state),
    }
    return render_sheet(request, "table/phone/draw.jinja", context)


def _drawing_tickets(request: HttpRequest, audience: Audience, state: State) -> dict[str, Any]:
    board, asked = state.board, request.GET.get("reveal", "")
    unknown = [
        str(seat)
        for seat in state.waiting_for()
        if state.players[seat].at_reveal and not state.hands[seat].revealed
    ]
    if state.phase is Phase.REVEAL and asked in unknown:
        seat = int(asked)
        counted, agreed = state.hands[seat].counted, state.hands[seat].due
        return {
            "mode": "reveal",
            "seat": seat,
            "player": state.name(seat),
            "tickets": cards.all_tickets(board),
            **missing_tickets(audience.table, state, seat),
            "least": board.opening.keep + counted if agreed is None else agreed,
            "most": board.opening.draw + counted if agreed is None else agreed,
        }
    draw = board.opening if state.phase is Phase.OPENING else board.turn
    if state.phase is Phase.TURNS and ("whose" in request.GET or audience.seat is None):
        whose = whose_turn(request, audience, state)[0]
        if state.players[whose.seat].at_reveal:
            counts = range(draw.keep, draw.draw + 1)
            return {
                "mode": "count",
                "player": whose.name,
                "counts": counts,
                "whose": whose,
                "missed": whose.missed,
                "mover_name": state.name(state.to_move),
            }
    if audience.seat is None or audience.seat.number is None:
        raise Refused("not_allowed", _("Only their owner can log tickets."))
    me = audience.seat.number
    context = {
        "least": draw.keep,
        "most": draw.draw,
        "opening": state.phase is Phase.OPENING,
        "missed": missed_turns.missed_names(state, me),
        "mover_name": state.name(state.to_move),
        "whose": own_turn(audience, state),
        "children": without_phone(audience, state),
        "turn": state.to_move if state.phase is Phase.TURNS else None,
    }
    if state.source is TicketSource.PAPER:
        held = state.hands[audience.seat.number].tickets
        missing = missing_tickets(audience.table, state, audience.seat.number)
        listed = {"tickets": cards.all_tickets(board, held), **missing}
        return {**context, "mode": "paper", **listed}
    return {**context, "mode": "dealt", **contexts.drawing(state, audience.seat.number)}
