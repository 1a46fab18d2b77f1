"""Paper tickets on their owner's phone: correcting them, and the check at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Table
from games.rules import log, public_log
from games.rules.actions import TicketSource
from games.rules.corrections.words import naming
from games.rules.events import OpeningChosen, TicketsDrawn, TicketSettled, TicketsMended
from games.rules.paper import due
from games.rules.state import Phase, State
from games.rules.text import Text
from games.table import learning
from games.table.snapshot import Game


@dataclass(frozen=True, slots=True)
class PaperDraw:
    """Tickets that were entered together: the entry they stand for."""

    number: int
    opening: bool
    count: int


@dataclass(frozen=True, slots=True)
class Paper:
    """A seat's paper tickets. `check`: it's time to look through them; `due`: how many there must
    be; `mendable`: the reveal hasn't begun; `lost`: those that turned out to be another
    player's."""

    draws: tuple[PaperDraw, ...]
    check: bool
    held: int
    due: int
    mendable: bool
    lost: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class WrittenTicket:
    """A ticket that isn't in the list, as its owner wrote it: names, not ids."""

    ticket: str
    a: str
    b: str
    points: int
    deck: str


def missing_tickets(
    table: Table, state: State, seat: int, picked: Sequence[str] = ()
) -> dict[str, Any]:
    """The fields for paper tickets that aren't in the list; none if the list is complete.

    `written` are those among the picked ones that their owner entered, to be corrected.
    """
    board = state.seen_by(seat)
    may_learn = learning.may_learn(table, state.sheet)
    own = [new.id for new in state.hands[seat].added if new.id not in state.board.ticket]
    tickets = [board.ticket[id] for id in own if may_learn and id in picked]
    return {
        "may_learn": may_learn,
        "places": sorted((place.name for place in board.places), key=str.casefold),
        "decks": board.decks,
        "written": [
            WrittenTicket(t.id, board.place[t.a].name, board.place[t.b].name, t.points, t.deck)
            for t in tickets
        ],
    }


def paper_of(table: Table, game: Game, seat: int) -> Paper | None:
    """None if tickets are dealt, or shown only at the end."""
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
        table.reveal_step == 0,
        _lost(game, seat),
    )


def _lost(game: Game, seat: int) -> tuple[Text, ...]:
    """The log's lines about tickets that turned out to be another player's, until the right ones
    are entered."""
    state, sentences = game.state, []
    if state.phase is not Phase.REVEAL:
        return ()
    board = naming(state.full_board, (entry.fact for entry in game.entries))
    for _number, event in log.in_force(game.entries):
        if isinstance(event, TicketSettled) and seat in event.losers:
            names = [player.name for player in state.players]
            sentences.append(public_log.words(board, names, event))
        elif isinstance(event, TicketsMended) and event.seat == seat:
            sentences.clear()
    return tuple(sentences)
