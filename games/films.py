"""Finished games as films: a record becomes a table, and a table is shown frame by frame."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from games import codes, sheets
from games.cards import ticket_card
from games.models import MapSheet, Seat, Table
from games.rules import chronicle, record
from games.rules.reading import load_json
from games.rules.reveal import reveal_view
from games.rules.state import Phase, State
from games.rules.views import seat_view
from games.rules.words import _, text
from games.tables import Game, append, game_of, until

DEMOS = Path(__file__).parent / "demos"
SHOWN = 10_000  # a reveal step beyond the last: everything has been shown


def import_record(*, found: record.Record, sheet: MapSheet, demo: bool = False) -> Table:
    """Store a record as a closed table. Raises Malformed or IllegalMove, and stores nothing."""
    game = record.replay(found, sheets.board_of(sheet))
    return store(game=game, sheet=sheet, key=codes.table_key(), demo=demo)


@transaction.atomic
def store(*, game: record.Game, sheet: MapSheet, key: str, demo: bool = False) -> Table:
    """Store a game that was replayed on this sheet as a closed table."""
    table = Table.objects.create(
        code=codes.table_code(),
        key=key,
        sheet=sheet,
        stage=Table.Stage.CLOSED,
        screen_digest="",
        final_round_at=game.started.final_round_at,
        tickets=Table.Tickets.PAPER,
        reveal_step=SHOWN,
        demo=demo,
    )
    Seat.objects.bulk_create(
        Seat(
            table=table,
            name=player.name,
            color=player.color,
            position=number + 1,
            number=number,
            request=f"import-{number}",
        )
        for number, player in enumerate(game.started.players)
    )
    append(table=table, facts=(game.started, *game.events), after=0)
    return table


def demo_of(slug: str) -> Table | None:
    """The demo game of a map, imported when somebody first asks for it; None if there is none."""
    path = DEMOS / f"{slug}.json"
    sheet = next((row for row in sheets.published() if row.slug == slug), None)
    if sheet is None or path not in DEMOS.glob("*.json"):
        return None
    known = Table.objects.filter(demo=True, sheet=sheet).first()
    if known is not None:
        return known
    return import_record(found=record.read(load_json(path.read_bytes())), sheet=sheet, demo=True)


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


def frame(table: Table, at: int) -> Frame:
    """The moment `at` of the film of a finished game, counted from 1; the nearest one there is.

    The log is folded once, which takes about 2 ms for 200 entries: nothing to remember here.
    """
    game = game_of(table)
    entries = len(game.entries)
    reveal = reveal_view(game.state, SHOWN).steps if game.state.phase is Phase.OVER else 0
    last = entries + reveal
    at = max(1, min(at, last))
    shown = copy(table)
    shown.reveal_step = max(0, at - entries)
    shown.score_hidden = False
    shown.rematch = None
    return Frame(shown, game if at >= entries else until(game, at), at, last, entries)


def scenes(table: Table) -> list[dict[str, Any]]:
    """Where one can jump to: every line of the log, then the reveal and the result."""
    game = game_of(table)
    players = game.state.players
    found: list[dict[str, Any]] = [
        {
            "at": line.number,
            "text": line.text,
            "color": "" if line.seat is None else players[line.seat].color,
            "withdrawn": line.withdrawn,
        }
        for line in chronicle.lines(game.state.board, game.entries)
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
