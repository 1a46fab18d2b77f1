"""The reveal and the result for templates: step by step, then every number with what made it."""

from collections.abc import Sequence
from typing import Any

from games.pages import cards as cards_of
from games.pages.cards import SeatCard
from games.rules import engine, log
from games.rules.awards import awards
from games.rules.reveal import BonusStep, RevealView, TicketStep
from games.rules.scoring import ScoreRow, ScoreSheet
from games.rules.state import State
from games.rules.views import track_points
from games.table.snapshot import Game


def conflicts(state: State) -> list[dict[str, Any]]:
    """Paper tickets two players say they hold: shown now, for the table to settle."""
    return [
        {
            "ticket": cards_of.ticket_card(state.board, id),
            "seats": [
                (seat, state.name(seat))
                for seat, hand in enumerate(state.hands)
                if id in hand.tickets
            ],
        }
        for id in (state.conflicts() if not state.waiting_for() else ())
    ]


def present_reveal(state: State, view: RevealView, cards: Sequence[SeatCard]) -> dict[str, Any]:
    board = state.board
    current: dict[str, Any] | None = None
    match view.current:
        case TicketStep(seat, line):
            current = {
                "kind": "ticket",
                "card": cards[seat],
                "ticket": cards_of.ticket_card(board, line.ticket),
                "completed": line.completed,
                "points": line.points,
                "stops": board.stops(board.ticket[line.ticket].a, line.path or ()),
            }
        case BonusStep(kind, lines):
            current = {
                "kind": "bonus",
                "bonus": kind,
                "rows": [
                    {"card": cards[seat], "points": line.points, "reasons": line.reasons}
                    for seat, line in enumerate(lines)
                ],
            }
    shown: list[list[dict[str, Any]]] = [[] for _card in cards]
    for step in view.shown:
        if isinstance(step, TicketStep):
            shown[step.seat].append(
                {
                    "ticket": cards_of.ticket_card(board, step.line.ticket),
                    "completed": step.line.completed,
                    "points": step.line.points,
                }
            )
    result = present_sheet(state, view.sheet, cards) if view.sheet else None
    return {
        "step": view.step,
        "steps": view.steps,
        "next": view.step + 1,
        "back": max(0, view.step - 1),
        "current": current if not view.done else None,
        "done": view.done,
        "seats": list(zip(cards, shown, strict=True)),
        "pips": {card.number: lines for card, lines in zip(cards, shown, strict=True)},
        "gains": _gains(view.current),
        "result": result,
        "by_seat": {row["card"].number: row for row in result["rows"]} if result else {},
    }


def _gains(step: TicketStep | BonusStep | None) -> dict[int, int]:
    """What the current step adds to each seat."""
    match step:
        case TicketStep(seat, line):
            return {seat: line.points}
        case BonusStep(_kind, lines):
            return {seat: line.points for seat, line in enumerate(lines) if line.points}
    return {}


def present_sheet(state: State, sheet: ScoreSheet, cards: Sequence[SeatCard]) -> dict[str, Any]:
    rows = sorted(sheet.rows, key=lambda row: row.rank)
    return {
        "verdict": sheet.verdict,
        "winners": [state.name(seat) for seat in sheet.winners],
        "ended_early": state.ended_early,
        "rows": [present_row(state, row, cards[row.seat]) for row in rows],
    }


def present_row(state: State, row: ScoreRow, card: SeatCard) -> dict[str, Any]:
    board = state.board
    return {
        "card": card,
        "row": row,
        "by_length": row.by_length,
        "bonus_points": sum(line.points for line in row.bonuses),
        "routes": [(board.route_name(board.route[line.route]), line) for line in row.routes],
        "tickets": [
            {
                "ticket": cards_of.ticket_card(board, line.ticket),
                "line": line,
                "stops": board.stops(board.ticket[line.ticket].a, line.path or ()),
                "missing": [board.route_name(board.route[id]) for id in line.missing],
            }
            for line in row.tickets
        ],
    }


def score_history(game: Game) -> list[list[int]]:
    """Per seat, the score track after every entry in force: for the drawing of score over time."""
    state = engine.start(game.state.sheet, log.started(game.entries))
    found = [[points] for points in track_points(state)]
    for _number, _event, _before, state in log.replayed(game.state.sheet, game.entries):
        for track, points in zip(found, track_points(state), strict=True):
            track.append(points)
    return found


def score_by_round(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """The score track at the start (round 0) and after every round: as short as it can be told."""
    state = engine.start(game.state.sheet, log.started(game.entries))
    found = {0: track_points(state)}
    for _number, event in log.in_force(game.entries):
        state = engine.evolve(state, event)
        found[-(-state.turns_played // len(state.players))] = track_points(state)
    return list(found.items())


def present_awards(game: Game, cards: Sequence[SeatCard]) -> list[dict[str, Any]]:
    """What the log gives away, each with who gets it, why, and by which rule."""
    return [
        {
            "kind": award.kind,
            "cards": [cards[seat] for seat in award.seats],
            "why": award.why,
            "how": award.how,
        }
        for award in awards(game.state.sheet, game.entries)
    ]
