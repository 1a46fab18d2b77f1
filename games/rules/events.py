"""What has happened: facts in the past tense, each with a stable wire name.

An event is a checked action with its luck recorded. `undecide` gives the action back, so that a log
can be decided again after a correction and compared with itself (see `log.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from games.rules.actions import (
    Action,
    AskForTickets,
    ChooseOpening,
    ClaimRoute,
    CorrectRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    Player,
    RevealTickets,
    SettleTicket,
    SkipTurn,
    TicketSource,
)


@dataclass(frozen=True, slots=True)
class GameStarted:
    wire: ClassVar[str] = "game.started"
    map: str
    players: tuple[Player, ...]
    final_round_at: int
    tickets: TicketSource
    decks: tuple[tuple[str, ...], ...] = ()
    setup: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TicketsOffered:
    """`shuffle`: how each ticket that had been set aside for others was shuffled in; see
    `tickets.py`."""

    wire: ClassVar[str] = "tickets.offered"
    seat: int
    mix: Mapping[str, int]
    tickets: tuple[str, ...]
    shuffle: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class OpeningChosen:
    """`shuffle`: how far into a reshuffled deck each returned ticket went, from 0 to below 1."""

    wire: ClassVar[str] = "opening.chosen"
    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsDrawn:
    wire: ClassVar[str] = "tickets.drawn"
    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsCounted:
    wire: ClassVar[str] = "tickets.counted"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    wire: ClassVar[str] = "cards.drawn"
    seat: int


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """`answers` holds nothing empty: what was not answered is not there."""

    wire: ClassVar[str] = "route.claimed"
    seat: int
    route: str
    cards: Mapping[str, int] | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    wire: ClassVar[str] = "turn.skipped"
    seat: int


@dataclass(frozen=True, slots=True)
class GameEndedEarly:
    wire: ClassVar[str] = "game.ended_early"


@dataclass(frozen=True, slots=True)
class TicketsRevealed:
    wire: ClassVar[str] = "tickets.revealed"
    seat: int
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TicketSettled:
    wire: ClassVar[str] = "ticket.settled"
    ticket: str
    seat: int


@dataclass(frozen=True, slots=True)
class RouteCorrected:
    """From here on the table plays with this colour and length; parallels have the same length."""

    wire: ClassVar[str] = "route.corrected"
    route: str
    color: str
    length: int


Event = (
    TicketsOffered
    | OpeningChosen
    | TicketsDrawn
    | TicketsCounted
    | CardsDrawn
    | RouteClaimed
    | TurnSkipped
    | GameEndedEarly
    | TicketsRevealed
    | TicketSettled
    | RouteCorrected
)


def undecide(event: Event) -> Action:
    """The action whose decision this event was: `decide(state, undecide(event)) == (event,)`."""
    match event:
        case TicketsOffered(seat, mix, _tickets, shuffle):
            return AskForTickets(seat, mix, shuffle)
        case OpeningChosen(seat, kept, returned, shuffle):
            return ChooseOpening(seat, kept, returned, shuffle)
        case TicketsDrawn(seat, kept, returned, shuffle):
            return DrawTickets(seat, kept, returned, shuffle)
        case TicketsCounted(seat, count):
            return CountTickets(seat, count)
        case CardsDrawn(seat):
            return DrawCards(seat)
        case RouteClaimed(seat, route, cards, answers):
            return ClaimRoute(seat, route, cards, answers)
        case TurnSkipped(seat):
            return SkipTurn(seat)
        case GameEndedEarly():
            return EndGame()
        case TicketsRevealed(seat, kept):
            return RevealTickets(seat, kept)
        case TicketSettled(ticket, seat):
            return SettleTicket(ticket, seat)
        case RouteCorrected(route, color, length):
            return CorrectRoute(route, color, length)
