"""A result for sharing: its picture (SVG and PNG), and the link that adds it to BG Stats."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import resvg_py
from django.db.models import Max, Min
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from games.language import say
from games.maps.drawing.lettering import setting
from games.maps.drawing.marks import SIGNS
from games.maps.kept_drawings import draw
from games.models import Table
from games.pages.clock import in_words
from games.rules.scoring import ScoreRow, score
from games.rules.text import figure
from games.table.index import finished_at, spelling_key
from games.table.snapshot import Game

# -- The picture ----------------------------------------------------------------------------------

WIDTH, HEIGHT = 1200, 630  # the size that link previews show uncropped
LEFT = 48
UPRIGHT, WIDE = 740, 620  # where the map begins; the text has the rest
FONTS = Path(__file__).parent / "fonts"
FONT_FILES = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
OURS = 0x250  # our fonts have the Latin letters below this
# The same as in static/css/base/colors.css: a shared picture can't load a style sheet.
COLORS = {
    "black": ("#23272b", "#f7f1e1"),
    "blue": ("#1f6fc0", "#ffffff"),
    "brown": ("#7a4a26", "#fff6e8"),
    "gold": ("#c79a2b", "#1d1606"),
    "green": ("#2f7d36", "#ffffff"),
    "grey": ("#9aa0a3", "#15191c"),
    "orange": ("#f6952c", "#201002"),
    "pink": ("#f0a0bf", "#34091d"),
    "purple": ("#7b3fa0", "#ffffff"),
    "red": ("#c8261e", "#ffffff"),
    "white": ("#fbf8f0", "#23272b"),
    "yellow": ("#f7d038", "#231c02"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """Text with its width in our font, so that a fallback font doesn't take more."""

    text: str
    size: float
    width: float
    y: float = 0.0


def picture(*, table: Table, game: Game) -> str:
    """The result as a self-contained SVG: without style sheets, fonts or addresses."""
    state, sheet = game.state, score(game.state)
    drawing = draw(state.board, like=state.sheet)
    owner = {route: state.players[seat].color for route, seat in state.owners.items()}
    split = UPRIGHT if drawing.canvas[1] > drawing.canvas[0] else WIDE
    room = split - LEFT - 32
    verdict = verdict_lines(say(sheet.verdict), room)
    rows = sorted(sheet.rows, key=lambda row: row.rank)
    top = verdict[-1].y + 34
    step = min(84.0, (HEIGHT - 60 - top) / len(rows))
    name = state.board.names.get((get_language() or "en")[:2], state.board.name)
    title = line(name.upper(), 54, room - 270)
    when = in_words(timezone.localtime(finished_at(table)))
    filled = {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": LEFT + room,
        "room": room,
        "split": split,
        "map_width": WIDTH - split,
        "title": title,
        "sign": title.width + 48,
        "when": line(when, 28, 240),
        "verdict": verdict,
        "rows": [_rank(game, row, room, top + i * step, step) for i, row in enumerate(rows)],
        "map": drawing,
        "routes": [(route, COLORS.get(owner.get(route.id, ""))) for route in drawing.routes],
        "stations": [
            (drawing.place[place], COLORS.get(player.color, COLORS["grey"]))
            for player, hand in zip(state.players, state.hands, strict=True)
            for place in hand.stations
        ],
    }
    return render_to_string("archive/sharing/picture.svg", filled)


def _rank(game: Game, row: ScoreRow, room: float, y: float, step: float) -> dict[str, Any]:
    player = game.state.players[row.seat]
    size = min(46.0, step * 0.6)
    return {
        "rank": row.rank,
        "name": line(player.name, size, room - 260),
        "total": line(figure(row.total), size, 120),
        "colors": COLORS.get(player.color, COLORS["grey"]),
        "mark": SIGNS[player.color].mark_path if player.color in SIGNS else "",
        "y": round(y, 1),
        "height": round(step - 8, 1),
        "middle": round(y + (step - 8) / 2, 1),
        "foot": round(y + (step - 8) / 2 + size * 0.35, 1),
        "scale": round(step / 44, 3),
        "disc": round(step * 0.29, 1),
    }


def _printable(text: str) -> str:
    """The text with plain spaces, and without characters that are invisible or invalid in XML."""
    plain = (" " if letter.isspace() else letter for letter in text)
    return "".join(letter for letter in plain if letter.isprintable())


def line(text: str, size: float, room: float, y: float = 0.0) -> Line:
    text = _printable(text)
    wide = setting(text).width * size
    return Line(text, round(size, 1), round(min(wide, room), 1), y)


def verdict_lines(text: str, room: float) -> list[Line]:
    """The whole verdict, smaller if it takes more than three lines: many may share a victory."""
    lines: list[Line] = []
    for size in (38, 32, 26):
        lines = list(wrapped(text, size, room, 178))
        if len(lines) <= 3:
            break
    return lines


def wrapped(text: str, size: float, room: float, y: float) -> Iterator[Line]:
    """The text as lines of at most this width."""
    words: list[str] = []
    for word in _printable(text).split():
        if words and setting(" ".join([*words, word])).width * size > room:
            yield line(" ".join(words), size, room, y)
            words, y = [], y + size * 1.15
        words.append(word)
    yield line(" ".join(words), size, room, y)


def png(svg: str) -> bytes:
    """The picture as pixels. System fonts are used only for letters that ours lack."""
    foreign = any(ord(letter) >= OURS and letter.isalpha() for letter in svg)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            font_files=FONT_FILES,
            skip_system_fonts=not foreign,
            sans_serif_family="Barlow Condensed",
        )
    )


# -- BG Stats -------------------------------------------------------------------------------------

BG_STATS = "https://app.bgstatsapp.com/createPlay.html"


def bg_stats_link(*, table: Table, game: Game) -> str:
    """The link that adds a game to BG Stats; docs/bg-stats.md has its format."""
    data = json.dumps(_play(table, game), ensure_ascii=False, separators=(",", ":"))
    return f"{BG_STATS}?data={quote(data, safe='')}"


def _play(table: Table, game: Game) -> dict[str, Any]:
    state = game.state
    times = table.entries.aggregate(first=Min("at"), last=Max("at"))
    minutes = round((times["last"] - times["first"]).total_seconds() / 60)
    rows: Sequence[ScoreRow] = score(state).rows
    play: dict[str, Any] = {
        "sourceName": "Stationmaster",
        # Never the key itself: anyone who knows it can open the result.
        "sourcePlayId": sha256(table.key.encode()).hexdigest()[:20],
        "playDate": _utc(finished_at(table)),
        "game": {
            "name": state.board.name,
            "sourceGameId": f"stationmaster-{state.board.slug}",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": state.name(row.seat),
                "sourcePlayerId": spelling_key(state.name(row.seat)),
                "startPlayer": row.seat == 0,
                "winner": row.rank == 1,
                "score": row.total,
                "rank": row.rank,
            }
            for row in rows
        ],
    }
    if minutes > 0:
        play["durationMin"] = minutes
    return play


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
