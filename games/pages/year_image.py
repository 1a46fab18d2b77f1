"""A year in review as one picture, of a player or of the house."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string

from games.pages.minimap import minimap, rails
from games.pages.share_image import HEIGHT, LEFT, WIDTH, line
from games.rules.board import Board

FIGURES = 4  # in a row
GAP = 16  # between them
FACTS, ROW = 378, 108  # where the facts begin, two in a row, and the distance between rows
BARS, FOOT = 400, 552  # the top of the tallest bar, and the baseline


def picture(
    *,
    title: str,
    year: int,
    figures: Sequence[tuple[str, str]],
    facts: Sequence[tuple[str, str]],
    months: Sequence[tuple[str, int]],
    board: Board | None = None,
) -> str:
    """Four figures with what they count, four facts with their names, twelve bars, and behind them
    the lines of a board."""
    room = WIDTH - 2 * LEFT
    step = (room + GAP) / FIGURES
    shown = line(title, 60, room - 240)
    return render_to_string(
        "archive/sharing/year.svg",
        {
            "width": WIDTH,
            "height": HEIGHT,
            "left": LEFT,
            "right": WIDTH - LEFT,
            "title": shown,
            "year": year,
            "figures": [
                {
                    "x": round(LEFT + i * step, 1),
                    "width": round(step - GAP, 1),
                    "value": line(value, 76, step - 60),
                    "label": line(label, 27, step - 60),
                }
                for i, (value, label) in enumerate(figures[:FIGURES])
            ],
            "facts": [
                {
                    "x": round(LEFT + i % 2 * step, 1),
                    "label": line(label, 25, step - 24, FACTS + i // 2 * ROW),
                    "value": line(value, 42, step - 24, FACTS + i // 2 * ROW + 46),
                }
                for i, (label, value) in enumerate(facts[:FIGURES])
            ],
            "bars": _bars(months, LEFT + 2 * step, room - 2 * step),
            "lines": {"box": minimap(board).view_box, "path": rails(board)} if board else None,
        },
    )


def _bars(months: Sequence[tuple[str, int]], left: float, room: float) -> list[dict[str, Any]]:
    most = max([count for _name, count in months] + [1])
    step = room / len(months)
    bars = []
    for i, (name, count) in enumerate(months):
        height = (FOOT - BARS) * count / most
        bars.append(
            {
                "x": round(left + i * step + 4, 1),
                "width": round(step - 8, 1),
                "y": round(FOOT - height, 1),
                "height": round(height, 1),
                "middle": round(left + (i + 0.5) * step, 1),
                "count": count,
                "name": name,
                "above": round(FOOT - height - 8, 1),
            }
        )
    return bars
