"""What people may try to do. `seat` is a place in the turn order, from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class TicketSource(StrEnum):
    """Where tickets come from."""

    DEALT = "dealt"  # the companion owns shuffled decks
    PAPER = "paper"  # each player tells their phone what they hold; never compared with others
    RECORD = "record"  # a finished game on file: everything is known and compared


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    color: str
    at_reveal: bool = False


@dataclass(frozen=True, slots=True)
class StartGame:
    """Everything a game begins with; shuffles and draws by lot are inputs, in here.

    `setup` holds what bonuses of the map set up before the first turn, by field (`Bonus.sets_up`).
    """

    players: tuple[Player, ...]
    final_round_at: int
    tickets: TicketSource = TicketSource.DEALT
    decks: tuple[tuple[str, ...], ...] = ()
    setup: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskForTickets:
    """Dealt tickets: announce how many from each deck, then look at them.

    `shuffle` holds a number from 0 to below 1 per ticket that had been set aside for others, for a
    deck that has no others left. More numbers than needed do no harm.
    """

    seat: int
    mix: Mapping[str, int]
    shuffle: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseOpening:
    """Keep tickets before the first turn.

    `shuffle` holds a number from 0 to below 1 per returned ticket, for decks that are reshuffled.
    """

    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Keep tickets on a turn; of dealt ones, those asked for just before."""

    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class CountTickets:
    """A ticket draw of a player whose tickets come at the reveal: only how many were kept."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawCards:
    seat: int


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """`answers` holds what bonuses of the map ask with a claim, by field (`Bonus.asks`)."""

    seat: int
    route: str
    cards: Mapping[str, int] | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SkipTurn:
    seat: int


@dataclass(frozen=True, slots=True)
class EndGame:
    """The host ends the game early."""


@dataclass(frozen=True, slots=True)
class RevealTickets:
    """All tickets of a player whose tickets come at the reveal."""

    seat: int
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettleTicket:
    """Two players say they hold the same paper ticket: the table says whose it is."""

    ticket: str
    seat: int


@dataclass(frozen=True, slots=True)
class CorrectRoute:
    """The sheet is wrong about a route: what the printed board says, for this table only."""

    route: str
    color: str
    length: int


Action = (
    AskForTickets
    | ChooseOpening
    | DrawTickets
    | CountTickets
    | DrawCards
    | ClaimRoute
    | SkipTurn
    | EndGame
    | RevealTickets
    | SettleTicket
    | CorrectRoute
)
