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
    AgreeOnTickets,
    AskForTickets,
    BuildStation,
    CheckPaper,
    ChooseOpening,
    ClaimRoute,
    CompareSheet,
    CorrectRoute,
    CorrectSheet,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    GiveUpTunnel,
    MendTickets,
    Player,
    RevealTickets,
    SettleTicket,
    SkipTurn,
    TicketSource,
)
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
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
    paper_check: bool = False
    variant: str = ""


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
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsDrawn:
    wire: ClassVar[str] = "tickets.drawn"
    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsCounted:
    wire: ClassVar[str] = "tickets.counted"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """`filled` is 0 where somebody said so. Otherwise the turn was filled in because somebody said
    what came after it, and `filled` counts the entries that were written together, from this one on
    (`missed_turns.py`)."""

    wire: ClassVar[str] = "cards.drawn"
    seat: int
    filled: int = 0


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """`answers` holds nothing empty: what was not answered is not there."""

    wire: ClassVar[str] = "route.claimed"
    seat: int
    route: str
    cards: Mapping[str, int] | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    tunnel: int | None = None


@dataclass(frozen=True, slots=True)
class TunnelGivenUp:
    wire: ClassVar[str] = "tunnel.given_up"
    seat: int
    route: str


@dataclass(frozen=True, slots=True)
class StationBuilt:
    wire: ClassVar[str] = "station.built"
    seat: int
    place: str
    cards: Mapping[str, int] | None = None


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
    agreed: bool = False
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketSettled:
    """`losers` said they hold the ticket and do not; each enters the real one. Older logs name
    none, and there the ticket just went."""

    wire: ClassVar[str] = "ticket.settled"
    ticket: str
    seat: int
    losers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperChecked:
    wire: ClassVar[str] = "paper.checked"
    seat: int


@dataclass(frozen=True, slots=True)
class TicketsAgreed:
    wire: ClassVar[str] = "tickets.agreed"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TicketsMended:
    """`added`: what those are that neither the list has nor the player had entered before."""

    wire: ClassVar[str] = "tickets.mended"
    seat: int
    tickets: tuple[str, ...]
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class RouteCorrected:
    """From here on the table plays with this colour and length; parallels have the same length."""

    wire: ClassVar[str] = "route.corrected"
    route: str
    color: str
    length: int


@dataclass(frozen=True, slots=True)
class SheetCompared:
    """What was found out about the board before the game began; it belongs to the start.

    With a `version`: the board was corrected elsewhere, and this table uses that version from here.
    """

    wire: ClassVar[str] = "sheet.compared"
    facts: tuple[SheetFact | RouteCorrected, ...]
    version: int = 0


# What happens with tickets, and everything that happens in a game.
TicketEvent = (
    TicketsOffered
    | OpeningChosen
    | TicketsDrawn
    | TicketsCounted
    | TicketsRevealed
    | TicketSettled
    | PaperChecked
    | TicketsAgreed
    | TicketsMended
)
Event = (
    TicketEvent
    | CardsDrawn
    | RouteClaimed
    | TunnelGivenUp
    | StationBuilt
    | TurnSkipped
    | GameEndedEarly
    | RouteCorrected
    | PlaceAdded
    | PlaceRenamed
    | PlaceMoved
    | RouteAdded
    | RouteStruck
    | TicketAdded
    | TicketStruck
    | ItemConfirmed
    | SheetCompared
)

# What ends somebody's turn.
TurnEvent = (
    CardsDrawn
    | RouteClaimed
    | TunnelGivenUp
    | StationBuilt
    | TicketsDrawn
    | TicketsCounted
    | TurnSkipped
)


def undecide(event: Event) -> Action:
    """The action whose decision this event was: `decide(state, undecide(event)) == (event,)`."""
    match event:
        case TicketsOffered(seat, mix, _tickets, shuffle):
            return AskForTickets(seat, mix, shuffle)
        case OpeningChosen(seat, kept, returned, shuffle, added):
            return ChooseOpening(seat, kept, returned, shuffle, added)
        case TicketsDrawn(seat, kept, returned, shuffle, added):
            return DrawTickets(seat, kept, returned, shuffle, added)
        case TicketsCounted(seat, count):
            return CountTickets(seat, count)
        case CardsDrawn(seat, filled):
            return DrawCards(seat, filled)
        case RouteClaimed(seat, route, cards, answers, tunnel):
            return ClaimRoute(seat, route, cards, answers, tunnel)
        case TunnelGivenUp(seat, route):
            return GiveUpTunnel(seat, route)
        case StationBuilt(seat, place, cards):
            return BuildStation(seat, place, cards)
        case TurnSkipped(seat):
            return SkipTurn(seat)
        case GameEndedEarly():
            return EndGame()
        case TicketsRevealed(seat, kept, agreed, added):
            return RevealTickets(seat, kept, agreed, added)
        case TicketSettled(ticket, seat):
            return SettleTicket(ticket, seat)
        case PaperChecked(seat):
            return CheckPaper(seat)
        case TicketsAgreed(seat, count):
            return AgreeOnTickets(seat, count)
        case TicketsMended(seat, held, added):
            return MendTickets(seat, held, added)
        case RouteCorrected(route, color, length):
            return CorrectRoute(route, color, length)
        case SheetCompared(facts, version):
            return CompareSheet(
                tuple(
                    CorrectRoute(fact.route, fact.color, fact.length)
                    if isinstance(fact, RouteCorrected)
                    else fact
                    for fact in facts
                ),
                version,
            )
        case fact:
            return CorrectSheet(fact)
