"""A table's log in the database, read independently of the program that wrote it."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg

from games.rules import codec, engine, log
from games.rules.events import undecide
from games.rules.log import Entry, EntryUndone
from games.rules.state import State
from tests.support.boards import board
from tests.support.services.parts import App
from tests.support.services.phones import Sent, Sitting

WIRE = {"cards": "cards.drawn", "undo": "entry.undone"}


@dataclass(frozen=True)
class Row:
    number: int
    wire: str
    payload: Any
    seat: int | None  # whose phone logged it, by its place in the turn order

    @property
    def entry(self) -> Entry:
        return Entry(self.number, codec.unpack(self.wire, self.payload))


def query(app: App, question: str) -> list[tuple[Any, ...]]:
    url = app.settings.get("DATABASE_URL")
    if url:
        with psycopg.connect(url) as connection:
            return connection.execute(question).fetchall()  # type: ignore[arg-type]
    with closing(sqlite3.connect(app.data / "stationmaster.sqlite3", timeout=20)) as file:
        return file.execute(question).fetchall()


def rows(app: App, sitting: Sitting) -> list[Row]:
    entries = query(
        app,
        "SELECT e.number, e.wire, e.payload, s.number FROM games_entry e"
        " JOIN games_table t ON t.id = e.table_id LEFT JOIN games_seat s ON s.id = e.by_id"
        f" WHERE t.code = '{sitting.code}' ORDER BY e.id",
    )
    return [
        Row(number, name, json.loads(payload) if isinstance(payload, str) else payload, seat)
        for number, name, payload, seat in entries
    ]


def revision(app: App, sitting: Sitting) -> int:
    ((number,),) = query(app, f"SELECT revision FROM games_table WHERE code = '{sitting.code}'")
    return int(number)


def seats(app: App, sitting: Sitting) -> dict[str, int]:
    """Every seat's place in the turn order, by name."""
    return dict(
        query(
            app,
            "SELECT s.name, s.number FROM games_seat s JOIN games_table t ON t.id = s.table_id"
            f" WHERE t.code = '{sitting.code}'",
        )
    )


def replayed(rows: Sequence[Row], slug: str = "london") -> State:
    """Replay the log with the rules; fails at the first illegal entry."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1)), "a gap, or a wrong order"
    entries = [row.entry for row in rows]
    for row in rows:
        if isinstance(row.entry.fact, EntryUndone):
            assert log.decide_undo(entries[: row.number - 1]) == row.entry.fact
    for _number, event, before, _after in log.replayed(board(slug), entries):
        assert engine.decide(before, undecide(event)) == (event,)
    return log.fold(board(slug), entries)


def check_promises(rows: Sequence[Row], sent: Iterable[Sent]) -> int:
    """Check that every confirmed entry is there once, with its number, and no refused one."""
    logged = {row.number: row for row in rows}

    def there(one: Sent) -> bool:
        row = logged.get(one.number)
        return row is not None and (row.wire, row.seat) == (WIRE[one.what], one.seat)

    every = list(sent)
    confirmed = [one for one in every if one.status == 200]
    for one in confirmed:
        assert there(one), f"{one} was confirmed, but there is {logged.get(one.number)}"
    numbers = [one.number for one in confirmed]
    assert len(numbers) == len(set(numbers)), "one entry was confirmed to two phones"
    for one in every:
        if one.status != 200:
            assert one.status in (409, 422), one
            assert one.number in numbers or not there(one), f"{one} was refused, but it is there"
    return len(confirmed)
