"""Figures about the finished games of one map."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from django.db.models import Avg, Count, Max, Min, Q

from games.archive.statistics.figures import (
    TIMED,
    Which,
    claims,
    held,
    lasted,
    minutes,
    plays,
    scores,
    share,
    wins,
)
from games.rules.board import Board
from games.rules.text import Text

SHADES = 5  # of the heat map, besides “never”


@dataclass(frozen=True, slots=True)
class Summary:
    games: int
    players: int
    winning: float | None
    lowest: int | None
    highest: int | None
    turns: float | None
    minutes: int | None


def summary(map: str, *, which: Which = Which.REAL) -> Summary:
    row = (
        plays(which=which)
        .filter(map=map)
        .aggregate(
            games=Count("pk"),
            winning=Avg("winning_total"),
            lowest=Min("winning_total"),
            highest=Max("winning_total"),
            turns=Avg("turns"),
            time=Avg(lasted, filter=TIMED),
        )
    )
    people = (
        scores(which=which).filter(play__map=map).aggregate(count=Count("player", distinct=True))
    )
    return Summary(
        row["games"],
        people["count"],
        row["winning"],
        row["lowest"],
        row["highest"],
        row["turns"],
        minutes(row["time"]),
    )


def winning_totals(map: str, *, which: Which = Which.REAL) -> list[tuple[int, int]]:
    """Each total that won, with how many games it won."""
    rows = plays(which=which).filter(map=map).order_by("winning_total")
    return list(rows.values_list("winning_total").annotate(games=Count("pk")))


@dataclass(frozen=True, slots=True)
class TableSize:
    players: int
    games: int
    winning: float
    turns: float
    minutes: int | None


def by_players(map: str, *, which: Which = Which.REAL) -> list[TableSize]:
    rows = (
        plays(which=which)
        .filter(map=map)
        .order_by("players")
        .values_list("players")
        .annotate(
            games=Count("pk"),
            winning=Avg("winning_total"),
            turns=Avg("turns"),
            time=Avg(lasted, filter=TIMED),
        )
    )
    return [
        TableSize(players, games, winning, turns, minutes(time))
        for players, games, winning, turns, time in rows
    ]


# -- Routes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RouteShare:
    id: str
    name: Text
    length: int
    claims: int
    share: float  # of the games in which somebody claimed it
    shade: int  # 0 never, else 1 to SHADES


@dataclass(frozen=True, slots=True)
class Heat:
    """Every route of the board as it is now, the most claimed first; `step` per cent a shade."""

    routes: tuple[RouteShare, ...]
    step: int

    @property
    def legend(self) -> list[tuple[int, int, int]]:
        """Shade, from above, to."""
        return [(shade, (shade - 1) * self.step, shade * self.step) for shade in range(1, 6)]


def heat(board: Board, games: int, *, which: Which = Which.REAL) -> Heat:
    rows = claims(board.slug, which=which).order_by().values_list("route")
    by_route = dict(rows.annotate(claims=Count("pk")))
    most = max((share(by_route.get(route.id, 0), games) for route in board.routes), default=0)
    step = max(5, 5 * ceil(most / SHADES / 5))  # round numbers for the legend
    shares = []
    for route in board.routes:
        count = by_route.get(route.id, 0)
        part = share(count, games)
        shade = min(SHADES, max(1, ceil(part / step))) if count else 0
        shares.append(
            RouteShare(route.id, board.route_name(route), route.length, count, part, shade)
        )
    return Heat(tuple(sorted(shares, key=lambda row: (-row.claims, row.id))), step)


# -- Tickets --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TicketSuccess:
    id: str
    name: Text
    points: int
    held: int
    completed: int
    rate: float


def tickets(board: Board, *, which: Which = Which.REAL) -> list[TicketSuccess]:
    """Every ticket that was ever kept, the most often completed (by share) first."""
    rows = (
        held(board.slug, which=which)
        .order_by()
        .values_list("ticket")
        .annotate(kept=Count("pk"), completed=Count("pk", filter=Q(completed=True)))
    )
    by_id = {ticket.id: ticket for ticket in (*board.extra_tickets, *board.tickets)}
    rates = [
        TicketSuccess(
            id,
            board.ticket_name(by_id[id]),
            by_id[id].points,
            times_held,
            completed,
            share(completed, times_held),
        )
        for id, times_held, completed in rows
        if id in by_id  # an older version of the sheet may have had others
    ]
    return sorted(rates, key=lambda row: (-row.rate, -row.held, row.id))


# -- Seats ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatChance:
    """How often a place in the turn order wins, and how often it would by chance alone."""

    seat: int
    games: int
    wins: int
    rate: float
    even: float
    telling: bool


def seats(map: str, *, which: Which = Which.REAL) -> list[SeatChance]:
    rows = (
        scores(which=which)
        .filter(play__map=map)
        .order_by("seat", "play__players")
        .values_list("seat", "play__players")
        .annotate(games=Count("pk"), wins=wins)
    )
    by_seat: dict[int, list[tuple[int, int, int]]] = {}
    for seat, players, games, won in rows:
        by_seat.setdefault(seat, []).append((players, games, won))
    return [_chance(seat, scores_there) for seat, scores_there in by_seat.items()]


def _chance(seat: int, tables: Sequence[tuple[int, int, int]]) -> SeatChance:
    """Telling is what chance would bring about in one case of twenty: two standard deviations."""
    games = sum(count for _players, count, _won in tables)
    won = sum(won for _players, _count, won in tables)
    expected = sum(count / players for players, count, _won in tables)
    spread = sqrt(sum(count / players * (1 - 1 / players) for players, count, _won in tables))
    return SeatChance(
        seat + 1,
        games,
        won,
        share(won, games),
        share(expected, games),
        games >= 20 and abs(won - expected) > 2 * spread,
    )
