"""The log as pages show it: every entry in words, with its author and time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.models import Seat
from games.rules import public_log
from games.rules.events import TicketsOffered
from games.rules.log import EntryCorrected
from games.rules.public_log import Line
from games.rules.state import State
from games.rules.text import Text
from games.table.snapshot import Game


@dataclass(frozen=True, slots=True)
class LogLine:
    number: int
    wire: str
    text: Text
    at: datetime
    by: str
    for_another: bool  # somebody logged it for the seat whose turn it was
    withdrawn: bool
    correctable: bool
    color: str = ""  # of the player it's about; empty for lines about the table
    entry: int = 0  # the entry it stands for: its own, or the one that it corrects
    filled: tuple[tuple[int, str, str], ...] = ()  # turns filled in: number, name, colour


CORRECTABLE = (
    "cards.drawn",
    "route.claimed",
    "tunnel.given_up",
    "station.built",
    "turn.skipped",
)
RECENT = 16  # lines shown next to the game; the whole log has its own page


def log_lines(seats: Sequence[Seat], game: Game, last: int | None = None) -> list[LogLine]:
    """The log, oldest first: all of it, or the last lines."""
    since = 0 if last is None else max(0, game.last - last)
    some = game.entries[since:]
    lines = public_log.lines_of(game.naming, game.entries, some, game.withdrawn)
    authors = {seat.pk: seat.name for seat in seats}
    shown = []
    for line in lines:
        written = game.written[line.number - 1]
        shown.append(_log_line(line, written.at, authors.get(written.by or 0, ""), game.state))
    return shown


def _log_line(line: Line, at: datetime, by: str, state: State) -> LogLine:
    whose = state.players[line.seat] if line.seat is not None else None
    for_another = bool(by and whose and by != whose.name)
    if for_another and line.wire == TicketsOffered.wire:
        by, for_another = "", False  # nobody enters what is dealt
    return LogLine(
        line.number,
        line.wire,
        line.text,
        at,
        by,
        for_another=for_another,
        withdrawn=line.withdrawn,
        correctable=not line.withdrawn and line.wire in CORRECTABLE,
        color=whose.color if whose else "",
        entry=line.corrects or line.number,
        filled=tuple(
            (number, state.players[seat].name, state.players[seat].color)
            for number, seat in (() if line.withdrawn else line.filled)
        ),
    )


def goes_on(before: Game, now: Game) -> bool:
    """Whether `now` is the same game as `before` with entries added, none of which withdraws
    one."""
    return (
        now.last >= before.last
        and now.entries[before.last - 1] is before.entries[-1]
        and now.withdrawn is before.withdrawn
        and now.state.board is before.state.board
    )


def undoing(game: Game, lines: Sequence[LogLine]) -> LogLine | None:
    """The line that an undo would withdraw.

    After an undo, or a correction of an earlier entry, that is not the latest line. A corrected
    entry is shown where its correction was written.
    """
    if game.in_force is None:
        return None
    number, event = game.in_force
    corrections = (
        entry.number
        for entry in reversed(game.entries[-RECENT:])
        if isinstance(entry.fact, EntryCorrected) and entry.fact.entry == number
    )
    stands_at = next(corrections, number)
    line = next((line for line in lines if line.number == stands_at), None)
    if line is None or stands_at == number:
        return line
    names = [player.name for player in game.state.players]
    return replace(line, text=public_log.words(game.state.board, names, event))
