"""The reveal in steps: each ticket, each bonus, the winner, then the ranking."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.bonuses.base import BonusLine, Chapter
from games.rules.scoring import ScoreSheet, TicketLine, score, tallies_of
from games.rules.state import Phase, State
from games.rules.views import ScreenView, screen_view, track_points


@dataclass(frozen=True, slots=True)
class TicketStep:
    seat: int
    line: TicketLine


@dataclass(frozen=True, slots=True)
class BonusStep:
    """One chapter of a bonus, for all seats at once."""

    kind: str
    chapter: Chapter

    @property
    def lines(self) -> tuple[BonusLine, ...]:
        """What it adds, in seat order."""
        return self.chapter.lines


Step = TicketStep | BonusStep


@dataclass(frozen=True, slots=True)
class RevealView:
    """What everybody sees after so many steps, and nothing of what is still to come.

    `sheet` is None until everything has been shown. The last step but one shows the winner, the
    last the ranking.
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

    @property
    def crowning(self) -> bool:
        """The winner's moment."""
        return self.done and self.step < self.steps


def steps(state: State, sheet: ScoreSheet) -> tuple[Step, ...]:
    """Tickets player by player, failed ones first; then the bonuses not counted yet."""
    steps: list[Step] = []
    for row in sheet.rows:
        lines = sorted(row.tickets, key=lambda line: (line.completed, line.value))
        steps.extend(TicketStep(row.seat, line) for line in lines)
    tallies = tallies_of(state, sheet)
    for i, bonus in enumerate(state.board.bonuses):
        if not bonus.counted_at_once:
            counted = tuple(row.bonuses[i] for row in sheet.rows)
            chapters = bonus.chapters(state, state.memories[i], tallies, counted)
            steps.extend(BonusStep(bonus.kind, chapter) for chapter in chapters)
    return tuple(steps)


def reveal_view(state: State, step: int) -> RevealView:
    """What is shown after this many steps. Raises ValueError before the game is over."""
    if state.phase is not Phase.OVER:
        raise ValueError("the game is not over")
    sheet = score(state)
    every = steps(state, sheet)
    last = len(every) + 2
    step = max(0, min(step, last))
    shown = every[:step]
    totals = list(track_points(state))
    for shown_step in shown:
        match shown_step:
            case TicketStep(seat, line):
                totals[seat] += line.points
            case BonusStep():
                for seat, bonus in enumerate(shown_step.lines):
                    totals[seat] += bonus.points
    return RevealView(
        screen=screen_view(state),
        step=step,
        steps=last,
        shown=shown,
        totals=tuple(totals),
        sheet=sheet if step > len(every) else None,
    )
