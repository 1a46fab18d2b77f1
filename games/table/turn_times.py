"""How long players took for their turns, from the times at which they were logged.

There is no clock in the rules: the log knows when each entry was written, and that is all.
"""

from datetime import datetime, timedelta

from games.rules import log
from games.rules.events import CardsDrawn
from games.rules.state import Phase
from games.table.snapshot import Game

BREAK = timedelta(minutes=15)  # nobody thinks for so long: dinner, or the end of the evening


def quiet_since(game: Game) -> datetime:
    """When something last happened in the game: an entry, an undo or a correction."""
    return game.written[game.number - 1].at


def time_used(game: Game) -> list[timedelta]:
    """The time each seat took for the turns it logged.

    Turns that were filled in count for nobody: the time before a claim is shared out between them
    and the claim. Breaks count for nobody, either.
    """
    used = [timedelta() for _player in game.state.players]
    last, filled = game.written[0].at, 0
    for number, event, before, _after in log.replayed(game.state.sheet, game.entries):
        at = game.written[number - 1].at
        if isinstance(event, CardsDrawn) and event.filled:
            filled += 1
            continue
        took = at - last
        if before.phase is Phase.TURNS and took < BREAK * (filled + 1):
            used[before.to_move] += took / (filled + 1)
        last, filled = at, 0
    return used
