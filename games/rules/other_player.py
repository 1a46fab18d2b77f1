"""Gives a claim that was logged for the wrong player to the right one, turn order included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules import engine, missed_turns
from games.rules.actions import ClaimRoute
from games.rules.board import Board
from games.rules.events import CardsDrawn, Event, RouteClaimed, undecide
from games.rules.log import Entry, EntryCorrected, decide_correction, fold, in_force
from games.rules.state import State
from games.rules.text import _
from games.rules.turns import require_seat
from games.rules.violations import Code, RuleViolation


def decide_other_player(
    board: Board, entries: Sequence[Entry], number: int, seat: int
) -> tuple[EntryCorrected | Event, ...]:
    """Who it was logged for drew cards instead; who it belongs to claims the route.

    That is their next turn: where it was logged as a card draw, in its place, and if they have not
    moved since, now. Otherwise it is their last turn before, if that was a card draw. Raises
    RuleViolation where nothing of this fits.
    """
    claim = dict(in_force(entries)).get(number)
    state = fold(board, entries)
    require_seat(state, seat)
    if not isinstance(claim, RouteClaimed) or claim.seat == seat:
        raise RuleViolation(
            Code.ENTRY_NO_LONGER_FITS,
            _("Entry {number} isn’t a claim by another player."),
            number=number,
        )
    first = decide_correction(board, entries, number, CardsDrawn(claim.seat))
    after = [*entries, Entry(len(entries) + 1, first)]
    turn = _turn_of(entries, number, seat, state.name(seat))
    if turn is None:
        state = fold(board, after)
        return first, *missed_turns.decide(state, _for(state, claim, seat))
    state = fold(board, after, before=turn)
    (replacement,) = engine.decide(state, _for(state, claim, seat))
    return first, decide_correction(board, after, turn, replacement)


def _turn_of(entries: Sequence[Entry], number: int, seat: int, name: str) -> int | None:
    """The card draw that the claim replaces; None if it is the seat's next turn."""
    turns = [
        (entry, event) for entry, event in in_force(entries) if getattr(event, "seat", None) == seat
    ]
    later = [turn for turn in turns if turn[0] > number]
    if not later:
        return None
    for entry, event in (later[0], *reversed([turn for turn in turns if turn[0] < number])):
        if isinstance(event, CardsDrawn):
            return entry
        if entry < number:
            break
    raise RuleViolation(
        Code.ENTRY_NO_LONGER_FITS,
        _(
            "{player} drew no cards near entry {number}, so the claim doesn’t fit any of "
            "their turns."
        ),
        player=name,
        number=number,
    )


def _for(state: State, claim: RouteClaimed, seat: int) -> ClaimRoute:
    """The same claim by another seat, with what its bonuses ask of that seat answered."""
    action = undecide(claim)
    assert isinstance(action, ClaimRoute)
    route = state.board.route[claim.route]
    answers = dict(action.answers)
    for bonus, memory in zip(state.board.bonuses, state.memories, strict=True):
        if bonus.asks in claim.answers and not bonus.asks_all_alike:
            answers[bonus.asks] = bonus.suggestion(state, memory, seat, route)
    return replace(action, seat=seat, answers=answers)
