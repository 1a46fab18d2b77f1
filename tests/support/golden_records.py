"""Golden records: whole games on file, and the score sheet a table would have written for them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.rules import record
from games.rules.scoring import score
from tests.support.boards import board

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
GAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def source(name: str) -> dict[str, Any]:
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def play(data: dict[str, Any]) -> record.Game:
    read = record.read(data)
    return record.replay(read, board(read.map))


def refusal(data: dict[str, Any]) -> tuple[int, str | None, str]:
    """The move that's refused (from 1), its player, and the code."""
    with pytest.raises(record.IllegalMove) as caught:
        play(data)
    return caught.value.move, caught.value.player, caught.value.violation.code


@dataclass(frozen=True)
class Line:
    """One player's part of the score sheet, worked out by hand."""

    name: str
    rank: int
    total: int
    routes: int
    by_length: dict[int, int]  # length -> points of all routes of it
    tickets: int
    each_ticket: dict[str, int]  # ticket -> its value, negative if it failed
    bonuses: dict[str, int]
    completed: int
    failed: int
    left: int  # vehicles
    passengers: dict[str, int] | None = None


def check_sheet(
    name: str, lines: list[Line], winners: list[str], *, final_round: bool = True
) -> record.Game:
    """Replay a record and compare all that `replay --json` prints, and what made each number."""
    data = source(name)
    game = play(data)
    assert record.summary(game.state) == {
        "map": data["map"],
        "finished": True,
        "final_round": final_round,
        "to_move": None,
        "players": [_printed(line) for line in lines],
        "winners": winners,
    }
    for line, row in zip(lines, score(game.state).rows, strict=True):
        assert {part.length: part.points for part in row.by_length} == line.by_length
        assert {ticket.ticket: ticket.points for ticket in row.tickets} == line.each_ticket
    return game


def _printed(line: Line) -> dict[str, Any]:
    printed: dict[str, Any] = {
        "name": line.name,
        "rank": line.rank,
        "total": line.total,
        "routes": line.routes,
        "tickets": line.tickets,
        "bonuses": line.bonuses,
        "tickets_completed": line.completed,
        "tickets_failed": line.failed,
        "vehicles_left": line.left,
    }
    if line.passengers is not None:
        printed["passengers"] = line.passengers
    return printed
