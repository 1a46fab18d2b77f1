"""docs/rules.md, “Turns nobody logs”: who says what they did tells that those before drew cards."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import codec, log, missed_turns, public_log, record
from games.rules.actions import (
    AskForTickets,
    ChooseOpening,
    ClaimRoute,
    DrawTickets,
    EndGame,
)
from games.rules.awards import awards
from games.rules.events import CardsDrawn, RouteClaimed
from games.rules.log import Entry, decide_correction, decide_undo
from games.rules.missed_turns import OwnTurn
from games.rules.state import Phase
from games.rules.violations import RuleViolation
from tests.support.play import DEALT, Table, fingerprint, table
from tests.support.random_play import claim, claimable, new_game, play

BIG_BEN = "big-ben--waterloo"


def log_own(t: Table, action: OwnTurn) -> Table:
    t._append(missed_turns.decide(t.state, action))
    return t


def refused(t: Table, action: OwnTurn) -> RuleViolation:
    before = fingerprint(t.state)
    with pytest.raises(RuleViolation) as raised:
        missed_turns.decide(t.state, action)
    assert fingerprint(t.state) == before
    return raised.value


def lines(t: Table) -> list[str]:
    return [str(line.text) for line in public_log.lines(t.board, t.entries)]


# -- A claim out of turn --------------------------------------------------------------------------


def test_who_claims_out_of_turn_says_that_those_before_drew_cards() -> None:
    t = log_own(table("london", 4), ClaimRoute(2, BIG_BEN))
    assert t.events[-3:] == (
        CardsDrawn(0, filled=3),
        CardsDrawn(1, filled=2),
        RouteClaimed(2, BIG_BEN),
    )
    assert t.state.owners == {BIG_BEN: 2}
    assert t.mover == 3


def test_on_ones_own_turn_nothing_is_filled_in() -> None:
    t = log_own(table("london", 4), ClaimRoute(0, BIG_BEN))
    assert t.events[-1] == RouteClaimed(0, BIG_BEN)
    assert not any(isinstance(event, CardsDrawn) for event in t.events)


def test_who_moved_last_waits_for_a_whole_round_before_the_next_claim() -> None:
    t = log_own(table("london", 3), ClaimRoute(0, BIG_BEN))
    log_own(t, ClaimRoute(0, "brick-lane--tower-of-london"))
    assert [e.seat for e in t.events[-3:] if isinstance(e, CardsDrawn)] == [1, 2]
    assert t.state.turns_played == 4


def test_a_claim_the_rules_refuse_fills_in_nothing() -> None:
    t = table("london", 3).claim(BIG_BEN)
    assert refused(t, ClaimRoute(2, BIG_BEN)).code == "route_taken"


def test_a_player_who_has_to_choose_tickets_is_not_passed_over() -> None:
    t = table("london", 3, DEALT, opened=False)
    for seat in range(3):
        t.do(_opening(t, seat))
    t.do(AskForTickets(0, {t.board.decks[0].id: 2}))
    refusal = refused(t, ClaimRoute(1, BIG_BEN))
    assert refusal.code == "offer_open"
    assert "Ada has drawn tickets" in refusal.message


def _opening(t: Table, seat: int) -> ChooseOpening:
    return ChooseOpening(seat, t.state.hands[seat].offer[:1])


def test_tickets_can_be_drawn_out_of_turn_too() -> None:
    t = table("london", 3)
    log_own(t, DrawTickets(2, ("kings-cross--tower-of-london",)))
    assert "kings-cross--tower-of-london" in t.state.hands[2].tickets
    assert t.mover == 0


# -- Undo and correction --------------------------------------------------------------------------


def test_one_undo_takes_back_the_claim_and_what_was_filled_in() -> None:
    t = table("london", 4).pass_turns()
    before = fingerprint(t.state)
    log_own(t, ClaimRoute(0, BIG_BEN))
    number = len(t.entries)
    t.note(decide_undo(t.entries))
    assert fingerprint(t.state) == before
    assert t.entries[-1].fact.withdrawn == range(number - 3, number + 1)  # type: ignore[union-attr]
    assert lines(t)[-1].startswith("Undone, with the missed turns before it: ")


def test_an_undo_stops_at_a_turn_that_somebody_logged() -> None:
    t = table("london", 3).pass_turns()
    log_own(t, ClaimRoute(2, BIG_BEN))
    t.note(decide_undo(t.entries))
    assert t.mover == 1
    assert t.events[-1] == CardsDrawn(0)


def test_a_turn_that_was_filled_in_can_be_corrected_into_what_it_was() -> None:
    t = log_own(table("london", 3), ClaimRoute(2, BIG_BEN))
    number = len(t.entries) - 2
    other = RouteClaimed(0, "brick-lane--tower-of-london")
    t.note(decide_correction(t.board, t.entries, number, other))
    assert t.state.owners == {BIG_BEN: 2, "brick-lane--tower-of-london": 0}
    log_lines = public_log.lines(t.board, t.entries)
    assert "Filled in: Bo drew cards." in str(log_lines[-2].text)
    assert (log_lines[-3].number, log_lines[-3].withdrawn) == (number, True)


def test_what_somebody_said_stays_when_the_rest_is_undone() -> None:
    t = log_own(table("london", 3), ClaimRoute(2, BIG_BEN))
    other = RouteClaimed(0, "brick-lane--tower-of-london")
    t.note(decide_correction(t.board, t.entries, len(t.entries) - 2, other))
    t.note(decide_undo(t.entries))
    assert t.state.owners == {"brick-lane--tower-of-london": 0}
    assert t.mover == 1


# -- The log --------------------------------------------------------------------------------------


def test_what_was_filled_in_stands_in_one_line_with_what_it_was_filled_in_for() -> None:
    t = log_own(table("london", 4), ClaimRoute(2, BIG_BEN))
    log_lines = public_log.lines(t.board, t.entries)
    assert str(log_lines[-1].text).endswith("Filled in: Ada and Bo drew cards.")
    assert str(log_lines[-1].text).startswith("Cy claims Big Ben")
    assert log_lines[-2].wire == "opening.chosen"


def test_a_record_has_ordinary_draws_of_cards() -> None:
    t = log_own(table("london", 3), ClaimRoute(2, BIG_BEN))
    moves = record.write(t.started, t.events)["moves"]
    assert moves[-3:-1] == [
        {"player": "Ada", "action": "draw_cards"},
        {"player": "Bo", "action": "draw_cards"},
    ]


def test_nobody_gets_an_award_for_turns_that_were_filled_in_and_undone() -> None:
    t = table("london", 3)
    for _time in range(2):  # nobody gets it for a single one
        log_own(t, ClaimRoute(2, BIG_BEN)).note(decide_undo(t.entries))
    t.end()
    undone = next(a for a in awards(t.board, t.entries) if a.kind == "most_undone")
    assert undone.seats == (2,)


# -- The last round -------------------------------------------------------------------------------


def last_round(seats: int = 3) -> Table:
    """Ada has fired the last round; everybody has one more turn."""
    return table("london", seats, final_round_at=13).claim("baker-street--hyde-park")


def test_all_last_turns_can_be_filled_in_at_once() -> None:
    t = last_round()
    t._append(missed_turns.decide_last_turns(t.state))
    assert t.state.finished
    assert t.events[-3:] == (CardsDrawn(1, 3), CardsDrawn(2, 2), CardsDrawn(0, 1))
    assert lines(t)[-1] == "All last turns taken. Filled in: Bo, Cy and Ada drew cards."


def test_last_turns_filled_in_are_undone_at_once() -> None:
    t = last_round().pass_turns()
    before = fingerprint(t.state)
    t._append(missed_turns.decide_last_turns(t.state))
    t.note(decide_undo(t.entries))
    assert fingerprint(t.state) == before


def test_before_the_last_round_there_are_no_last_turns() -> None:
    with pytest.raises(RuleViolation):
        missed_turns.decide_last_turns(table("london", 3).state)


def test_a_host_or_who_has_played_says_that_the_last_turns_are_played() -> None:
    t = last_round().pass_turns()
    may = missed_turns.last_turns_refusal
    assert may(t.state, 1, host=False) is None  # Bo has played
    assert may(t.state, 2, host=False) is not None
    assert may(t.state, None, host=True) is None


def test_who_has_played_the_last_turn_cannot_take_another() -> None:
    t = last_round().pass_turns()
    assert "already taken their last turn" in refused(t, ClaimRoute(1, BIG_BEN)).message


def test_who_fired_the_last_round_has_one_more_turn_out_of_turn() -> None:
    t = log_own(last_round(), ClaimRoute(0, BIG_BEN))
    assert t.state.finished
    assert t.state.owners[BIG_BEN] == 0


# -- Whatever is played ---------------------------------------------------------------------------


@given(st.randoms(use_true_random=True), st.sampled_from(["paris", "london", "germany", "tangle"]))
def test_a_table_where_nobody_logs_a_draw_plays_to_the_right_end(rng: Random, slug: str) -> None:
    t = new_game(rng, slug, DEALT, 2 if slug == "paris" else 3)
    for _move in play(rng, t, 1000):
        if t.state.phase is not Phase.OPENING:
            break
    while t.state.phase is Phase.TURNS:
        if t.state.hands[t.mover].offer:
            t._append(missed_turns.decide(t.state, _kept(t)))
        elif t.state.final_round and rng.random() < 0.3:
            t._append(missed_turns.decide_last_turns(t.state))
        elif not _somebody_claims(rng, t):
            t.do(EndGame())
    assert not any(isinstance(e, CardsDrawn) and not e.filled for e in t.events)
    turns = Counter(e.seat for e in t.events if isinstance(e, RouteClaimed | CardsDrawn))
    if not t.state.ended_early:
        assert max(turns.values()) - min(turns.values()) <= 1
        first = t.state.final_round
        assert first is not None
        assert first.turns_left == 0
    _survives(t)


def _kept(t: Table) -> DrawTickets:
    return DrawTickets(t.mover, t.state.hands[t.mover].offer, None, ())


def _somebody_claims(rng: Random, t: Table) -> bool:
    seats = [s for s in range(len(t.state.players)) if t.state.turns_left(s) != 0]
    for seat in rng.sample(seats, len(seats)):
        routes = claimable(t, seat)
        if routes:
            before = t.state
            log_own(t, claim(rng, t, seat, rng.choice(routes)))
            if rng.random() < 0.2:
                t.note(decide_undo(t.entries))
                assert t.state == before
                log_own(t, claim(rng, t, seat, rng.choice(routes)))
            return True
    return False


def _survives(t: Table) -> None:
    """Storage, fold and record give the same game."""
    packed = json.loads(json.dumps([codec.pack(entry.fact) for entry in t.entries]))
    entries = [Entry(i, codec.unpack(*fact)) for i, fact in enumerate(packed, start=1)]
    assert entries == t.entries
    assert log.fold(t.board, entries) == t.state
    for hand in t.state.hands:
        built = sum(t.board.route[route].length for route in hand.routes)
        assert hand.vehicles + built == t.board.vehicles_each
    if t.state.finished:
        written = json.loads(json.dumps(record.write(t.started, t.events)))
        game = record.replay(record.read(written), t.board)
        assert record.summary(game.state) == record.summary(t.state)
