"""A board as immutable values: places, routes, tickets and the numbers of the box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from games.rules.adjectives import colored
from games.rules.text import Text, _, text

if TYPE_CHECKING:
    from games.rules.bonuses.base import Bonus

GREY = "grey"
WILD = "wild"

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    id: str
    name: str
    x: float
    y: float
    kind: str = "city"
    names: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    facts: Mapping[str, int] = field(default_factory=dict)  # what bonuses know of it, by field
    verified: bool | None = None
    tables: int = 0  # that found it printed like this
    # What this table called it before: people still look for it by that. Not part of the sheet.
    former: tuple[str, ...] = field(default=(), compare=False)

    @property
    def dead_end(self) -> bool:
        """Whether routes do not meet here (docs/rules.md, “Germany: countries”)."""
        return self.kind == "country"


@dataclass(frozen=True, slots=True)
class Route:
    id: str
    a: str
    b: str
    length: int
    color: str
    via: Spot | None = None
    country_end: Spot | None = None
    tunnel: bool = False  # extra cards may be asked for (docs/rules.md, “Tunnels”)
    ferry: int = 0  # so many of its spaces need a wild card each (docs/rules.md, “Ferries”)
    verified: bool | None = None
    tables: int = 0  # that found it printed like this

    @property
    def ends(self) -> tuple[str, str]:
        return self.a, self.b

    def other(self, place: str) -> str:
        return self.b if place == self.a else self.a


@dataclass(frozen=True, slots=True)
class Ticket:
    id: str
    a: str
    b: str
    points: int
    deck: str
    verified: bool | None = None
    tables: int = 0  # that found it printed like this


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of tickets as the box announces it."""

    id: str
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Draw:
    """How many tickets are drawn and kept, and where the rejected ones go.

    With `mix` the rules say how many come from each deck; without it players announce the mix.
    """

    draw: int
    keep: int
    rejected: str
    mix: Mapping[str, int] | None = None

    @property
    def shuffled(self) -> bool:
        return self.rejected == "shuffled"

    @property
    def removed(self) -> bool:
        """Whether rejected tickets leave the game."""
        return self.rejected == "removed"


@dataclass(frozen=True, slots=True)
class Edition:
    """A printed edition and the number of vehicles at which its last round starts."""

    id: str
    name: str
    at: int
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play with an expansion's tickets, as a table option. What is None or empty is as in
    the base box; `points` holds the values of tickets that the expansion revised."""

    id: str
    name: str
    names: Mapping[str, str] = field(default_factory=dict)
    tickets: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    decks: tuple[Deck, ...] = ()
    opening: Draw | None = None
    turn: Draw | None = None
    bonuses: tuple[Bonus, ...] | None = None
    verified: bool | None = None

    @property
    def changes_something(self) -> bool:
        return bool(self.tickets) or self.bonuses is not None


@dataclass(frozen=True)
class Board:
    """A map sheet, read and ready to play on. Made by `sheet.read`; never changed."""

    slug: str
    name: str
    names: Mapping[str, str]
    year: int
    verified: bool
    notes: str
    canvas: Spot
    theme: str
    duration: tuple[int, int]
    players: tuple[int, int]
    player_colors: tuple[str, ...]
    first_player: str
    vehicle: str
    vehicles_each: int
    cards: Mapping[str, int]
    opening_hand: int
    points: Mapping[int, int]
    parallels_closed_up_to: int
    editions: tuple[Edition, ...]
    decks: tuple[Deck, ...]
    opening: Draw
    turn: Draw
    bonuses: tuple[Bonus, ...]
    tie_breaks: tuple[str, ...]
    places: tuple[Place, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    stations_each: int = 0
    learnt: bool = False  # drawn by the tables that play on it: it may have no tickets to deal yet
    extra_tickets: tuple[Ticket, ...] = ()  # of expansions; in play only where a variant has them
    variants: tuple[Variant, ...] = ()
    variant: str = ""  # the variant whose tickets and bonuses these are; empty: the base box
    left_out: tuple[str, ...] = ()  # kinds of bonuses of the base box that the variant has not

    @property
    def deals(self) -> bool:
        """Whether it has enough tickets for everybody to open with: else they come from a box."""
        return len(self.tickets) >= self.opening.draw * self.players[1]

    @cached_property
    def place(self) -> Mapping[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def route(self) -> Mapping[str, Route]:
        return {route.id: route for route in self.routes}

    @cached_property
    def ticket(self) -> Mapping[str, Ticket]:
        return {ticket.id: ticket for ticket in self.tickets}

    @cached_property
    def parallels(self) -> Mapping[str, tuple[str, ...]]:
        """The other routes between the same two places, per route."""
        groups: dict[frozenset[str], list[str]] = {}
        for route in self.routes:
            groups.setdefault(frozenset(route.ends), []).append(route.id)
        return {
            route.id: tuple(id for id in groups[frozenset(route.ends)] if id != route.id)
            for route in self.routes
        }

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[Route, ...]]:
        by_place: dict[str, list[Route]] = {place.id: [] for place in self.places}
        for route in self.routes:
            by_place[route.a].append(route)
            by_place[route.b].append(route)
        return {place: tuple(routes) for place, routes in by_place.items()}

    @cached_property
    def dead_ends(self) -> frozenset[str]:
        return frozenset(place.id for place in self.places if place.dead_end)

    @cached_property
    def deck_tickets(self) -> Mapping[str, tuple[str, ...]]:
        return {
            deck.id: tuple(ticket.id for ticket in self.tickets if ticket.deck == deck.id)
            for deck in self.decks
        }

    @cached_property
    def _in_variants(self) -> Mapping[str, Board]:
        return {variant.id: self._varied(variant) for variant in self.variants}

    def with_variant(self, id: str) -> Board:
        """The board as a table plays it with a variant of its expansions; "" is the base box.

        Raises KeyError for a variant the sheet does not have.
        """
        return self if id == self.variant else self._in_variants[id]

    def _varied(self, variant: Variant) -> Board:
        every = {ticket.id: ticket for ticket in (*self.tickets, *self.extra_tickets)}
        tickets = tuple(
            replace(every[id], points=variant.points.get(id, every[id].points))
            for id in variant.tickets
        )
        bonuses = self.bonuses if variant.bonuses is None else variant.bonuses
        kinds = {bonus.kind for bonus in bonuses}
        return replace(
            self,
            variant=variant.id,
            tickets=tickets or self.tickets,
            decks=variant.decks or self.decks,
            opening=variant.opening or self.opening,
            turn=variant.turn or self.turn,
            bonuses=bonuses,
            left_out=tuple(bonus.kind for bonus in self.bonuses if bonus.kind not in kinds),
        )

    def fixed_mix(self, draw: Draw) -> Mapping[str, int] | None:
        """How many tickets come from each deck; None where players announce it."""
        if draw.mix is None and len(self.decks) == 1:
            return {self.decks[0].id: draw.draw}
        return draw.mix

    @cached_property
    def drawn_on_turns(self) -> frozenset[str]:
        """The decks that tickets are drawn from on a turn; those of others leave the game."""
        mix = self.turn.mix
        return frozenset(deck.id for deck in self.decks if mix is None or mix.get(deck.id))

    @property
    def final_round_at(self) -> int:
        return self.editions[0].at

    def edition_for(self, language: str) -> Edition:
        """The edition a table made in this language most likely plays."""
        for edition in self.editions:
            if language in edition.languages:
                return edition
        return self.editions[0]

    def ends_name(self, route: Route) -> Text:
        return text(_("{a} – {b}"), a=self.place[route.a].name, b=self.place[route.b].name)

    def route_name(self, route: Route) -> Text:
        """“Berlin – Hamburg (yellow)”; the bracket only where routes run in parallel."""
        a, b = self.place[route.a].name, self.place[route.b].name
        twins = self.parallels[route.id]
        if not twins:
            return self.ends_name(route)
        if any(self.route[twin].color == route.color for twin in twins):
            number = 1 + [r.id for r in self.routes if {r.a, r.b} == {route.a, route.b}].index(
                route.id
            )
            return text(
                _("{a} – {b} ({color} {number})"),
                a=a,
                b=b,
                color=colored(route.color, "route is"),
                number=number,
            )
        return text(_("{a} – {b} ({color})"), a=a, b=b, color=colored(route.color, "route is"))

    def with_route(self, id: str, color: str, length: int) -> Board:
        """The board with another colour and length of a route; parallels are equally long."""
        twins = self.parallels[id]
        return replace(
            self,
            routes=tuple(
                replace(route, color=color, length=length)
                if route.id == id
                else replace(route, length=length)
                if route.id in twins
                else route
                for route in self.routes
            ),
        )

    def ticket_name(self, ticket: Ticket) -> Text:
        return text(_("{a} – {b}"), a=self.place[ticket.a].name, b=self.place[ticket.b].name)

    def stops(self, start: str, path: Iterable[str]) -> list[str]:
        """The names of the places a path runs through, in order."""
        places = [start]
        for id in path:
            places.append(self.route[id].other(places[-1]))
        return [self.place[place].name for place in places]
