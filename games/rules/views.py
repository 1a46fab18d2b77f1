"""What each audience may see, as separate types: what is not there cannot leak.

docs/rules.md, “What is secret”, is the authority. A view of the screen has a
ticket count and no field for tickets; a seat's view adds that seat's own secrets; a host's view
adds controls and no secrets. What everybody sees at the end is in `reveal.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.bonuses.base import Bonus, Memory
from games.rules.network import Network
from games.rules.scoring import ScoreRow, score
from games.rules.state import FinalRound, Phase, State
from games.rules.stations import best_use, borrowed
from games.rules.ticket_status import Standing, standing
from games.rules.tickets import left_in_decks


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """`ticket_count` is None for a player whose tickets come at the reveal: nobody counts them.
    `tickets_due`: how many they should hold, as the log says, where that is another number."""

    name: str
    color: str
    points: int
    vehicles: int
    ticket_count: int | None
    choosing: bool
    turns_left: int | None
    bonuses: Mapping[str, Any]  # by kind, what `Bonus.shown` says of this seat
    stations_left: int = 0
    tickets_due: int | None = None


@dataclass(frozen=True, slots=True)
class ScreenView:
    """For the TV and for spectators."""

    map: str
    phase: Phase
    seats: tuple[PublicSeat, ...]
    to_move: int | None
    waiting_for: tuple[int, ...]
    owners: Mapping[str, int]
    closed: frozenset[str]
    lying: Mapping[str, tuple[str, ...]] | None  # colours by place; None: nobody keeps track
    tickets_left: int
    turns_played: int
    final_round: FinalRound | None
    ended_early: bool
    stations: Mapping[str, int]  # whose station is in a city


@dataclass(frozen=True, slots=True)
class HostView:
    """The screen's view and what a host may do now. The role opens nothing secret."""

    screen: ScreenView
    may_end: bool
    may_skip: bool
    to_reveal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnTicket:
    id: str
    value: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player's phone: everything public, and their own tickets."""

    screen: ScreenView
    seat: int
    tickets: tuple[OwnTicket, ...]
    offer: tuple[str, ...]
    must_keep: int
    projected_total: int


def _remembered(state: State) -> list[tuple[Bonus, Memory]]:
    return list(zip(state.board.bonuses, state.memories, strict=True))


def track_points(state: State) -> tuple[int, ...]:
    """The score track: routes and what is counted at once, never tickets."""
    return tuple(
        hand.points
        + sum(
            bonus.so_far(memory, seat)
            for bonus, memory in _remembered(state)
            if bonus.counted_at_once
        )
        for seat, hand in enumerate(state.hands)
    )


def screen_view(state: State) -> ScreenView:
    return ScreenView(
        map=state.board.slug,
        phase=state.phase,
        seats=_public_seats(state),
        to_move=state.to_move if state.phase is Phase.TURNS else None,
        waiting_for=state.waiting_for(),
        owners=state.owners,
        closed=frozenset(
            route.id
            for route in state.board.routes
            if route.id not in state.owners and state.closed(route.id)
        ),
        lying=lying(state),
        tickets_left=left_in_decks(state)[1],
        turns_played=state.turns_played,
        final_round=state.final_round,
        ended_early=state.ended_early,
        stations={place: seat for seat, hand in enumerate(state.hands) for place in hand.stations},
    )


def _public_seats(state: State) -> tuple[PublicSeat, ...]:
    points = track_points(state)
    waiting = state.waiting_for()
    shown = {
        bonus.kind: seen
        for bonus, memory in _remembered(state)
        if bonus.public and (seen := bonus.shown(state, memory))
    }
    return tuple(
        PublicSeat(
            name=player.name,
            color=player.color,
            points=points[seat],
            vehicles=hand.vehicles,
            ticket_count=(None if player.at_reveal and not hand.revealed else len(hand.tickets)),
            choosing=bool(hand.offer) or (state.phase is Phase.OPENING and seat in waiting),
            turns_left=state.turns_left(seat),
            bonuses={kind: seen[seat] for kind, seen in shown.items()},
            stations_left=state.stations_left(seat),
            tickets_due=hand.due if hand.due != len(hand.tickets) else None,
        )
        for seat, (player, hand) in enumerate(zip(state.players, state.hands, strict=True))
    )


def lying(state: State) -> Mapping[str, tuple[str, ...]] | None:
    """The colours of the pieces that lie on the board, by place and in the order of its slots."""
    pieces_by_bonus = [
        (bonus, pieces)
        for bonus, memory in _remembered(state)
        if (pieces := bonus.lying(memory)) is not None
    ]
    if len(pieces_by_bonus) < 2:
        return pieces_by_bonus[0][1] if pieces_by_bonus else None
    return {
        place.id: tuple(
            piece
            for bonus, pieces in pieces_by_bonus
            for piece in _filled(pieces.get(place.id, ()), bonus.slots(place))
        )
        for place in state.board.places
    }


def _filled(pieces: tuple[str, ...], slots: int) -> tuple[str, ...]:
    """With an empty text for every slot where nothing lies: another bonus' slots come next."""
    return (*pieces, *("",) * (slots - len(pieces)))


def host_view(state: State, screen: ScreenView | None = None) -> HostView:
    """`screen` is given where it is known already."""
    playing = state.phase is Phase.TURNS
    return HostView(
        screen=screen or screen_view(state),
        may_end=playing,
        may_skip=playing and not state.hands[state.to_move].offer,
        to_reveal=state.waiting_for() if state.phase is Phase.REVEAL else (),
    )


def seat_view(
    state: State,
    seat: int,
    screen: ScreenView | None = None,
    rows: Sequence[ScoreRow] | None = None,
) -> SeatView:
    """`screen` and `rows` (`public_rows`) are alike for all: given where they are known already."""
    hand, board = state.hands[seat], state.seen_by(seat)
    network = Network(state.board, (*hand.routes, *borrowed(best_use(state, seat))))
    draw = state.board.opening if state.phase is Phase.OPENING else state.board.turn
    return SeatView(
        screen=screen or screen_view(state),
        seat=seat,
        tickets=tuple(
            OwnTicket(id, ticket.points, standing(state, seat, ticket, network))
            for id in hand.tickets
            for ticket in (board.ticket[id],)
        ),
        offer=hand.offer,
        must_keep=min(draw.keep, len(hand.offer)) if hand.offer else draw.keep,
        projected_total=_projected(state, seat, network, rows or public_rows(state)),
    )


def claimable(state: State, seat: int) -> frozenset[str]:
    """The routes that a seat could claim if it had the cards."""
    return frozenset(
        route.id for route in state.board.routes if state.why_not(seat, route.id) is None
    )


def unchanged_for(seat: int, before: State, after: State) -> bool:
    """Whether nothing that a seat's own view is made of has changed, as when cards were drawn.

    Compares by identity: what an event leaves alone stays the very same value.
    """
    old, new = before.hands[seat], after.hands[seat]
    return (
        before.board is after.board
        and before.owners is after.owners
        and before.memories is after.memories
        and before.phase is after.phase
        and before.turns_left(seat) == after.turns_left(seat)
        and all(
            a.routes is b.routes and a.stations is b.stations and a.points == b.points
            for a, b in zip(before.hands, after.hands, strict=True)
        )
        and (old.tickets, old.offer, old.vehicles) == (new.tickets, new.offer, new.vehicles)
    )


def public_rows(state: State) -> tuple[ScoreRow, ...]:
    """The count as if the game ended now and nobody had a ticket."""
    return score(_without_tickets(state)).rows


def _projected(state: State, seat: int, network: Network, rows: Sequence[ScoreRow]) -> int:
    """The seat's total as if the game ended now, from public facts and its own tickets alone.

    Bonuses that depend on other players' tickets (`public` is False) would tell about those.
    """
    own = sum(
        ticket.points if network.joins(ticket.a, ticket.b) else -ticket.points
        for ticket in map(state.seen_by(seat).ticket.__getitem__, state.hands[seat].tickets)
    )
    row = rows[seat]
    public = {bonus.kind for bonus in state.board.bonuses if bonus.public}
    return row.route_points + own + sum(b.points for b in row.bonuses if b.kind in public)


def _without_tickets(state: State) -> State:
    return replace(state, hands=tuple(replace(hand, tickets=()) for hand in state.hands))
