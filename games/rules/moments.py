"""The moments worth stopping at in the log of a finished game: overtakings, completed tickets,
bonuses, the last round, and the turning point.

Tickets are named, so this is for finished games only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules import log
from games.rules.board import Board
from games.rules.events import RouteClaimed, StationBuilt
from games.rules.log import Entry
from games.rules.network import Network
from games.rules.reveal import BonusStep, TicketStep, reveal_view
from games.rules.scoring import ScoreSheet, score
from games.rules.state import State
from games.rules.text import Text, _, plural, text
from games.rules.views import track_points

SETTLING = 5  # who leads within the first fifth of the turns says nothing yet


class Kind(StrEnum):
    OVERTAKE = "overtake"
    TICKET = "ticket"
    BONUS = "bonus"
    LAST_ROUND = "last_round"
    TURNING_POINT = "turning_point"  # from here on nobody passed the winner


@dataclass(frozen=True, slots=True)
class Moment:
    """`number` is the entry, or (with `revealed`) the step of the reveal, counted from 1.

    The higher its `weight`, the more likely a short film shows it.
    """

    number: int
    kind: Kind
    seat: int | None
    text: Text
    weight: float
    revealed: bool = False


def moments(board: Board, entries: Sequence[Entry]) -> tuple[Moment, ...]:
    """Of a game that is over, in order."""
    end = log.fold(board, entries)
    sheet = score(end)
    every: list[Moment] = []
    race = _Race(end)
    completed: set[tuple[int, str]] = set()
    for number, event, before, after in log.replayed(board, entries):
        if isinstance(event, RouteClaimed | StationBuilt):
            every += _tickets(number, event.seat, after, sheet, completed)
        if isinstance(event, RouteClaimed):
            every += _bonuses(number, event.seat, before, after)
        if after.final_round and not before.final_round:
            sentence = text(_("The last round begins."))
            every.append(Moment(number, Kind.LAST_ROUND, after.final_round.fired_by, sentence, 9))
        every += race.goes_on(number, after, track_points(after))
    every += _reveal(end, sheet, race)
    return _with_turning_point(every, sheet)


class _Race:
    """Who leads as points are scored."""

    def __init__(self, end: State) -> None:
        self.leader: int | None = None
        self.turns = end.turns_played

    def goes_on(
        self, number: int, state: State, points: Sequence[int], *, revealed: bool = False
    ) -> list[Moment]:
        best = max(points)
        ahead = [seat for seat, mine in enumerate(points) if mine == best]
        if len(ahead) > 1 or ahead[0] == self.leader:
            return []
        before, self.leader = self.leader, ahead[0]
        if before is None or state.turns_played < self.turns / SETTLING:
            return []
        sentence = plural(
            "{player} takes the lead with {count} point.",
            "{player} takes the lead with {count} points.",
            best,
            player=state.name(ahead[0]),
        )
        weight = 2 + 3 * state.turns_played / max(1, self.turns) + 2 * revealed
        return [Moment(number, Kind.OVERTAKE, ahead[0], sentence, weight, revealed)]


def _tickets(
    number: int, seat: int, after: State, sheet: ScoreSheet, completed: set[tuple[int, str]]
) -> list[Moment]:
    """Tickets of this seat whose two places are joined now, by its own routes."""
    open_ones = [
        line
        for line in sheet.rows[seat].tickets
        if line.completed and (seat, line.ticket) not in completed
    ]
    if not open_ones:
        return []
    network, board, new = Network(after.board, after.hands[seat].routes), after.full_board, []
    for line in open_ones:
        ticket = board.ticket.get(line.ticket)
        if ticket is None or not network.joins(ticket.a, ticket.b):
            continue
        completed.add((seat, line.ticket))
        sentence = plural(
            "{player} completes {ticket} for {count} point.",
            "{player} completes {ticket} for {count} points.",
            line.value,
            player=after.name(seat),
            ticket=board.ticket_name(ticket),
        )
        new.append(Moment(number, Kind.TICKET, seat, sentence, 2 + line.value / 6))
    return new


def _bonuses(number: int, seat: int, before: State, after: State) -> list[Moment]:
    """What a claim put on the score track besides its own points."""
    new = []
    for i, bonus in enumerate(after.board.bonuses):
        if not bonus.counted_at_once:
            continue
        sentence = bonus.scored(before.memories[i], after.memories[i], seat)
        if sentence is not None:
            line = text("{player}: {line}", player=after.name(seat), line=sentence)
            new.append(Moment(number, Kind.BONUS, seat, line, 3))
    return new


def _reveal(end: State, sheet: ScoreSheet, race: _Race) -> list[Moment]:
    """Overtakings while tickets and bonuses are told, and the chapters of bonuses."""
    new: list[Moment] = []
    kinds: set[str] = set()
    points = list(track_points(end))
    names = {bonus.kind: bonus.name for bonus in end.board.bonuses}
    for step, shown in enumerate(reveal_view(end, 10_000).shown, start=1):
        match shown:
            case TicketStep(seat, line):
                points[seat] += line.points
            case BonusStep(kind):
                for seat, bonus in enumerate(shown.lines):
                    points[seat] += bonus.points
                if kind not in kinds:
                    kinds.add(kind)
                    sentence = text(names[kind])
                    new.append(Moment(step, Kind.BONUS, None, sentence, 1, revealed=True))
        new += race.goes_on(step, end, points, revealed=True)
    return new


def _with_turning_point(every: list[Moment], sheet: ScoreSheet) -> tuple[Moment, ...]:
    """The last overtaking, if the winner's, is where the game turned."""
    last = next((i for i in reversed(range(len(every))) if every[i].kind is Kind.OVERTAKE), None)
    if last is not None and sheet.winners == (every[last].seat,):
        sentence = text(_("Turning point: {line}"), line=every[last].text)
        every[last] = replace(every[last], kind=Kind.TURNING_POINT, text=sentence, weight=10)
    return tuple(every)
