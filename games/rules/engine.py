"""The rules of play in two steps: `decide` refuses or says what happens, `evolve` applies it.

The engine never asks which map it is on: numbers come from the board, bonuses from their modules.
"""

from __future__ import annotations

from games.rules import paper
from games.rules.actions import (
    Action,
    AgreeOnTickets,
    AskForTickets,
    BuildStation,
    CheckPaper,
    ChooseOpening,
    ClaimRoute,
    CompareSheet,
    CorrectRoute,
    CorrectSheet,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    GiveUpTunnel,
    MendTickets,
    RevealTickets,
    SettleTicket,
    SkipTurn,
    StartGame,
    TicketSource,
)
from games.rules.board import Board
from games.rules.claims import claim_refusal, decide_claim, decide_give_up
from games.rules.corrections import deciding, routes
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    RouteCorrected,
    SheetCompared,
    TurnSkipped,
)
from games.rules.evolve import evolve, evolve_all
from games.rules.sheet_facts import SheetFact
from games.rules.start import start, start_problem
from games.rules.state import State
from games.rules.stations import decide_station
from games.rules.ticket_moves import (
    decide_ask,
    decide_count,
    decide_draw,
    decide_opening,
    decide_reveal,
    decide_settle,
)
from games.rules.turns import require_game_on, require_seat, require_turn
from games.rules.violations import Code, RuleViolation

__all__ = [
    "begin",
    "claim_refusal",
    "decide",
    "evolve",
    "evolve_all",
    "start",
    "start_problem",
]


def begin(board: Board, action: StartGame) -> tuple[GameStarted, tuple[Event, ...]]:
    """Open a game: the start, and the opening offers where there is nothing to announce.

    Raises RuleViolation (malformed) if the table cannot start like this.
    """
    problem = start_problem(board, action)
    if problem:
        where, why = problem
        raise RuleViolation(Code.MALFORMED, "{where}: {why}", where=where, why=why)
    started = GameStarted(
        board.slug,
        action.players,
        action.final_round_at,
        action.tickets,
        action.decks,
        action.setup,
        action.paper_check,
        action.variant,
    )
    state = start(board, started)
    mix = state.board.fixed_mix(state.board.opening)
    offers: list[Event] = []
    if action.tickets is TicketSource.DEALT and mix is not None:
        for seat in state.waiting_for():
            offered = decide(state, AskForTickets(seat, mix))
            offers.extend(offered)
            state = evolve_all(state, offered)
    return started, tuple(offers)


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What happens if this is done now. Raises RuleViolation, and then nothing has happened."""
    match action:
        case EndGame():
            require_game_on(state)
            return (GameEndedEarly(),)
        case SettleTicket(ticket, seat):
            return decide_settle(state, ticket, seat)
        case CorrectRoute():
            return (routes.decide(state, action),)
        case CorrectSheet(fact):
            return (deciding.decide(state, fact),)
        case CompareSheet():
            return (_compared(state, action),)
    require_seat(state, action.seat)
    match action:
        case AskForTickets():
            return decide_ask(state, action)
        case ChooseOpening():
            return decide_opening(state, action)
        case RevealTickets():
            return decide_reveal(state, action)
        case CheckPaper():
            return (paper.decide_check(state, action),)
        case AgreeOnTickets():
            return (paper.decide_agree(state, action),)
        case MendTickets():
            return (paper.decide_mend(state, action),)
    require_turn(state, action)
    match action:
        case DrawCards(seat, filled):
            return (CardsDrawn(seat, filled),)
        case SkipTurn(seat):
            return (TurnSkipped(seat),)
        case ClaimRoute():
            return decide_claim(state, action)
        case GiveUpTunnel():
            return decide_give_up(state, action)
        case BuildStation():
            return decide_station(state, action)
        case DrawTickets():
            return decide_draw(state, action)
        case CountTickets():
            return decide_count(state, action)


def _compared(state: State, action: CompareSheet) -> SheetCompared:
    """Each fact is decided on the board as those before it have left it."""
    facts: list[SheetFact | RouteCorrected] = []
    for item in action.facts:
        if isinstance(item, CorrectRoute):
            fact: SheetFact | RouteCorrected = routes.decide(state, item)
        else:
            fact = deciding.decide(state, item)
        facts.append(fact)
        state = evolve(state, fact)
    return SheetCompared(tuple(facts), action.version)
