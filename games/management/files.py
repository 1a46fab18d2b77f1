"""Files that commands are given: whatever is in them, people get a sentence and an exit status."""

import sys
from pathlib import Path

from django.core.management.base import OutputWrapper

from games.rules import checks
from games.rules.board import Board
from games.rules.reading import MAX_BYTES, Malformed, load_json

UNREADABLE = 2  # exit status: no file, no JSON, too large
UNSOUND = 1  # exit status: a file that can be read and is wrong


def load(path: str) -> object:
    """The JSON in a file, or on standard input for “-”. Raises Malformed with a plain sentence."""
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        reason = getattr(error, "strerror", None) or "it has no such name"
        raise Malformed("", "The file cannot be read: {reason}.", reason=reason) from None
    return load_json(raw)


def read_sheets(files: list[Path], stdout: OutputWrapper, stderr: OutputWrapper) -> list[Board]:
    """The boards in the files. Prints every problem; exits if any file is not sound."""
    boards, status = [], 0
    for path in files:
        try:
            board, problems = checks.read_and_check(load(str(path)))
        except Malformed as malformed:
            stderr.write(f"{path}: {malformed.message}")
            status = UNREADABLE
            continue
        for problem in problems:
            kind, out = ("error", stderr) if problem.error else ("warning", stdout)
            out.write(f"{path}: {kind}: {problem}")
        if board is None:
            status = max(status, UNSOUND)
        else:
            boards.append(board)
    if status:
        sys.exit(status)
    return boards
