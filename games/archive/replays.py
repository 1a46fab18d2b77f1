"""Finished games as films, frame by frame: those of tables, and the demo of each map.

A demo is a record with the sheet it was made with, both files of ours. It is read, never stored,
and stays the same film even if the map is corrected.
"""

from bisect import bisect_left
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import MapSheet, Origin, Seat, Table
from games.pages.cards import ticket_card
from games.rules import checks, public_log, record
from games.rules.actions import Player
from games.rules.board import Board
from games.rules.events import CardsDrawn
from games.rules.log import Entry
from games.rules.moments import moments
from games.rules.reading import load_json
from games.rules.reveal import reveal_view
from games.rules.state import Phase, State
from games.rules.text import Text, _, text
from games.rules.views import seat_view
from games.table import codes
from games.table.snapshot import Game, Written, at_entry, reload
from games.table.writing import append

DEMOS = Path(__file__).parent / "demos"
HIGHLIGHTS = 12  # moments in the short film: enough to follow, and each is read
REVEALED = 10_000  # a reveal step beyond the last: everything has been shown


@dataclass(frozen=True, slots=True)
class Film:
    """A finished game with the table and the seats it was played at."""

    table: Table
    seats: tuple[Seat, ...]
    game: Game


def film_of(table: Table) -> Film:
    """The film of a table. Raises LookupError if its game has not started."""
    now = reload(table)
    if now.game is None:
        raise LookupError("the game has not started")
    return Film(now.table, now.seats, now.game)


# -- Records --------------------------------------------------------------------------------------


@transaction.atomic
def store(*, game: record.Game, sheet: MapSheet, key: str, demo: bool = False) -> Table:
    """Store a game that was replayed on this sheet as a closed table."""
    table = _table(game, code=codes.table_code(), key=key)
    table.sheet, table.demo, table.origin = sheet, demo, Origin.IMPORTED
    table.save()
    Seat.objects.bulk_create(seats_of(table, game.started.players, "import"))
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
        reveal_step=REVEALED,
    )


def seats_of(table: Table, players: Sequence[Player], request: str) -> list[Seat]:
    """Seats for a game that was not played here; `request` begins the ids of their forms."""
    return [
        Seat(
            table=table,
            name=player.name,
            color=player.color,
            position=number + 1,
            number=number,
            request=f"{request}-{number}",
        )
        for number, player in enumerate(players)
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
    """The demo game of a map, which is in no table of the database; None if there is none."""
    if slug not in demo_slugs():
        return None
    demo = record.read(load_json((DEMOS / f"{slug}.json").read_bytes()))
    game = record.replay(demo, demo_board(slug))
    table = _table(game, code="DEMO", key="demo")
    facts = enumerate((game.started, *game.events), start=1)
    entries = tuple(Entry(number, fact) for number, fact in facts)
    written = (Written(timezone.now(), None),) * len(entries)
    seats = seats_of(table, game.started.players, "import")
    return Film(table, tuple(seats), Game.fold(game.state.sheet, entries, written))


# -- Frames ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a film: one per entry as it was logged, then one per step of the reveal.

    Turns that were filled in are no moments of their own. What was undone later is shown as it
    happened, and then its undoing. `table` is a copy for showing: a film hides no score and leads
    to no rematch.
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
    """Frame `at` of a film, counted from 1, or the nearest one there is.

    The log is folded once, which takes about 2 ms for 200 entries, so nothing is cached.
    """
    game, moments = film.game, _moments(film.game)
    entries = len(moments)
    reveal = reveal_view(game.state, REVEALED).steps if game.state.phase is Phase.OVER else 0
    last = entries + reveal
    at = max(1, min(at, last))
    shown = copy(film.table)
    shown.reveal_step = max(0, at - entries)
    shown.score_hidden = shown.lead_hidden = False
    shown.rematch = None
    then = game if at >= entries else at_entry(game, moments[at - 1])
    return Frame(shown, then, at, last, entries)


def _moments(game: Game) -> list[int]:
    """The entries that are moments of a film, by number."""
    return [
        entry.number
        for entry in game.entries
        if not isinstance(entry.fact, CardsDrawn) or entry.fact.filled < 2
    ]


def scenes(film: Film) -> list[dict[str, Any]]:
    """The frames one can jump to: every line of the log, then the reveal and the result."""
    game = film.game
    players, entries = game.state.players, len(_moments(game))
    at = {number: place for place, number in enumerate(_moments(game), start=1)}
    scenes: list[dict[str, Any]] = [
        {
            "at": at[line.number],
            "text": line.text,
            "color": "" if line.seat is None else players[line.seat].color,
            "withdrawn": line.withdrawn,
        }
        for line in public_log.lines(game.state.board, game.entries)
        if line.number in at
    ]
    if game.state.phase is Phase.OVER:
        steps = reveal_view(game.state, REVEALED).steps
        scenes.append({"at": entries, "text": text(_("The reveal")), "color": ""})
        scenes.append({"at": entries + steps, "text": text(_("The result")), "color": ""})
        del scenes[entries - 1]  # the last entry and the begin of the reveal are one moment
    return scenes


@dataclass(frozen=True, slots=True)
class Chapter:
    """A moment worth stopping at: its place in the film, and where it stands on the slider."""

    at: int
    x: float  # from 0 to 1000
    kind: str
    text: Text
    color: str
    weight: float


def chapters(film: Film) -> list[Chapter]:
    """Overtakings, tickets, bonuses, the last round, the turning point, the reveal and the result;
    of several at one place, the weightiest."""
    game = film.game
    if game.state.phase is not Phase.OVER:
        return []
    numbers = _moments(game)
    steps = reveal_view(game.state, REVEALED).steps
    entries, last = len(numbers), len(numbers) + steps
    players = game.state.players
    best: dict[int, Chapter] = {}

    def add(at: int, kind: str, title: Text, seat: int | None, weight: float) -> None:
        if at not in best or best[at].weight < weight:
            x = round(1000 * (at - 1) / max(1, last - 1), 1)
            color = "" if seat is None else players[seat].color
            best[at] = Chapter(at, x, kind, title, color, weight)

    for moment in moments(game.state.sheet, game.entries):
        number = moment.number
        at = entries + number if moment.revealed else bisect_left(numbers, number) + 1
        add(min(at, last), moment.kind.value, moment.text, moment.seat, moment.weight)
    add(entries, "reveal", text(_("The reveal")), None, 4)
    add(last, "reveal", text(_("The result")), None, 20)
    return [best[at] for at in sorted(best)]


def highlight(chapters: Sequence[Chapter]) -> list[int]:
    """The frames of a film of twenty seconds: the most important chapters, in order."""
    best = sorted(chapters, key=lambda chapter: -chapter.weight)[:HIGHLIGHTS]
    return sorted(chapter.at for chapter in best)


# -- Points of view -------------------------------------------------------------------------------

EVERYBODY = "all"


def viewers(asked: str, players: int) -> tuple[int, ...]:
    """The seats whose tickets are shown: one, all, or (for anything else) none."""
    if asked == EVERYBODY:
        return tuple(range(players))
    if asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < players:
        return (int(asked),)
    return ()


def tickets(state: State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """What these players held and knew at this frame."""
    hands = []
    for seat in seats:
        view, board = seat_view(state, seat), state.seen_by(seat)
        held = [ticket_card(board, own.id, own.standing) for own in view.tickets]
        hands.append(
            {
                "name": state.name(seat),
                "color": state.players[seat].color,
                "tickets": held,
                "offer": [ticket_card(board, id) for id in view.offer],
                "projected": view.projected_total,
            }
        )
    return hands
