"""Rows for the list of routes and the claim sheet: parallel tracks, and why some can't be
claimed."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.folding import folded
from games.pages.place_search import matches, search_words
from games.rules import engine
from games.rules.board import Place, Route
from games.rules.state import State
from games.rules.text import Text, _, text
from games.rules.vehicles import vehicles
from games.rules.violations import Code

# The reasons of the rules in a few words; `engine.claim_refusal` fills in who.
WHY_NOT: dict[str, str] = {
    Code.PARALLEL_ROUTE_OWNED: _("{player} owns the parallel route"),
    Code.ROUTE_TAKEN: _("belongs to {owner}"),
    Code.ROUTE_CLOSED: _("closed: the parallel route is taken"),
    Code.NOT_ENOUGH_VEHICLES: _("not enough {vehicles} left"),
}


def why_not(state: State, route: Route, seat: int | None = None) -> Text | None:
    """Why a player (the one to move) cannot take a route, in a few words; None if they can."""
    refusal = engine.claim_refusal(state, state.to_move if seat is None else seat, route)
    if refusal is None:
        return None
    pieces = vehicles(state.board.vehicle)
    return Text(WHY_NOT[refusal.code], {**refusal.text.params, "vehicles": pieces})


@dataclass(frozen=True, slots=True)
class Track:
    """One of the routes between two places, and why it cannot be taken."""

    route: Route
    name: Text
    why_not: Text | None
    owner: str  # the owner's colour; empty if nobody has it


@dataclass(frozen=True, slots=True)
class RouteRow:
    """All tracks between two places."""

    name: Text  # of the places
    tracks: tuple[Track, ...]
    points: int
    words: str  # search words, from `search_words`

    @property
    def free(self) -> Track | None:
        """The first track that can be taken."""
        return next((track for track in self.tracks if track.why_not is None), None)


def tracks(state: State, route: Route, seat: int | None = None) -> tuple[Track, ...]:
    """A route and its parallels, in the order of the sheet."""
    together = {route.id, *state.board.parallels[route.id]}
    return tuple(
        Track(
            parallel,
            state.board.route_name(parallel),
            why_not(state, parallel, seat),
            state.players[state.owners[parallel.id]].color if parallel.id in state.owners else "",
        )
        for parallel in state.board.routes
        if parallel.id in together
    )


def asked_or_parallel(tracks: Iterable[Track], asked: Route) -> Route:
    """The requested route, or the parallel one if only that can be claimed."""
    free = [track.route for track in tracks if track.why_not is None]
    return asked if asked in free or not free else free[0]


def route_rows(
    state: State, seat: int | None = None, asked: str = "", place: str = ""
) -> list[RouteRow]:
    """The routes as a list, parallels in one row, claimable ones first.

    All of them, the matches of a search, or those at a place.
    """
    board, rows = state.board, []
    seen: set[str] = set()  # parallels of a route that has its row
    for route in board.routes:
        words = search_words(board, route.ends)
        unwanted = place and place not in route.ends
        if route.id in seen or unwanted or not matches(words, asked):
            continue
        seen.update(board.parallels[route.id])
        rows.append(
            RouteRow(
                board.ends_name(route),
                tracks(state, route, seat),
                board.points[route.length],
                words,
            )
        )
    return sorted(rows, key=lambda row: row.free is None)


@dataclass(frozen=True, slots=True)
class StationRow:
    """A city, and why no station can be built there."""

    place: Place
    why_not: Text | None
    words: str  # search words


def station_rows(state: State) -> list[StationRow]:
    """The cities by name, those without a station first."""
    board, rows = state.board, []
    for place in sorted(board.places, key=lambda place: folded(place.name)):
        if place.id in board.dead_ends:
            continue
        owner = state.station_owner(place.id)
        taken = None if owner is None else text(_("{owner}’s station"), owner=state.name(owner))
        rows.append(StationRow(place, taken, search_words(board, (place.id,))))
    return sorted(rows, key=lambda row: row.why_not is not None)
