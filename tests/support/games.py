"""The committed game of a table."""

from games.models import Table
from games.table.snapshot import Game, reload


def game_of(table: Table) -> Game:
    """Raises LookupError at a table that has not started."""
    return reload(table).started_game
