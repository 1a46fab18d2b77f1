"""Finished games as films, shown frame by frame: those of tables, and the demo of each map.

A demo is a record and the sheet it was made with, both files of ours: it is read, not stored, and
stays the same film whatever becomes of the map.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import MapSheet, Seat, Table
from games.pages.cards import ticket_card
from games.rules import checks, public_log, record
from games.rules.board import Board
from games.rules.log import Entry
from games.rules.reading import load_json
from games.rules.reveal import reveal_view
from games.rules.state import Phase, State
from games.rules.text import _, text
from games.rules.views import seat_view
from games.table import codes
from games.table.snapshot import Game, Written, at_entry, fresh, load_table
from games.table.writing import append

DEMOS = Path(__file__).parent / "demos"
SHOWN = 10_000  # a reveal step beyond the last: everything has been shown


@dataclass(frozen=True, slots=True)
class Film:
    """A finished game with the table and the seats it was played at."""

    table: Table
    seats: tuple[Seat, ...]
    game: Game


def film_of(table: Table) -> Film:
    """The film of a table. Raises LookupError if its game has not started."""
    now = load_table(fresh(table))
    if now.game is None:
        raise LookupError("the game has not started")
    return Film(now.table, now.seats, now.game)


# -- Records --------------------------------------------------------------------------------------


@transaction.atomic
def store(*, game: record.Game, sheet: MapSheet, key: str, demo: bool = False) -> Table:
    """Store a game that was replayed on this sheet as a closed table."""
    table = _table(game, code=codes.table_code(), key=key)
    table.sheet, table.demo = sheet, demo
    table.save()
    Seat.objects.bulk_create(_seats(game, table))
    append(table=table, facts=(game.started, *game.events), after=0)
    return table


def _table(game: record.Game, *, code: str, key: str) -> Table:
    return Table(
        code=code,
        key=key,
        stage=Table.Stage.CLOSED,
        screen_digest="",
        final_round_at=game.started.final_round_at,
        tickets=Table.Tickets.PAPER,
        reveal_step=SHOWN,
    )


def _seats(game: record.Game, table: Table) -> list[Seat]:
    return [
        Seat(
            table=table,
            name=player.name,
            color=player.color,
            position=number + 1,
            number=number,
            request=f"import-{number}",
        )
        for number, player in enumerate(game.started.players)
    ]


# -- Demos ----------------------------------------------------------------------------------------


def demo_slugs() -> frozenset[str]:
    """The maps that have a demo game."""
    return frozenset(path.stem for path in DEMOS.glob("*.json"))


def demo_board(slug: str) -> Board:
    """The board a demo was made with."""
    raw = (DEMOS / "sheets" / f"{slug}.json").read_bytes()
    board, problems = checks.read_and_check(load_json(raw))
    assert board is not None, problems
    return board


@cache
def demo_of(slug: str) -> Film | None:
    """The demo game of a map, which is no row anywhere; None if there is none."""
    if slug not in demo_slugs():
        return None
    found = record.read(load_json((DEMOS / f"{slug}.json").read_bytes()))
    game = record.replay(found, demo_board(slug))
    table = _table(game, code="DEMO", key="demo")
    facts = enumerate((game.started, *game.events), start=1)
    entries = tuple(Entry(number, fact) for number, fact in facts)
    written = (Written(timezone.now(), None),) * len(entries)
    return Film(table, tuple(_seats(game, table)), Game.fold(game.state.sheet, entries, written))


# -- Frames ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a film: one per entry as it was logged, then one per step of the reveal.

    What was undone later is shown as it happened, and then its undoing. `table` is a copy for
    showing: a film hides no score and leads to no rematch.
    """

    table: Table
    game: Game
    at: int
    last: int
    entries: int

    @property
    def state(self) -> State:
        return self.game.state


def frame(film: Film, at: int) -> Frame:
    """The moment `at` of the film of a finished game, counted from 1; the nearest one there is.

    The log is folded once, which takes about 2 ms for 200 entries: nothing to remember here.
    """
    game = film.game
    entries = len(game.entries)
    reveal = reveal_view(game.state, SHOWN).steps if game.state.phase is Phase.OVER else 0
    last = entries + reveal
    at = max(1, min(at, last))
    shown = copy(film.table)
    shown.reveal_step = max(0, at - entries)
    shown.score_hidden = False
    shown.rematch = None
    return Frame(shown, game if at >= entries else at_entry(game, at), at, last, entries)


def scenes(film: Film) -> list[dict[str, Any]]:
    """Where one can jump to: every line of the log, then the reveal and the result."""
    game = film.game
    players = game.state.players
    found: list[dict[str, Any]] = [
        {
            "at": line.number,
            "text": line.text,
            "color": "" if line.seat is None else players[line.seat].color,
            "withdrawn": line.withdrawn,
        }
        for line in public_log.lines(game.state.board, game.entries)
    ]
    if game.state.phase is Phase.OVER:
        entries = len(game.entries)
        steps = reveal_view(game.state, SHOWN).steps
        found.append({"at": entries, "text": text(_("The reveal")), "color": ""})
        found.append({"at": entries + steps, "text": text(_("The result")), "color": ""})
        del found[entries - 1]  # the last entry and the begin of the reveal are one moment
    return found


# -- Points of view -------------------------------------------------------------------------------

EVERYBODY = "all"


def viewers(asked: str, players: int) -> tuple[int, ...]:
    """The seats whose tickets are shown: one, everybody's, or (for anything else) nobody's."""
    if asked == EVERYBODY:
        return tuple(range(players))
    if asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < players:
        return (int(asked),)
    return ()


def tickets(state: State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """What these players held and knew at this moment."""
    board = state.board
    found = []
    for seat in seats:
        view = seat_view(state, seat)
        held = [ticket_card(board, own.id, own.standing) for own in view.tickets]
        found.append(
            {
                "name": state.name(seat),
                "color": state.players[seat].color,
                "tickets": held,
                "offer": [ticket_card(board, id) for id in view.offer],
                "projected": view.projected_total,
            }
        )
    return found
