"""A game at one moment: immutable, folded from events, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from games.rules.actions import Player, TicketSource
from games.rules.board import Board, Place, Ticket
from games.rules.corrections.lessons import Lessons
from games.rules.names import same_name
from games.rules.sheet_facts import NewTicket
from games.rules.violations import Code

if TYPE_CHECKING:
    from games.rules.bonuses.base import Memory
    from games.rules.events import RouteClaimed


class Phase(StrEnum):
    OPENING = "opening"  # everybody chooses their first tickets
    TURNS = "turns"
    REVEAL = "reveal"  # turns are over; tickets are still to be entered or settled
    OVER = "over"  # everything needed for the count is known


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat has: routes, vehicles and stations on the board, and its tickets."""

    vehicles: int
    points: int = 0  # from routes only
    routes: tuple[str, ...] = ()  # in the order they were claimed
    tickets: tuple[str, ...] = ()
    stations: tuple[str, ...] = ()  # places, in the order they were built
    offer: tuple[str, ...] = ()  # dealt and looked at, not yet chosen from
    aside: tuple[str, ...] = ()  # looked at in draws that were undone, in the order of the log
    chosen: bool = False  # the opening choice is made (or not asked for)
    opened: int = 0  # tickets kept in the opening
    removed: tuple[str, ...] = ()  # tickets rejected in the opening that have left the game
    counted: int = 0  # tickets kept on turns by a player who shows them at the reveal
    revealed: bool = False
    checked: bool = False  # paper tickets were looked through before the reveal
    due: int | None = None  # how many tickets there must be; None: as many as were logged
    added: tuple[NewTicket, ...] = ()  # paper tickets of the hand that the list does not have


@dataclass(frozen=True, slots=True)
class FinalRound:
    fired_by: int
    turns_left: int


@dataclass(frozen=True, slots=True)
class State:
    """`owners` maps a route to its seat; `decks` is empty unless tickets are dealt.

    `board` is what is played on: the board of the sheet with the corrections of this table.
    """

    sheet: Board
    board: Board
    players: tuple[Player, ...]
    final_round_at: int
    source: TicketSource
    hands: tuple[Hand, ...]
    owners: Mapping[str, int]
    decks: tuple[tuple[str, ...], ...]
    memories: tuple[Memory, ...]
    to_move: int = 0
    turns_played: int = 0
    final_round: FinalRound | None = None
    ended_early: bool = False
    phase: Phase = Phase.OPENING
    paper_check: bool = False  # see `paper.py`
    claims: Mapping[str, RouteClaimed] = field(default_factory=dict)  # by route, as they were paid
    lessons: Lessons = field(default_factory=Lessons)

    @property
    def base(self) -> Board:
        """The sheet with the corrections of a newer version that was taken over: what differs from
        it was found out at this table."""
        return self.lessons.base or self.sheet

    @property
    def finished(self) -> bool:
        return self.phase is Phase.OVER

    def name(self, seat: int) -> str:
        return self.players[seat].name

    def seen_by(self, seat: int) -> Board:
        """The board with the paper tickets that only this seat knows, and their places."""
        return _with_tickets(self, (self.hands[seat],))

    @property
    def full_board(self) -> Board:
        """The board with everything that single players know of it.

        To look up what somebody holds and to count, never to list what there is.
        """
        return _with_tickets(self, self.hands)

    def turns_left(self, seat: int) -> int | None:
        """How many turns a seat still has; None while nobody knows."""
        if self.phase in (Phase.REVEAL, Phase.OVER):
            return 0
        if self.final_round is None:
            return None
        distance = (seat - self.to_move) % len(self.players)
        return 1 if distance < self.final_round.turns_left else 0

    def stations_left(self, seat: int) -> int:
        return self.board.stations_each - len(self.hands[seat].stations)

    def station_owner(self, place: str) -> int | None:
        """Whose station is in a city; None: nobody's."""
        return next((i for i, hand in enumerate(self.hands) if place in hand.stations), None)

    def closed(self, route: str) -> bool:
        """Whether a parallel taken by anybody closes this route at a table of this size."""
        if len(self.players) > self.board.parallels_closed_up_to:
            return False
        return any(twin in self.owners for twin in self.board.parallels[route])

    def why_not(self, seat: int, route: str) -> Code | None:
        """Why the seat cannot claim the route whatever it pays; None if it can.

        Where two reasons apply, a player's own parallel route comes first (docs/record.md); then
        the route is looked at before the vehicles.
        """
        blocked = self._blocked(seat, route)
        if blocked is None and self.hands[seat].vehicles < self.board.route[route].length:
            return Code.NOT_ENOUGH_VEHICLES
        return blocked

    def _blocked(self, seat: int, route: str) -> Code | None:
        owner, twins = self.owners.get(route), self.board.parallels[route]
        if twins and owner != seat and seat in map(self.owners.get, twins):
            return Code.PARALLEL_ROUTE_OWNED
        if owner is not None:
            return Code.ROUTE_TAKEN
        return Code.ROUTE_CLOSED if twins and self.closed(route) else None

    def free_for(self, seat: int, route: str) -> bool:
        """Whether the seat could claim the route if cards and vehicles allowed."""
        return self._blocked(seat, route) is None

    def waiting_for(self) -> tuple[int, ...]:
        """The seats the game waits for right now."""
        match self.phase:
            case Phase.OPENING:
                return tuple(i for i, hand in enumerate(self.hands) if not hand.chosen)
            case Phase.TURNS:
                return (self.to_move,)
            case Phase.REVEAL:
                return tuple(i for i in range(len(self.hands)) if self._tickets_open(i))
            case Phase.OVER:
                return ()

    def _tickets_open(self, seat: int) -> bool:
        """Whether a seat's tickets still have to be entered or checked before the reveal."""
        hand = self.hands[seat]
        if self.players[seat].at_reveal:
            unknown = not hand.revealed
        else:
            unknown = self.paper_check and not hand.checked
        return unknown or (hand.due is not None and hand.due != len(hand.tickets))

    def conflicts(self) -> tuple[str, ...]:
        """Paper tickets that more than one player entered; a secret until the reveal."""
        seen: set[str] = set()
        twice: list[str] = []
        for hand in self.hands:
            for ticket in hand.tickets:
                if ticket in seen and ticket not in twice:
                    twice.append(ticket)
                seen.add(ticket)
        return tuple(twice)


def _with_tickets(state: State, hands: Iterable[Hand]) -> Board:
    """The board with what these hands hold and its list does not have."""
    board = state.board
    places: dict[str, Place] = {}
    tickets: dict[str, Ticket] = {}
    for hand in hands:
        for new in hand.added:
            a = _end(board, places, new.a, new.names.get(new.a, new.a))
            b = _end(board, places, new.b, new.names.get(new.b, new.b))
            tickets[new.id] = Ticket(new.id, a, b, new.points, new.deck)
        for id in hand.tickets:  # struck out of the list after somebody took it
            if id not in board.ticket and id in state.sheet.ticket:
                tickets[id] = state.sheet.ticket[id]
    if not tickets:
        return board
    return replace(
        board,
        places=(*board.places, *places.values()),
        tickets=(*board.tickets, *(t for id, t in tickets.items() if id not in board.ticket)),
    )


def _end(board: Board, places: dict[str, Place], id: str, name: str) -> str:
    """A place of a ticket: on the map by its id or, meanwhile, by its name; else one beside it."""
    if id in board.place:
        return id
    for place in board.places:
        if same_name(place, name):
            return place.id
    places.setdefault(id, Place(id, name, 0, 0))
    return id
