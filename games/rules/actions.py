"""Actions: what people may try to do. `seat` is a place in the turn order, from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from games.rules.sheet_facts import NewTicket, SheetFact


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
    """Everything a game begins with. Shuffles and draws by lot are inputs and passed in here.

    `setup` holds what bonuses of the map set up before the first turn, by field
    (`Bonus.sets_up`). `paper_check`: paper tickets are checked once more before the reveal
    (`paper.py`).
    """

    players: tuple[Player, ...]
    final_round_at: int
    tickets: TicketSource = TicketSource.DEALT
    decks: tuple[tuple[str, ...], ...] = ()
    setup: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    paper_check: bool = False
    variant: str = ""  # of the sheet's expansions; empty: the base box


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

    `shuffle` holds a number from 0 to below 1 per returned ticket, for decks that are reshuffled;
    `added` says what those of the kept paper tickets are that the list does not have.
    """

    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Keep tickets on a turn; dealt ones are those asked for just before."""

    seat: int
    kept: tuple[str, ...]
    returned: tuple[str, ...] | None = None
    shuffle: tuple[float, ...] = ()
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class CountTickets:
    """A ticket draw of a player whose tickets are entered at the reveal: only the number kept."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawCards:
    """`filled`: nobody said so, it is filled in (see `events.CardsDrawn`)."""

    seat: int
    filled: int = 0


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """`answers` holds what bonuses of the map ask with a claim, by field (`Bonus.asks`); `tunnel`
    is how many cards more a tunnel cost."""

    seat: int
    route: str
    cards: Mapping[str, int] | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    tunnel: int | None = None


@dataclass(frozen=True, slots=True)
class GiveUpTunnel:
    """A tunnel whose extra cards were not paid: the cards go back, and the turn is over."""

    seat: int
    route: str


@dataclass(frozen=True, slots=True)
class BuildStation:
    seat: int
    place: str
    cards: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class SkipTurn:
    seat: int


@dataclass(frozen=True, slots=True)
class EndGame:
    """The host ends the game early."""


@dataclass(frozen=True, slots=True)
class RevealTickets:
    """All tickets of a player whose tickets are entered at the reveal.

    `agreed`: in a recorded game the table has agreed on their number.
    """

    seat: int
    kept: tuple[str, ...]
    agreed: bool = False
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class SettleTicket:
    """Two players entered the same paper ticket: the table says whose it is."""

    ticket: str
    seat: int


@dataclass(frozen=True, slots=True)
class CheckPaper:
    """A player has looked through their paper tickets: the phone has them right."""

    seat: int


@dataclass(frozen=True, slots=True)
class AgreeOnTickets:
    """A host says how many tickets a player really holds, whatever was logged."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class MendTickets:
    """A player says which paper tickets they really hold, all of them, before the reveal.

    `added` describes those that are not in the list.
    """

    seat: int
    tickets: tuple[str, ...]
    added: tuple[NewTicket, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectRoute:
    """Correct a route of the sheet to what the printed board says, for this table only.

    `recount`: also if that changes vehicles and points of a claim.
    """

    route: str
    color: str
    length: int
    recount: bool = True


@dataclass(frozen=True, slots=True)
class CorrectSheet:
    """Add, change, strike out or confirm an item of the sheet, as the printed board has it."""

    fact: SheetFact


@dataclass(frozen=True, slots=True)
class CompareSheet:
    """All that was found out about the board before the game began, in order; or, with a `version`,
    what that version of the sheet has otherwise."""

    facts: tuple[SheetFact | CorrectRoute, ...]
    version: int = 0


Action = (
    AskForTickets
    | ChooseOpening
    | DrawTickets
    | CountTickets
    | DrawCards
    | ClaimRoute
    | GiveUpTunnel
    | BuildStation
    | SkipTurn
    | EndGame
    | RevealTickets
    | SettleTicket
    | CheckPaper
    | AgreeOnTickets
    | MendTickets
    | CorrectRoute
    | CorrectSheet
    | CompareSheet
)
