"""What the latest entries completed, announced briefly: to everybody, or on one phone only."""

from dataclasses import dataclass

from games.models import Table
from games.rules.announcements import announcements, completed, just_completed
from games.rules.log import EntryCorrected, EntryUndone
from games.rules.text import Text
from games.table.snapshot import Game


@dataclass(frozen=True, slots=True)
class Announced:
    """Something completed by the player of this colour, and what it is worth."""

    color: str
    title: Text
    worth: Text


@dataclass(frozen=True, slots=True)
class News:
    """For everybody. `number` identifies a piece of news; `undone` takes back the last one."""

    number: int = 0
    announced: tuple[Announced, ...] = ()
    undone: bool = False


@dataclass(frozen=True, slots=True)
class TicketNews:
    """How many tickets a seat has just completed: for its own phone only."""

    number: int
    new: int
    done: int
    held: int


def news_of(game: Game) -> News:
    latest = game.entries[-1].fact
    undone = isinstance(latest, EntryUndone)
    new = announcements(game.before, game.state) if game.before and not undone else ()
    if not new and isinstance(latest, EntryUndone | EntryCorrected):
        return News(undone=True)
    players = game.state.players
    announced = tuple(Announced(players[a.seat].color, a.title, a.worth) for a in new)
    return News(game.number, announced) if announced else News()


def ticket_news(table: Table, game: Game, seat: int) -> TicketNews | None:
    """None if nothing was completed, or if the table plays without hints on tickets."""
    if game.before is None or not table.hints:
        return None
    new = just_completed(game.before, game.state, seat)
    if not new:
        return None
    held = len(game.state.hands[seat].tickets)
    return TicketNews(game.number, new, len(completed(game.state, seat)), held)
