"""The boards tests play on: the boxed games and Tangle, a made-up one with every bonus."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.rules.board import Board
from games.rules.checks import read_and_check

ROOT = Path(__file__).resolve().parents[2]
SHEETS = {
    "paris": ROOT / "fixtures" / "paris.json",
    "london": ROOT / "fixtures" / "london.json",
    "germany": ROOT / "fixtures" / "germany.json",
    "usa": ROOT / "fixtures" / "usa.json",
    "europe": ROOT / "fixtures" / "europe.json",
    "new-york": ROOT / "fixtures" / "new-york.json",
    "tangle": ROOT / "tests" / "maps" / "tangle.json",
}
BOXES = ("paris", "london", "germany")
BOARDS = (*BOXES, "usa", "europe", "new-york")
MAPS = tuple(SHEETS)


@cache
def _source(slug: str) -> str:
    return SHEETS[slug].read_text(encoding="utf-8")


def sheet(slug: str) -> dict[str, Any]:
    """A fresh copy of a sheet that a test may modify."""
    data = json.loads(_source(slug))
    assert isinstance(data, dict)
    return data


@cache
def board(slug: str) -> Board:
    sheet_board, problems = read_and_check(sheet(slug))
    assert sheet_board is not None, problems
    return sheet_board
