"""The score sheet. For every number it lists what the number is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules.bonuses import KINDS
from games.rules.bonuses.base import Bonus, BonusLine, Tally
from games.rules.gaps import Gap, find_gaps
from games.rules.network import Network
from games.rules.state import State
from games.rules.stations import Use, best_use, borrowed
from games.rules.text import Text, _, listed, plural, text

TICKETS_COMPLETED = "tickets_completed"  # a tie-break that needs no bonus


@dataclass(frozen=True, slots=True)
class RouteLine:
    route: str
    length: int
    points: int


@dataclass(frozen=True, slots=True)
class LengthLine:
    """For checking the scoring marker: the routes of a length, and their points."""

    length: int
    routes: int
    points: int


@dataclass(frozen=True, slots=True)
class TicketLine:
    """`path` joins the two places if completed; else `gaps` are the shortest rest of a way."""

    ticket: str
    value: int
    path: tuple[str, ...] | None
    gaps: tuple[Gap, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(gap.route for gap in self.gaps)

    @property
    def completed(self) -> bool:
        return self.path is not None

    @property
    def points(self) -> int:
        return self.value if self.completed else -self.value


@dataclass(frozen=True, slots=True)
class StationLine:
    """A station, and the route of another player that it lends for tickets; None: none."""

    place: str
    route: str | None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    seat: int
    routes: tuple[RouteLine, ...]
    tickets: tuple[TicketLine, ...]
    bonuses: tuple[BonusLine, ...]
    vehicles_left: int
    tie_breaks: tuple[int, ...] = ()
    rank: int = 0
    stations: tuple[StationLine, ...] = ()

    @property
    def borrowed(self) -> tuple[str, ...]:
        """Routes of others that stations lend."""
        return tuple(line.route for line in self.stations if line.route)

    @property
    def route_points(self) -> int:
        return sum(line.points for line in self.routes)

    @property
    def ticket_points(self) -> int:
        return sum(line.points for line in self.tickets)

    @property
    def tickets_completed(self) -> int:
        return sum(line.completed for line in self.tickets)

    @property
    def tickets_failed(self) -> int:
        return len(self.tickets) - self.tickets_completed

    @property
    def total(self) -> int:
        return self.route_points + self.ticket_points + sum(line.points for line in self.bonuses)

    @property
    def by_length(self) -> tuple[LengthLine, ...]:
        lengths = sorted({line.length for line in self.routes})
        return tuple(
            LengthLine(
                length,
                sum(line.length == length for line in self.routes),
                sum(line.points for line in self.routes if line.length == length),
            )
            for length in lengths
        )


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Rows in seat order. `verdict` says who won and, if totals were equal, what decided."""

    rows: tuple[ScoreRow, ...]
    winners: tuple[int, ...]
    verdict: Text


def score(state: State) -> ScoreSheet:
    """The count as if the game ended now; the final count once it has."""
    networks = [Network(state.board, hand.routes) for hand in state.hands]
    uses = [best_use(state, seat) for seat in range(len(state.hands))]
    tickets = [
        tuple(_ticket_line(state, seat, network, id) for id in hand.tickets)
        for seat, (network, hand) in enumerate(
            zip(_with_stations(state, networks, uses), state.hands, strict=True)
        )
    ]
    tallies = _tallies(networks, tickets)
    bonuses = [
        bonus.score(state, memory, tallies)
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
    ]
    rows = tuple(
        ScoreRow(
            seat=seat,
            routes=tuple(_route_line(state, id) for id in hand.routes),
            tickets=tickets[seat],
            bonuses=tuple(lines[seat] for lines in bonuses),
            vehicles_left=hand.vehicles,
            stations=tuple(map(StationLine, hand.stations, uses[seat])),
            tie_breaks=tuple(
                _measure(state, name, seat, tallies[seat]) for name in state.board.tie_breaks
            ),
        )
        for seat, hand in enumerate(state.hands)
    )
    return _ranked(state, rows)


def _tallies(
    networks: Sequence[Network], tickets: Sequence[Sequence[TicketLine]]
) -> tuple[Tally, ...]:
    return tuple(
        Tally(seat, network, sum(line.completed for line in lines))
        for seat, (network, lines) in enumerate(zip(networks, tickets, strict=True))
    )


def tallies_of(state: State, sheet: ScoreSheet) -> tuple[Tally, ...]:
    """What bonuses were given when the sheet was counted."""
    networks = [Network(state.board, hand.routes) for hand in state.hands]
    return _tallies(networks, [row.tickets for row in sheet.rows])


def _with_stations(
    state: State, networks: Sequence[Network], uses: Sequence[Use]
) -> Sequence[Network]:
    """The networks that tickets are judged by: with the routes that stations lend."""
    return [
        Network(state.board, (*hand.routes, *borrowed(use))) if any(use) else network
        for network, hand, use in zip(networks, state.hands, uses, strict=True)
    ]


def _route_line(state: State, id: str) -> RouteLine:
    length = state.board.route[id].length
    return RouteLine(id, length, state.board.points[length])


def _ticket_line(state: State, seat: int, network: Network, id: str) -> TicketLine:
    ticket = state.full_board.ticket[id]
    path = network.path(ticket.a, ticket.b)
    if path is not None:
        return TicketLine(id, ticket.points, path)
    return TicketLine(id, ticket.points, None, find_gaps(state, seat, network, ticket))


def _measure(state: State, name: str, seat: int, tally: Tally) -> int:
    """The figure a tie-break compares: completed tickets, or a bonus' own."""
    if name == TICKETS_COMPLETED:
        return tally.tickets_completed
    return sum(
        bonus.measure(state, memory, seat)
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
        if bonus.kind == name
    )


def _strength(row: ScoreRow) -> tuple[int, ...]:
    return (row.total, *row.tie_breaks)


def _ranked(state: State, rows: tuple[ScoreRow, ...]) -> ScoreSheet:
    strengths = [_strength(row) for row in rows]
    ranked = tuple(
        replace(row, rank=1 + sum(other > mine for other in strengths))
        for row, mine in zip(rows, strengths, strict=True)
    )
    winners = tuple(row.seat for row in ranked if row.rank == 1)
    return ScoreSheet(ranked, winners, _verdict(state, ranked, winners))


def tie_break_words() -> dict[str, str]:
    """The figures that can break a tie, each with what it is called."""
    measures = {kind: bonus.measured_in for kind, bonus in KINDS.items() if bonus.measured_in}
    return {TICKETS_COMPLETED: _("completed tickets"), **measures}


def _verdict(state: State, rows: Sequence[ScoreRow], winners: Sequence[int]) -> Text:
    best = rows[winners[0]]
    names = listed(state.name(seat) for seat in winners)
    if len(winners) > 1:
        return plural(
            "{players} share the victory with {count} point: nothing separates them.",
            "{players} share the victory with {count} points: nothing separates them.",
            best.total,
            players=names,
        )
    level = [row for row in rows if row.total == best.total and row.seat != best.seat]
    if not level:
        return plural(
            "{player} wins with {count} point.",
            "{player} wins with {count} points.",
            best.total,
            player=names,
        )
    # Several may have been level; what decided is the last figure in which anybody kept up.
    step = max(
        next(i for i, mine in enumerate(best.tie_breaks) if mine != row.tie_breaks[i])
        for row in level
    )
    figure = state.board.tie_breaks[step]
    decides = KINDS[figure].decides if figure in KINDS else Bonus.decides
    return text(
        decides,
        player=names,
        players=listed(state.name(row.seat) for row in (best, *level)),
        points=plural("{count} point", "{count} points", best.total),
        measure=Text(tie_break_words().get(figure, "")),
    )
