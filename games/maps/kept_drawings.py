"""Drawings of boards for pages. What takes seconds to find, the layout, is kept in the data folder.

A file is called after everything its layout is made of: the plan of the board, the plan it was laid
out like, and the code that lays out. So none is ever out of date, and all of them may be deleted at
any time.
"""

import json
import os
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

from django.conf import settings

from games.maps import drawing
from games.maps.drawing import Drawing
from games.maps.drawing.draw import drawn
from games.maps.drawing.layout import Layout, Model, from_json, lay_out, to_json
from games.maps.drawing.plan import Plan, plan
from games.maps.lru import Memory
from games.rules.board import Board

MOST = 200  # files, of about ten kilobytes; the ones used longest ago go first
_memory: Memory[tuple[Plan, Plan | None], Drawing] = Memory(32)
_one_at_a_time = Lock()  # after a correction, all phones of a table ask for the same drawing


def draw(board: Board, like: Board | None = None) -> Drawing:
    """The drawing of a board. One that was corrected is drawn like the sheet it comes from: what
    was not corrected stays where it was."""
    wanted = plan(board)
    model = None if like is None or like is board or not like.routes else plan(like)
    key = wanted, None if model == wanted else model
    drawing = _memory.get(key)
    if drawing is None:
        with _one_at_a_time:
            drawing = _memory.get(key) or drawn(wanted, _layout(*key))
            _memory.put(key, drawing)
    return drawing


def _layout(wanted: Plan, model: Plan | None = None) -> Layout:
    path = _path(wanted, model)
    layout = _from_file(path, wanted)
    if layout is None:
        layout = lay_out(wanted, Model(model, _layout(model)) if model else None)
        with suppress(OSError):  # a full disk: it is laid out again after the next start
            _write(path, layout)
    return layout


def _from_file(path: Path, wanted: Plan) -> Layout | None:
    try:
        layout = from_json(path.read_text(encoding="utf-8"), wanted)
    except (OSError, ValueError):  # there is none, or nobody can read it
        return None
    with suppress(OSError):
        os.utime(path)
    return layout


def _path(wanted: Plan, model: Plan | None) -> Path:
    made_of = f"{_code()} {json.dumps([_bare(wanted), model and _bare(model)])}".encode()
    return settings.DRAWINGS_DIR / f"{sha256(made_of).hexdigest()}.json"


def _bare(board: Plan) -> Plan:
    """Without what moves nothing: what a map is called and how it is painted."""
    return board._replace(slug="", name="", theme="", vehicle="")


@cache
def _code() -> str:
    """What the code that draws looks like."""
    files = sorted(Path(drawing.__file__).parent.glob("*.py"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _write(path: Path, layout: Layout) -> None:
    """All of it or nothing: other processes may be reading."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(to_json(layout))
    Path(name).replace(path)
    files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)
    for old in files[:-MOST]:
        old.unlink(missing_ok=True)
