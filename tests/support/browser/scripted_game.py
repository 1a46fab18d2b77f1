"""A whole game of five players in Germany as a script: what people do at the table, turn by turn.

Bots play it by the rules. As cards aren't tracked, the claims are legal at any table with these
seats, whatever tickets and passengers are dealt.
"""

import random
from dataclasses import dataclass

from games.rules import engine
from games.rules.actions import (
    AskForTickets,
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    Player,
    StartGame,
    TicketSource,
)
from games.rules.bonuses import drawn_setup
from games.rules.state import Phase
from games.upkeep.bots import Bots
from tests.support.boards import board

SEED = 334  # 65 claims, 10 ticket draws, 90 card draws


@dataclass(frozen=True)
class Claim:
    seat: int
    route: str


@dataclass(frozen=True)
class Tickets:
    """Drawn in this mix of the decks; `kept` of them are kept."""

    seat: int
    mix: tuple[int, ...]
    kept: int


@dataclass(frozen=True)
class Cards:
    seat: int


Turn = Claim | Tickets | Cards


@dataclass(frozen=True)
class Script:
    opening: tuple[Tickets, ...]
    turns: tuple[Turn, ...]

    def count(self, kind: type[Turn]) -> int:
        return sum(isinstance(turn, kind) for turn in self.turns)


def germany(names: list[str], seed: int = SEED) -> Script:
    played, luck = board("germany"), random.Random(seed)
    dealt = [played.deck_tickets[deck.id] for deck in played.decks]
    start = StartGame(
        players=tuple(map(Player, names, played.player_colors)),
        final_round_at=played.edition_for("en").at,
        tickets=TicketSource.DEALT,
        decks=tuple(tuple(luck.sample(deck, len(deck))) for deck in dealt),
        setup=drawn_setup(played, luck.shuffle),
    )
    started, offers = engine.begin(played, start)
    state = engine.evolve_all(engine.start(played, started), offers)
    bots, opening, turns = Bots(luck), [], []
    mixes: dict[int, tuple[int, ...]] = {}
    while state.phase in (Phase.OPENING, Phase.TURNS):
        match action := bots.next(state):
            case AskForTickets(seat, mix):
                mixes[seat] = tuple(mix.values())
            case ChooseOpening(seat, kept):
                opening.append(Tickets(seat, mixes[seat], len(kept)))
            case DrawTickets(seat, kept):
                turns.append(Tickets(seat, mixes[seat], len(kept)))
            case ClaimRoute(seat, route):
                turns.append(Claim(seat, route))
            case DrawCards(seat):
                turns.append(Cards(seat))
            case _:
                raise AssertionError(f"nothing for a script: {action}")
        state = engine.evolve_all(state, engine.decide(state, action))
    return Script(tuple(opening), tuple(turns))
