"""What a table finds out about the printed board, as facts of its log, which everybody may know.

A paper ticket that is not in the list is its owner's secret: it is part of the entry that keeps
it (`NewTicket`), and others see no more than that entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class PlaceAdded:
    """A place the sheet does not have. It is positioned automatically (`corrections/spots.py`)."""

    wire: ClassVar[str] = "place.added"
    place: str
    name: str


@dataclass(frozen=True, slots=True)
class PlaceRenamed:
    """`was` is filled in by the rules: the log keeps saying what the name was."""

    wire: ClassVar[str] = "place.renamed"
    place: str
    name: str
    was: str = ""


@dataclass(frozen=True, slots=True)
class PlaceMoved:
    """Where a place is drawn. It is no fact of the game, but the table looks at it."""

    wire: ClassVar[str] = "place.moved"
    place: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RouteAdded:
    """A route the sheet does not have; `parallels` says how many are printed side by side."""

    wire: ClassVar[str] = "route.added"
    route: str
    a: str
    b: str
    color: str
    length: int
    parallels: int = 1


@dataclass(frozen=True, slots=True)
class RouteStruck:
    """A route the printed board does not have. What it was is filled in by the rules."""

    wire: ClassVar[str] = "route.struck"
    route: str
    a: str = ""
    b: str = ""
    color: str = ""
    length: int = 0


@dataclass(frozen=True, slots=True)
class TicketAdded:
    """A ticket of the box that the sheet does not have, for everybody's list."""

    wire: ClassVar[str] = "ticket.added"
    ticket: str
    a: str
    b: str
    points: int
    deck: str


@dataclass(frozen=True, slots=True)
class TicketStruck:
    """A ticket that is not in the box. A player who holds it keeps it. What it was is filled in
    by the rules."""

    wire: ClassVar[str] = "ticket.struck"
    ticket: str
    a: str = ""
    b: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class ItemConfirmed:
    """A place, route or ticket is printed as the table has it; `so` False takes that back."""

    wire: ClassVar[str] = "item.confirmed"
    kind: str  # places, routes or tickets
    item: str
    so: bool = True


SheetFact = (
    PlaceAdded
    | PlaceRenamed
    | PlaceMoved
    | RouteAdded
    | RouteStruck
    | TicketAdded
    | TicketStruck
    | ItemConfirmed
)


@dataclass(frozen=True, slots=True)
class NewTicket:
    """A paper ticket that is not in the list, as its owner reads it.

    `names` holds the names of those of its two places that are not on the map either.
    """

    a: str
    b: str
    points: int
    deck: str
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return ticket_id(self.a, self.b, self.points)


def ticket_id(a: str, b: str, points: int) -> str:
    """Two people who read the same ticket from the same card say the same id."""
    return "--".join((*sorted((a, b)), str(points)))
