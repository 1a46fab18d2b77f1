"""The reveal: ticket by ticket, bonus by bonus, then the ranking; one thing more each step."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.bonuses.base import BonusLine
from games.rules.scoring import ScoreSheet, TicketLine, score
from games.rules.state import Phase, State
from games.rules.views import ScreenView, screen_view, track_points


@dataclass(frozen=True, slots=True)
class TicketStep:
    seat: int
    line: TicketLine


@dataclass(frozen=True, slots=True)
class BonusStep:
    """One bonus for all seats at once, in seat order."""

    kind: str
    lines: tuple[BonusLine, ...]


Step = TicketStep | BonusStep


@dataclass(frozen=True, slots=True)
class RevealView:
    """What everybody sees after so many steps; nothing of what is still to come.

    `sheet` is None until everything is shown.
    """

    screen: ScreenView
    step: int
    steps: int
    shown: tuple[Step, ...]
    totals: tuple[int, ...]
    sheet: ScoreSheet | None

    @property
    def current(self) -> Step | None:
        return self.shown[-1] if self.shown else None

    @property
    def done(self) -> bool:
        return self.sheet is not None


def steps(state: State, sheet: ScoreSheet) -> tuple[Step, ...]:
    """Tickets player by player, failed ones first; then the bonuses not counted yet."""
    found: list[Step] = []
    for row in sheet.rows:
        lines = sorted(row.tickets, key=lambda line: (line.completed, line.value))
        found.extend(TicketStep(row.seat, line) for line in lines)
    for i, bonus in enumerate(state.board.bonuses):
        if not bonus.counted_at_once:
            found.append(BonusStep(bonus.kind, tuple(row.bonuses[i] for row in sheet.rows)))
    return tuple(found)


def reveal_view(state: State, step: int) -> RevealView:
    """Raises ValueError before the game is over. The step after the last shows the ranking."""
    if state.phase is not Phase.OVER:
        raise ValueError("the game is not over")
    sheet = score(state)
    every = steps(state, sheet)
    step = max(0, min(step, len(every) + 1))
    shown = every[:step]
    totals = list(track_points(state))
    for found in shown:
        match found:
            case TicketStep(seat, line):
                totals[seat] += line.points
            case BonusStep(_kind, lines):
                for seat, bonus in enumerate(lines):
                    totals[seat] += bonus.points
    return RevealView(
        screen=screen_view(state),
        step=step,
        steps=len(every) + 1,
        shown=shown,
        totals=tuple(totals),
        sheet=sheet if step > len(every) else None,
    )
