"""Paper tickets on their owner's phone: what can be put right, and what is checked at the end."""

from dataclasses import dataclass

from games.models import Table
from games.rules import log, public_log
from games.rules.actions import TicketSource
from games.rules.events import OpeningChosen, TicketsDrawn, TicketSettled, TicketsMended
from games.rules.paper import due
from games.rules.state import Phase
from games.rules.text import Text
from games.table.snapshot import Game


@dataclass(frozen=True, slots=True)
class PaperDraw:
    """Tickets that were entered together: the entry they stand for."""

    number: int
    opening: bool
    count: int


@dataclass(frozen=True, slots=True)
class Paper:
    """A seat's paper tickets. `check`: they are to be looked through now; `due`: how many there
    must be; `mendable`: the reveal has not begun; `lost`: which ones turned out to be another's."""

    draws: tuple[PaperDraw, ...]
    check: bool
    held: int
    due: int
    mendable: bool
    lost: tuple[Text, ...]


def paper_of(table: Table, game: Game, seat: int) -> Paper | None:
    """None where tickets are dealt, or shown at the end only."""
    state = game.state
    if state.source is not TicketSource.PAPER or state.players[seat].at_reveal:
        return None
    draws = [
        PaperDraw(number, isinstance(event, OpeningChosen), len(event.kept))
        for number, event in log.in_force(game.entries)
        if isinstance(event, OpeningChosen | TicketsDrawn) and event.seat == seat
    ]
    hand = state.hands[seat]
    return Paper(
        tuple(draws),
        state.phase is Phase.REVEAL and seat in state.waiting_for(),
        len(hand.tickets),
        due(hand),
        state.phase is not Phase.OPENING and table.reveal_step == 0,
        _lost(game, seat),
    )


def _lost(game: Game, seat: int) -> tuple[Text, ...]:
    """What the log says of tickets that are another's, until the real ones are entered."""
    state, sentences = game.state, []
    if state.phase is not Phase.REVEAL:
        return ()
    for _number, event in log.in_force(game.entries):
        if isinstance(event, TicketSettled) and seat in event.losers:
            names = [player.name for player in state.players]
            sentences.append(public_log.words(state.full_board, names, event))
        elif isinstance(event, TicketsMended) and event.seat == seat:
            sentences.clear()
    return tuple(sentences)
