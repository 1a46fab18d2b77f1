"""The sheet that corrects an earlier entry, with the likeliest corrections first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.models import Table
from games.pages.claiming import Track, tracks
from games.rules.actions import Player, TicketSource
from games.rules.board import Route
from games.rules.events import CardsDrawn, Event, RouteClaimed, TunnelGivenUp, TurnSkipped
from games.rules.state import State


@dataclass(frozen=True, slots=True)
class Likely:
    """The possible corrections of an entry, the likeliest first.

    `tracks` are free parallels of a claimed route, `answers` the other answers to the same claim's
    question, `players` those who may have made the claim. `counts`: how many tickets a player
    without a phone may have drawn; `own_tickets`: the reader enters them. What the entry says is no
    correction of it.
    """

    cards: bool = True  # it may have been “drew cards”
    skip: bool = True
    another_route: bool = False  # the entry is about a route

    route: Route | None = None
    tracks: Sequence[Track] = ()
    answers: Sequence[str] = ()
    players: Sequence[tuple[int, Player]] = ()
    counts: Sequence[int] = ()
    own_tickets: bool = False
    tickets_by_owner: str = ""  # the only player who knows which tickets they were


def likely(table: Table, state: State, event: Event | None, me: int | None) -> Likely:
    """The possible corrections of `event`, which was decided on `state`."""
    seat = getattr(event, "seat", None)
    if seat is None or not 0 <= seat < len(state.players):
        return Likely()
    paper = state.source is TicketSource.PAPER and table.tickets == Table.Tickets.PAPER
    at_reveal, draw = state.players[seat].at_reveal, state.board.turn
    counts = range(draw.keep, draw.draw + 1) if paper and at_reveal else ()
    own = paper and not at_reveal and seat == me
    owner = state.name(seat) if paper and not at_reveal and seat != me else ""
    route = state.board.route.get(event.route) if isinstance(event, RouteClaimed) else None
    of_any_entry = Likely(
        cards=not isinstance(event, CardsDrawn),
        skip=not isinstance(event, TurnSkipped),
        another_route=isinstance(event, RouteClaimed | TunnelGivenUp),
        counts=counts,
        own_tickets=own,
        tickets_by_owner=owner,
    )
    if route is None:
        return of_any_entry
    return replace(
        of_any_entry,
        route=route,
        tracks=[
            track
            for track in tracks(state, route, seat)
            if track.why_not is None and track.route.id != route.id
        ],
        answers=_answers(state, seat, route),
        players=[(other, player) for other, player in enumerate(state.players) if other != seat],
    )


def _answers(state: State, seat: int, route: Route) -> list[str]:
    return [
        bonus.another_answer
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
        if bonus.another_answer and bonus.question(state, memory, seat, route) is not None
    ]
