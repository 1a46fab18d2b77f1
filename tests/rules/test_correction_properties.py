"""Random corrections in random games: nothing played, paid or owned changes under anybody."""

from contextlib import suppress
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.rules import engine, log, record
from games.rules.actions import ClaimRoute, CorrectRoute, CorrectSheet, DrawCards
from games.rules.events import undecide
from games.rules.scoring import score
from games.rules.sheet_facts import (
    ItemConfirmed,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    TicketAdded,
    TicketStruck,
    ticket_id,
)
from games.rules.state import Phase
from games.rules.violations import RuleViolation
from tests.support.play import PAPER, RECORD, Table
from tests.support.random_play import legal_action, new_game


def correction(rng: Random, t: Table) -> CorrectRoute | CorrectSheet:
    """Anything somebody may say of a board, sensible or not."""
    board = t.state.board
    places = [place.id for place in board.places]
    color = rng.choice([*board.cards, "grey"])
    length = rng.choice([*board.points, 9])
    route = rng.choice([route.id for route in board.routes] or ["none"])
    a, b = rng.choice(places), rng.choice(places)
    name = f"Place {rng.randrange(6)}"
    points = rng.randrange(0, 20)
    return rng.choice(
        [
            CorrectRoute(route, color, length),
            CorrectSheet(PlaceAdded(name.lower().replace(" ", "-"), name)),
            CorrectSheet(PlaceRenamed(a, name)),
            CorrectSheet(PlaceMoved(a, float(rng.randrange(900)), float(rng.randrange(600)))),
            CorrectSheet(RouteAdded("", a, b, color, length, rng.randrange(1, 4))),
            CorrectSheet(RouteStruck(route)),
            CorrectSheet(ItemConfirmed("routes", route, rng.random() < 0.8)),
            CorrectSheet(ItemConfirmed("places", a)),
            CorrectSheet(ItemConfirmed("tickets", rng.choice(board.tickets).id)),
            CorrectSheet(TicketAdded(ticket_id(a, b, points), a, b, points, board.decks[0].id)),
            CorrectSheet(TicketStruck(rng.choice(board.tickets).id)),
        ]
    )


@st.composite
def corrected_games(draw: st.DrawFn) -> Table:
    """A game in which the sheet is corrected between moves; further moves are tried, and what the
    rules refuse is left out."""
    rng = draw(st.randoms(use_true_random=True))
    slug = draw(st.sampled_from(("london", "paris", "germany", "europe", "usa")))
    t = new_game(rng, slug, draw(st.sampled_from((RECORD, PAPER))), draw(st.integers(2, 4)))
    for _step in range(draw(st.integers(0, 40))):
        if rng.random() < 0.4 and t.state.phase in (Phase.OPENING, Phase.TURNS):
            try_it(t, correction(rng, t))
        elif t.state.phase is Phase.TURNS and rng.random() < 0.7:
            try_it(t, ClaimRoute(t.state.to_move, rng.choice(t.state.board.routes).id))
        elif t.state.phase is Phase.TURNS:
            try_it(t, DrawCards(t.state.to_move))
        else:
            action = legal_action(rng, t)
            if action is not None:
                try_it(t, action)
    return t


def try_it(t: Table, action: object) -> None:
    with suppress(RuleViolation):
        t.do(action)  # type: ignore[arg-type]


@given(corrected_games())
def test_vehicles_owners_and_points_stay_consistent(t: Table) -> None:
    board = t.state.board
    for seat, hand in enumerate(t.state.hands):
        lengths = [board.route[route].length for route in hand.routes]
        assert hand.vehicles == board.vehicles_each - sum(lengths) >= 0
        assert hand.points == sum(board.points[length] for length in lengths)
        assert all(t.state.owners[route] == seat for route in hand.routes)
    assert len(t.state.owners) == sum(len(hand.routes) for hand in t.state.hands)
    assert [row.route_points for row in score(t.state).rows] == [h.points for h in t.state.hands]
    for route in board.routes:
        assert {board.route[twin].length for twin in board.parallels[route.id]} <= {route.length}


@given(corrected_games(), st.randoms(use_true_random=True))
def test_undoing_a_correction_gives_back_the_state_before(t: Table, rng: Random) -> None:
    before = t.state
    try_it(t, correction(rng, t))
    if t.state is not before and log.latest(t.entries) == (len(t.entries), t.entries[-1].fact):
        assert t.note(log.decide_undo(t.entries)).state == before


@given(corrected_games())
def test_the_log_folds_to_the_state_and_decides_again_as_it_was_decided(t: Table) -> None:
    assert log.fold(t.board, t.entries) == t.state
    for _number, event, before, _after in log.replayed(t.board, t.entries):
        assert engine.decide(before, undecide(event)) == (event,)


@given(corrected_games())
def test_the_record_round_trips(t: Table) -> None:
    if t.state.source is PAPER:
        return  # what people say they hold is never compared, and a record is
    written = record.write(t.started, t.events)
    again = record.replay(record.read(written), t.board)
    assert record.write(again.started, again.events) == written
    assert record.summary(again.state) == record.summary(t.state)
    assert again.state.board == t.state.board
