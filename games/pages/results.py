"""The reveal, step by step, and the result, with an explanation for every number."""

from collections.abc import Sequence
from typing import Any

from games.models import Table
from games.pages import cards as cards_of
from games.pages.cards import SeatCard
from games.rules import engine, log
from games.rules.awards import awards
from games.rules.events import CardsDrawn
from games.rules.reveal import BonusStep, RevealView, TicketStep
from games.rules.scoring import ScoreRow, ScoreSheet, TicketLine
from games.rules.state import State
from games.rules.stations import uses
from games.rules.text import Text, _, listed, text
from games.rules.views import ScreenView, track_points
from games.table import turn_times
from games.table.broken_records import broken_records
from games.table.snapshot import Game

MOST_GAPS = 4  # lines about what a failed ticket lacked, in a step of the reveal


def conflicts(state: State) -> list[dict[str, Any]]:
    """Paper tickets that two players entered, for the table to settle."""
    rows = []
    for id in state.conflicts() if not state.waiting_for() else ():
        seats = [(n, state.name(n)) for n, hand in enumerate(state.hands) if id in hand.tickets]
        rows.append(
            {
                "ticket": cards_of.ticket_card(state.full_board, id),
                "seats": seats,
                "names": listed(name for _seat, name in seats),
            }
        )
    return rows


def present_reveal(state: State, view: RevealView, cards: Sequence[SeatCard]) -> dict[str, Any]:
    board = state.full_board
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
        "crown": view.steps - 1,
        "current": None if view.done else _current(state, view.current, cards),
        "done": view.done,
        "crowning": view.crowning,
        "seats": list(zip(cards, shown, strict=True)),
        "pips": {card.number: lines for card, lines in zip(cards, shown, strict=True)},
        "gains": {} if view.done else _gains(view.current),
        "places": {card.number: place for place, card in _placed(cards)},
        "result": result,
        "by_seat": {row["card"].number: row for row in result["rows"]} if result else {},
    }


def _current(
    state: State, step: TicketStep | BonusStep | None, cards: Sequence[SeatCard]
) -> dict[str, Any] | None:
    """The content of the current step: a ticket with its path or gaps, or a chapter of a bonus."""
    board = state.full_board
    match step:
        case TicketStep(seat, line):
            return {
                "kind": "ticket",
                "card": cards[seat],
                "ticket": cards_of.ticket_card(board, line.ticket),
                "completed": line.completed,
                "points": line.points,
                "stops": board.stops(board.ticket[line.ticket].a, line.path or ()),
                **_first_gaps(present_gaps(state, line, cards)),
                "lent": present_stations(state, seat, line.path or ()),
            }
        case BonusStep(kind, chapter):
            return {
                "kind": "bonus",
                "bonus": kind,
                "chapter": chapter,
                "rows": [
                    {"card": cards[seat], "points": line.points, "reasons": line.reasons}
                    for seat, line in enumerate(chapter.lines)
                ],
            }
    return None


def present_gaps(state: State, line: TicketLine, cards: Sequence[SeatCard]) -> list[dict[str, Any]]:
    """What a failed ticket was missing, and who had closed it."""
    board = state.full_board
    return [
        {
            "name": board.ends_name(board.route[gap.route]),
            "length": gap.length,
            "card": None if gap.by is None else cards[gap.by],
            "parallel": gap.with_route != gap.route,
            "twin_taken": any(twin in state.owners for twin in board.parallels[gap.route]),
        }
        for gap in line.gaps
    ]


def _first_gaps(gaps: list[dict[str, Any]]) -> dict[str, Any]:
    """As many gaps as there is room for in a step, and how many `more` there are."""
    shown = MOST_GAPS if len(gaps) <= MOST_GAPS else MOST_GAPS - 1  # the last line is for the rest
    return {"gaps": gaps[:shown], "more": len(gaps[shown:])}


def present_stations(state: State, seat: int, path: Sequence[str] | None = None) -> list[Text]:
    """The route each of a seat's stations borrows. With a ticket, only those that its path
    needs."""
    board, lines = state.full_board, []
    for place, lent in uses(state, seat).items():
        name = board.place[place].name
        if lent is None:
            if path is None:
                lines.append(text(_("The station in {place} didn’t borrow a route."), place=name))
        elif path is None or lent in path:
            sentence = text(
                _("Via the station in {place}, using {owner}’s {route}"),
                place=name,
                owner=state.name(state.owners[lent]),
                route=board.ends_name(board.route[lent]),
            )
            lines.append(sentence)
    return lines


def on_the_map(view: ScreenView, reveal: RevealView, state: State) -> dict[str, list[str]]:
    """What a step of the reveal highlights on the drawing: routes, gaps, and a ticket's two places,
    unless those were only on its owner's map."""
    if reveal.sheet:  # the reveal is over: show the winner's lines
        won = [route for route, seat in view.owners.items() if seat in reveal.sheet.winners]
        return {"lit": won}
    match reveal.current:
        case TicketStep(seat, line):
            mine = [route for route, owner in view.owners.items() if owner == seat]
            ticket = state.full_board.ticket[line.ticket]
            return {
                "lit": list(line.path or mine),
                "gap": list(line.missing),
                "ends": [place for place in (ticket.a, ticket.b) if place in state.board.place],
            }
        case BonusStep(_kind, chapter):
            return {"lit": list(chapter.routes)}
    return {}


def _placed(cards: Sequence[SeatCard]) -> list[tuple[int, SeatCard]]:
    """The seats with their rank by the points shown so far; tied players share one."""
    return [
        (1 + sum((other.points or 0) > (card.points or 0) for other in cards), card)
        for card in cards
    ]


def _gains(step: TicketStep | BonusStep | None) -> dict[int, int]:
    """What the current step adds to each seat."""
    match step:
        case TicketStep(seat, line):
            return {seat: line.points}
        case BonusStep():
            return {seat: line.points for seat, line in enumerate(step.lines) if line.points}
    return {}


def present_sheet(state: State, sheet: ScoreSheet, cards: Sequence[SeatCard]) -> dict[str, Any]:
    rows = sorted(sheet.rows, key=lambda row: row.rank)
    return {
        "verdict": sheet.verdict,
        "winners": [cards[seat] for seat in sheet.winners],
        "ended_early": state.ended_early,
        "rows": [present_row(state, row, cards) for row in rows],
    }


def present_row(state: State, row: ScoreRow, cards: Sequence[SeatCard]) -> dict[str, Any]:
    board = state.full_board
    return {
        "card": cards[row.seat],
        "row": row,
        "by_length": row.by_length,
        "bonus_points": sum(line.points for line in row.bonuses),
        "stations": present_stations(state, row.seat),
        "routes": [(board.route_name(board.route[line.route]), line) for line in row.routes],
        "tickets": [
            {
                "ticket": cards_of.ticket_card(board, line.ticket),
                "line": line,
                "stops": board.stops(board.ticket[line.ticket].a, line.path or ()),
                "gaps": present_gaps(state, line, cards),
            }
            for line in row.tickets
        ],
    }


def score_history(game: Game) -> list[list[int]]:
    """The points on the track of each seat after every entry in force, for the score over time.

    Turns that were filled in are left out, as they took no time.
    """
    state = engine.start(game.state.sheet, log.started(game.entries))
    tracks = [[points] for points in track_points(state)]
    for _number, event, _before, state in log.replayed(game.state.sheet, game.entries):
        if isinstance(event, CardsDrawn) and event.filled > 1:
            continue
        for track, points in zip(tracks, track_points(state), strict=True):
            track.append(points)
    return tracks


def score_by_round(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """The score track at the start (round 0) and after every round: the shortest form of the score
    over time."""
    state = engine.start(game.state.sheet, log.started(game.entries))
    by_round = {0: track_points(state)}
    for _number, event in log.in_force(game.entries):
        state = engine.evolve(state, event)
        by_round[-(-state.turns_played // len(state.players))] = track_points(state)
    return list(by_round.items())


def thinking_times(game: Game, cards: Sequence[SeatCard]) -> list[tuple[SeatCard, int]]:
    """How many minutes each player took for the turns they logged themselves."""
    used = turn_times.time_used(game)
    return [(card, round(used[card.number].total_seconds() / 60)) for card in cards]


def present_awards(game: Game, cards: Sequence[SeatCard]) -> list[dict[str, Any]]:
    """The awards of a game: who gets each, why, and by which rule."""
    return [
        {
            "kind": award.kind,
            "name": award.name,
            "cards": [cards[seat] for seat in award.seats],
            "why": award.why,
            "how": award.how,
        }
        for award in awards(game.state.sheet, game.entries)
    ]


def honours(
    table: Table, game: Game, reveal: RevealView | None, cards: Sequence[SeatCard]
) -> dict[str, Any]:
    """Awards and broken records, shown on the screen after the winner."""
    if reveal is None or not reveal.done or reveal.crowning:
        return {"awards": [], "records": []}
    return {
        "awards": present_awards(game, cards),
        "records": present_records(table, cards),
    }


def present_records(table: Table, cards: Sequence[SeatCard]) -> list[dict[str, Any]]:
    """The records of this installation and its players that the game broke."""
    return [
        {"name": "", "cards": [cards[seat] for seat in record.seats], "why": record.why}
        for record in broken_records(table)
    ]
