"""Finished games as films: a record becomes a table, and a table is shown frame by frame."""

from pathlib import Path

from django.db import transaction

from games import codes, sheets
from games.models import MapSheet, Seat, Table
from games.rules import log, record
from games.rules.reading import load_json
from games.rules.reveal import reveal_view
from games.rules.state import Phase
from games.tables import Game, append, game_of

DEMOS = Path(__file__).parent / "demos"
SHOWN = 10_000  # a reveal step beyond the last: everything has been shown


@transaction.atomic
def import_record(*, found: record.Record, sheet: MapSheet, demo: bool = False) -> Table:
    """Store a record as a closed table. Raises Malformed or IllegalMove, and stores nothing."""
    game = record.replay(found, sheets.board_of(sheet))
    table = Table.objects.create(
        code=codes.table_code(),
        key=codes.table_key(),
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


def frames(table: Table) -> int:
    """How many moments a film of this table has: one per entry, then one per step of the reveal."""
    game = game_of(table)
    reveal = reveal_view(game.state, SHOWN).steps if game.state.phase is Phase.OVER else 0
    return len(game.entries) + reveal


def at_frame(table: Table, frame: int) -> Game:
    """The game at a moment of its film; sets how much of the reveal is shown on `table`."""
    game = game_of(table)
    table.reveal_step = max(0, frame - len(game.entries))
    if frame >= len(game.entries):
        return game
    entries = game.entries[: max(1, frame)]
    return Game(entries, log.fold(game.state.sheet, entries))
