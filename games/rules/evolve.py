"""The next state after an event. It trusts events, as `decide` has refused all others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules import paper, tickets
from games.rules.corrections import adopting, applying, routes
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    OpeningChosen,
    PaperChecked,
    RouteClaimed,
    RouteCorrected,
    SheetCompared,
    StationBuilt,
    TicketsAgreed,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsMended,
    TicketsOffered,
    TicketsRevealed,
    TunnelGivenUp,
    TurnSkipped,
)
from games.rules.start import after_opening
from games.rules.state import FinalRound, Hand, Phase, State


def evolve(state: State, event: Event) -> State:
    match event:
        case CardsDrawn() | TurnSkipped() | TunnelGivenUp():
            return _end_turn(state)
        case RouteClaimed():
            return _end_turn(_claimed(state, event))
        case StationBuilt(seat, place):
            hand = state.hands[seat]
            hand = replace(hand, stations=(*hand.stations, place))
            return _end_turn(_with_hand(state, seat, hand))
        case TicketsOffered(seat, _mix, offered):
            state = tickets.after_offer(state, event)
            return _with_hand(state, seat, replace(state.hands[seat], offer=offered))
        case OpeningChosen(seat, kept, returned, shuffle, added):
            draw = state.board.opening
            hand = replace(
                state.hands[seat],
                tickets=kept,
                offer=(),
                chosen=True,
                added=added,
                opened=len(kept),
                removed=(returned or ()) if draw.removed else (),
            )
            state = _with_hand(state, seat, hand)
            if state.decks:
                decks = tickets.put_back(state.board, state.decks, returned or (), draw, shuffle)
                state = replace(state, decks=decks)
            return after_opening(state)
        case TicketsDrawn(seat, kept, returned, shuffle, added):
            hand = state.hands[seat]
            hand = replace(hand, tickets=(*hand.tickets, *kept), offer=())
            hand = replace(hand, added=(*hand.added, *added)) if added else hand
            state = _with_hand(state, seat, hand)
            if state.decks:
                draw = state.board.turn
                decks = tickets.put_back(state.board, state.decks, returned or (), draw, shuffle)
                state = replace(state, decks=decks)
            return _end_turn(state)
        case TicketsCounted(seat, count):
            hand = state.hands[seat]
            return _end_turn(_with_hand(state, seat, replace(hand, counted=hand.counted + count)))
        case GameEndedEarly():
            return _over(replace(state, ended_early=True))
        case TicketsRevealed(seat, kept, _agreed, added):
            hand = replace(state.hands[seat], tickets=kept, counted=0, revealed=True, added=added)
            return _over(_with_hand(state, seat, hand))
        case TicketSettled() | PaperChecked() | TicketsAgreed() | TicketsMended():
            return _over(paper.evolve(state, event))
        case RouteCorrected():
            return routes.evolve(state, event)
        case SheetCompared(facts, version):
            after = evolve_all(state, facts)
            return adopting.taken_over(state.base, after, facts, version) if version else after
        case fact:
            return applying.evolve(state, fact)


def evolve_all(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _with_hand(state: State, seat: int, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _claimed(state: State, claim: RouteClaimed) -> State:
    board, hand = state.board, state.hands[claim.seat]
    route = board.route[claim.route]
    hand = replace(
        hand,
        vehicles=hand.vehicles - route.length,
        points=hand.points + board.points[route.length],
        routes=(*hand.routes, route.id),
    )
    memories = tuple(
        bonus.claimed(memory, route, claim)
        for bonus, memory in zip(board.bonuses, state.memories, strict=True)
    )
    owners = {**state.owners, route.id: claim.seat}
    claims = {**state.claims, route.id: claim}
    state = _with_hand(state, claim.seat, hand)
    return replace(state, owners=owners, claims=claims, memories=memories)


def _end_turn(state: State) -> State:
    """Pass the turn on, and see if the last round begins (docs/rules.md, “The last round”).

    Checked at the end of every turn, it fires once; then everybody, including the player who
    fired it, has exactly one more turn.
    """
    seat, seats = state.to_move, len(state.players)
    final = state.final_round
    if final is not None:
        final = FinalRound(final.fired_by, final.turns_left - 1)
    elif state.hands[seat].vehicles <= state.final_round_at:
        final = FinalRound(seat, seats)
    state = replace(
        state,
        to_move=(seat + 1) % seats,
        turns_played=state.turns_played + 1,
        final_round=final,
    )
    return _over(state) if final is not None and final.turns_left == 0 else state


def _over(state: State) -> State:
    """No more turns. The count can start once every ticket is known and belongs to one player."""
    hands = tuple(replace(hand, offer=()) if hand.offer else hand for hand in state.hands)
    state = replace(state, phase=Phase.REVEAL, hands=hands)
    if state.waiting_for() or state.conflicts():
        return state
    return replace(state, phase=Phase.OVER)
