"""Awards after the game, from the log alone; each says by which figures it was won.

An award that would be meaningless is not given. Withdrawn entries count only for an award that
is about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from games.rules import log
from games.rules.board import Board, Ticket
from games.rules.events import Event, OpeningChosen, RouteClaimed, TicketsDrawn
from games.rules.log import Entry, EntryUndone
from games.rules.network import Network
from games.rules.scoring import ScoreSheet, score
from games.rules.state import State
from games.rules.text import Text, _, listed, plural, text
from games.rules.views import track_points

LEAST_TUNNELS = 2
LEAST_UNDONE = 2  # a single slip happens to everybody
LEAST_COMEBACK = 10  # points; less than that is how every game goes
CLOSE = 10  # points; who finishes further apart has not raced to the end


NAMES = {
    "longest_route": _("Longest route"),
    "most_tunnels": _("Tunnel builder"),
    "boldest_ticket": _("Boldest ticket"),
    "closest_race": _("Closest race"),
    "comeback": _("Comeback of the night"),
    "most_undone": _("Most undone entries"),
}


@dataclass(frozen=True, slots=True)
class Award:
    """`why` has the figures of this game, `how` the rule by which it is given."""

    kind: str
    seats: tuple[int, ...]
    why: Text
    how: Text

    @property
    def name(self) -> str:
        return NAMES[self.kind]


@dataclass(frozen=True, slots=True)
class _Moment:
    """The state right after an event in force, and right before it."""

    event: Event
    before: State
    after: State

    @property
    def round(self) -> int:
        return self.before.turns_played // len(self.before.players) + 1


def awards(board: Board, entries: Sequence[Entry]) -> tuple[Award, ...]:
    """The awards of a finished game, in the order in which they are shown."""
    moments = [
        _Moment(event, before, after) for _n, event, before, after in log.replayed(board, entries)
    ]
    state = log.fold(board, entries)
    sheet = score(state)
    candidates = (
        _longest_route(state, moments),
        _most_tunnels(state),
        _boldest_ticket(state, sheet, moments),
        _closest_race(state, sheet, moments),
        _comeback(state, sheet, moments),
        _most_undone(state, entries),
    )
    return tuple(award for award in candidates if award is not None)


# -- Building -------------------------------------------------------------------------------------


def _longest_route(end: State, moments: Sequence[_Moment]) -> Award | None:
    """The longest route anybody claimed; of several equally long ones, the first."""
    claims = [(m, m.event) for m in moments if isinstance(m.event, RouteClaimed)]
    if not claims:
        return None
    length = {route.id: route.length for route in end.board.routes}  # as this table corrected it
    moment, claim = max(claims, key=lambda pair: length[pair[1].route])  # max takes the first
    others = sum(length[other.route] == length[claim.route] for _m, other in claims) - 1
    return Award(
        "longest_route",
        (claim.seat,),
        plural(
            "{player} claimed {route}, {count} space long, in round {round}.",
            "{player} claimed {route}, {count} spaces long, in round {round}.",
            length[claim.route],
            player=end.name(claim.seat),
            route=end.board.route_name(end.board.route[claim.route]),
            round=moment.round,
        ),
        plural(
            "Nobody claimed a longer one; {count} other just as long came later.",
            "Nobody claimed a longer one; {count} others just as long came later.",
            others,
        )
        if others
        else text(_("Nobody else claimed one as long.")),
    )


def _most_tunnels(end: State) -> Award | None:
    """Who dug the most tunnels; nobody, if several dug as many."""
    dug = Counter(seat for route, seat in end.owners.items() if end.board.route[route].tunnel)
    if not dug:
        return None
    (seat, most), *others = dug.most_common()
    if most < LEAST_TUNNELS or (others and others[0][1] == most):
        return None
    return Award(
        "most_tunnels",
        (seat,),
        plural(
            "{player} built {count} tunnel.",
            "{player} built {count} tunnels.",
            most,
            player=end.name(seat),
        ),
        text(_("Nobody else built as many.")),
    )


def _boldest_ticket(end: State, sheet: ScoreSheet, moments: Sequence[_Moment]) -> Award | None:
    """The completed ticket for which most spaces were missing at the moment it was kept.

    Tickets shown only at the reveal were kept nobody knows when, so they do not compete.
    """
    completed = {
        (row.seat, line.ticket) for row in sheet.rows for line in row.tickets if line.completed
    }
    best: tuple[tuple[int, int], int, str, int] | None = None
    board = end.full_board
    for moment in moments:
        if not isinstance(moment.event, OpeningChosen | TicketsDrawn):
            continue
        seat = moment.event.seat
        for id in moment.event.kept:
            if (seat, id) not in completed:
                continue
            missing = _missing(moment.before, seat, board.ticket[id])
            bold = (missing, board.ticket[id].points)
            if missing and (best is None or bold > best[0]):
                best = (bold, seat, id, moment.round)
    if best is None:
        return None
    (missing, points), seat, id, round = best
    return Award(
        "boldest_ticket",
        (seat,),
        plural(
            "{player} kept {ticket} for {points} with {count} space still to build,"
            " and completed it.",
            "{player} kept {ticket} for {points} with {count} spaces still to build,"
            " and completed it.",
            missing,
            player=end.name(seat),
            ticket=board.ticket_name(board.ticket[id]),
            points=plural("{count} point", "{count} points", points),
        ),
        text(
            _(
                "Counted in round {round}, when it was kept: the fewest spaces it would have "
                "taken to connect the two places."
            ),
            round=round,
        ),
    )


def _missing(state: State, seat: int, ends: Ticket) -> int:
    """The fewest free spaces that would have completed a ticket at this moment."""
    network = Network(state.board, state.hands[seat].routes)
    rest = network.completion(ends.a, ends.b, lambda route: state.free_for(seat, route.id))
    return rest[0] if rest else 0


# -- Racing ---------------------------------------------------------------------------------------


def _tracks(moments: Sequence[_Moment]) -> list[tuple[int, ...]]:
    """The score track after every event: what everybody saw, without tickets."""
    return [track_points(moment.after) for moment in moments]


def _closest_race(end: State, sheet: ScoreSheet, moments: Sequence[_Moment]) -> Award | None:
    """The two players who finished closest together after overtaking each other on the way.

    Of pairs as close, the one that overtook each other more often. Two players are always the
    closest two: they aren't told.
    """
    if len(end.players) < 3:
        return None
    tracks = _tracks(moments)
    totals = [row.total for row in sheet.rows]
    best: tuple[tuple[int, int], tuple[int, int]] | None = None
    for a, b in combinations(range(len(end.players)), 2):
        apart = abs(totals[a] - totals[b])
        times = _overtakings([track[a] - track[b] for track in tracks])
        close = (-apart, times)
        if apart <= CLOSE and times and (best is None or close > best[0]):
            best = (close, (a, b))
    if best is None:
        return None
    (apart, times), (a, b) = best
    names = {"player": end.name(a), "other": end.name(b)}
    return Award(
        "closest_race",
        (a, b),
        plural(
            "{player} and {other} finished {count} point apart.",
            "{player} and {other} finished {count} points apart.",
            -apart,
            **names,
        )
        if apart
        else text(_("{player} and {other} finished level."), **names),
        plural(
            "The closest finish of any two who overtook each other along the way, here once.",
            "The closest finish of any two who overtook each other along the way, "
            "here {count} times.",
            times,
        ),
    )


def _overtakings(leads: Sequence[int]) -> int:
    """How often the lead went from one to the other; drawing level is not yet overtaking."""
    signs = [lead > 0 for lead in leads if lead]
    return sum(now != before for before, now in pairwise(signs))


def _comeback(end: State, sheet: ScoreSheet, moments: Sequence[_Moment]) -> Award | None:
    """The largest deficit to a player that somebody then made up.

    Of several as large, the one of the player who finished higher.
    """
    rank = {row.seat: row.rank for row in sheet.rows}
    best: tuple[tuple[int, int], int, int, int] | None = None
    for moment, track in zip(moments, _tracks(moments), strict=True):
        for seat, other in ((s, o) for s in rank for o in rank if rank[s] < rank[o]):
            behind = (track[other] - track[seat], -rank[seat])
            if behind[0] >= LEAST_COMEBACK and (best is None or behind > best[0]):
                best = (behind, seat, other, moment.round)
    if best is None:
        return None
    (points, _rank), seat, other, round = best
    return Award(
        "comeback",
        (seat,),
        plural(
            "{player} was {count} point behind {other} in round {round} and still finished ahead.",
            "{player} was {count} points behind {other} in round {round} and still finished ahead.",
            points,
            player=end.name(seat),
            other=end.name(other),
            round=round,
        ),
        plural(
            "The biggest gap during the game that was made up by the end, "
            "from {count} point upwards.",
            "The biggest gap during the game that was made up by the end, "
            "from {count} points upwards.",
            LEAST_COMEBACK,
        ),
    )


# -- Second thoughts ------------------------------------------------------------------------------


def _most_undone(end: State, entries: Sequence[Entry]) -> Award | None:
    """Whose entries were undone most often, twice at least; shared by all who have as many."""
    facts = {entry.number: entry.fact for entry in entries}
    undone = [facts[entry.fact.entry] for entry in entries if isinstance(entry.fact, EntryUndone)]
    # Ending the game early is the table's entry, nobody's.
    seats_undone = [getattr(fact, "seat", None) for fact in undone]
    counts = Counter(seat for seat in seats_undone if isinstance(seat, int))
    most = max(counts.values(), default=0)
    if most < LEAST_UNDONE:
        return None
    seats = tuple(sorted(seat for seat, count in counts.items() if count == most))
    names = listed(end.name(seat) for seat in seats)
    return Award(
        "most_undone",
        seats,
        plural(
            "{player}: {count} entry undone.",
            "{player}: {count} entries undone.",
            most,
            player=names,
        )
        if len(seats) == 1
        else plural(
            "{players}: {count} entry undone each.",
            "{players}: {count} entries undone each.",
            most,
            players=names,
        ),
        plural(
            "Out of {count} entry undone in this game.",
            "Out of {count} entries undone in this game.",
            len(undone),
        ),
    )
