"""What must hold in every game: Hypothesis plays random legal games on all maps."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.rules import codec, engine, log, record, views
from games.rules.bonuses.passengers import PassengerMemory, Passengers
from games.rules.events import (
    CardsDrawn,
    RouteClaimed,
    StationBuilt,
    TicketsCounted,
    TicketsDrawn,
    TunnelGivenUp,
    TurnSkipped,
    undecide,
)
from games.rules.log import Entry
from games.rules.scoring import score
from games.rules.state import Phase
from games.rules.ticket_status import Standing, standing
from games.rules.views import screen_view, seat_view, track_points
from tests.support.play import DEALT, PAPER, RECORD, Table
from tests.support.random_play import claimable, games, play

TURNS = (
    CardsDrawn,
    RouteClaimed,
    TicketsCounted,
    TicketsDrawn,
    TunnelGivenUp,
    StationBuilt,
    TurnSkipped,
)


@given(games())
def test_vehicles_are_conserved(t: Table) -> None:
    for hand in t.state.hands:
        built = sum(t.board.route[route].length for route in hand.routes)
        assert hand.vehicles + built == t.board.vehicles_each
        assert hand.vehicles >= 0


@given(games())
def test_passengers_are_conserved(t: Table) -> None:
    for bonus, memory in zip(t.board.bonuses, t.state.memories, strict=True):
        if not isinstance(bonus, Passengers):
            continue
        assert isinstance(memory, PassengerMemory)
        taken = sum((Counter(mine) for mine in memory.taken), Counter())
        assert all(taken[color] <= bonus.bag[color] for color in taken)
        if t.started.setup:
            assert memory.waiting is not None
            there = Counter(c for colors in memory.waiting.values() for c in colors)
            assert there + taken == Counter(bonus.bag)


@given(games())
def test_no_route_has_two_owners_and_no_player_two_parallels(t: Table) -> None:
    claims = [event.route for event in t.events if isinstance(event, RouteClaimed)]
    assert len(claims) == len(set(claims)) == len(t.state.owners)
    for seat, hand in enumerate(t.state.hands):
        assert all(t.state.owners[route] == seat for route in hand.routes)
        pairs = [frozenset(t.board.route[route].ends) for route in hand.routes]
        assert len(pairs) == len(set(pairs))
    if len(t.state.players) <= t.board.parallels_closed_up_to:
        pairs = [frozenset(t.board.route[route].ends) for route in claims]
        assert len(pairs) == len(set(pairs)), "one of parallel routes is used at a small table"


@given(games((DEALT, RECORD)))
def test_every_ticket_exists_once(t: Table) -> None:
    held = [ticket for hand in t.state.hands for ticket in hand.tickets]
    assert len(held) == len(set(held))
    if t.state.source is DEALT and not t.state.ended_early:
        offered = [ticket for hand in t.state.hands for ticket in hand.offer]
        in_decks = [ticket for deck in t.state.decks for ticket in deck]
        gone = [ticket for hand in t.state.hands for ticket in hand.removed]
        there = {*held, *offered, *in_decks, *gone}
        if t.state.phase is not Phase.OPENING:  # decks that no turn draws from have left the game
            there |= {
                ticket.id for ticket in t.board.tickets if ticket.deck not in t.board.drawn_on_turns
            }
        assert len({*held, *offered, *in_decks}) == len(held + offered + in_decks)
        assert there == set(t.board.ticket)


@given(games())
def test_replaying_the_log_gives_the_same_state(t: Table) -> None:
    assert log.fold(t.board, t.entries) == t.state
    state = engine.start(t.board, t.started)
    for event in t.events:
        assert engine.decide(state, undecide(event)) == (event,)
        state = engine.evolve(state, event)
    assert state == t.state


@given(games())
def test_the_log_survives_storage(t: Table) -> None:
    packed = [(entry.number, *codec.pack(entry.fact)) for entry in t.entries]
    stored = json.loads(json.dumps(packed))
    entries = [Entry(number, codec.unpack(name, payload)) for number, name, payload in stored]
    assert entries == t.entries
    assert log.fold(t.board, entries) == t.state


def read_back(t: Table) -> record.Game:
    written = json.dumps(record.write(t.started, t.events, t.board), ensure_ascii=False)
    return record.replay(record.read(json.loads(written)), t.board)


@given(games((RECORD,)))
def test_a_record_survives_the_round_trip_as_an_equal_game(t: Table) -> None:
    assert read_back(t) == record.Game(t.started, t.events, t.state)


@given(games((DEALT, PAPER)))
def test_the_record_of_a_live_game_counts_the_same(t: Table) -> None:
    if t.state.conflicts():
        return  # two players still say they hold the same ticket
    if t.state.phase is Phase.REVEAL and t.state.paper_check:
        return  # somebody still has to look through their tickets, which no record says
    game = read_back(t)
    assert record.summary(game.state) == record.summary(t.state)
    for now, was in zip(game.state.hands, t.state.hands, strict=True):
        assert sorted(now.tickets) == sorted(was.tickets)


@given(games())
def test_the_last_turn_belongs_to_who_fired_the_last_round(t: Table) -> None:
    """Worked out from the log: who first ended a turn with so few vehicles, and what followed."""
    turns = [event for event in t.events if isinstance(event, TURNS)]
    vehicles = [t.board.vehicles_each] * len(t.state.players)
    fired = None
    for i, event in enumerate(turns):
        assert event.seat == i % len(vehicles), "clockwise from the first player"
        if isinstance(event, RouteClaimed):
            vehicles[event.seat] -= t.board.route[event.route].length
        if fired is None and vehicles[event.seat] <= t.started.final_round_at:
            fired = i
    if fired is None:
        assert t.state.final_round is None
        assert t.state.phase in (Phase.OPENING, Phase.TURNS) or t.state.ended_early
        return
    assert t.state.final_round is not None
    assert t.state.final_round.fired_by == turns[fired].seat
    left = fired + len(vehicles) - (len(turns) - 1)
    assert t.state.final_round.turns_left == left
    assert left >= 0
    if t.state.phase in (Phase.REVEAL, Phase.OVER) and not t.state.ended_early:
        assert left == 0
        assert turns[-1].seat == turns[fired].seat


@given(games())
def test_every_number_on_the_sheet_is_the_sum_of_its_lines(t: Table) -> None:
    sheet = score(t.state)
    for row, hand in zip(sheet.rows, t.state.hands, strict=True):
        assert row.route_points == sum(line.points for line in row.by_length) == hand.points
        assert row.total == (
            sum(line.points for line in row.routes)
            + sum(line.points for line in row.tickets)
            + sum(reason.points for line in row.bonuses for reason in line.reasons)
        )
        assert [line.ticket for line in row.tickets] == list(hand.tickets)
        assert row.tickets_completed + row.tickets_failed == len(hand.tickets)
    best = max(row.total for row in sheet.rows)
    assert all(sheet.rows[seat].total == best for seat in sheet.winners)
    assert {row.rank for row in sheet.rows} >= {1}
    assert str(sheet.verdict)


@given(games())
def test_the_score_track_is_the_sheet_without_what_comes_at_the_end(t: Table) -> None:
    at_once = {bonus.kind for bonus in t.board.bonuses if bonus.counted_at_once}
    for row, points in zip(score(t.state).rows, track_points(t.state), strict=True):
        flags = sum(line.points for line in row.bonuses if line.kind in at_once)
        assert points == row.route_points + flags


@given(games())
def test_undo_takes_back_exactly_the_last_move(t: Table) -> None:
    if not t.events:
        return
    before = engine.evolve_all(engine.start(t.board, t.started), t.events[:-1])
    after = t.note(log.decide_undo(t.entries)).state
    # Tickets that were looked at are remembered (see test_seen_tickets.py), and nothing else is.
    assert replace(after, hands=tuple(replace(hand, aside=()) for hand in after.hands)) == before


@given(games(), st.randoms(use_true_random=True))
def test_a_game_goes_on_after_an_undo(t: Table, rng: Random) -> None:
    for _undo in range(min(3, len(t.events))):
        t.note(log.decide_undo(t.entries))
    made = len(list(play(rng, t, 5)))
    assert log.fold(t.board, t.entries) == t.state
    assert made == 5 or t.state.finished


@given(games())
def test_what_a_phone_shows_as_claimable_is_what_the_rules_leave(t: Table) -> None:
    for seat in range(len(t.state.players)):
        assert views.claimable(t.state, seat) == {route.id for route in claimable(t, seat)}
        assert seat_view(t.state, seat).screen == screen_view(t.state)


@given(games())
def test_a_ticket_stands_as_the_sheet_counts_it(t: Table) -> None:
    for row in score(t.state).rows:
        for line in row.tickets:
            status = standing(t.state, row.seat, t.board.ticket[line.ticket])
            assert (status is Standing.COMPLETED) == line.completed
            if t.state.phase in (Phase.REVEAL, Phase.OVER):
                assert status is not Standing.POSSIBLE
