"""Pages call the rules instead of repeating them: why a route can't be claimed, who may undo, who
leads. Duplicated rules had come to disagree."""

import pytest

from games.access.audience import Audience
from games.pages import contexts
from games.pages.claiming import WHY_NOT, why_not
from games.refusals import Refused
from games.rules import engine, log
from games.rules.actions import ClaimRoute
from games.rules.events import CardsDrawn, OpeningChosen, TicketsDrawn, TicketsOffered
from games.rules.scoring import score
from games.rules.state import State
from games.rules.views import claimable, screen_view
from games.rules.violations import RuleViolation
from games.table import moves
from games.table.snapshot import reload
from tests.support.boards import board
from tests.support.play import table
from tests.support.sittings import begun, sit_down

TRIPLE = "dortmund--duesseldorf"


def refused(state: State, seat: int, route: str) -> RuleViolation | None:
    try:
        engine.decide(state, ClaimRoute(seat, route))
    except RuleViolation as violation:
        return violation
    return None


def test_a_route_taken_beside_ones_own_is_refused_for_ones_own_on_the_phone_too() -> None:
    """docs/record.md: where two apply, a player's own parallel route comes first."""
    t = table("germany", 4)
    t.claim(f"{TRIPLE}--1").claim(f"{TRIPLE}--2").pass_to(0)
    taken = t.board.route[f"{TRIPLE}--2"]
    refusal = refused(t.state, 0, taken.id)
    assert refusal is not None
    assert refusal.code == "parallel_route_owned"
    assert str(why_not(t.state, taken)) == "Ada owns the parallel route"


@pytest.mark.parametrize("slug", ["london", "germany", "tangle"])
def test_phone_and_rules_give_the_same_reason_for_every_route(slug: str) -> None:
    t = table(slug, 2, final_round_at=0)
    for route in t.board.routes[::5]:
        if refused(t.state, t.mover, route.id) is None:
            t.claim(route.id)
    for seat in (0, 1):
        t.pass_to(seat)
        free = claimable(t.state, seat)
        for route in t.board.routes:
            refusal = refused(t.state, seat, route.id)
            reason = why_not(t.state, route)
            assert (reason is None) == (refusal is None) == (route.id in free)
            if refusal is not None and reason is not None:
                assert reason.template == WHY_NOT[refusal.code]


def test_who_may_undo_is_said_once() -> None:
    drawn = TicketsDrawn(0, ("a--b",))
    offered = TicketsOffered(0, {}, ("a--b",))
    for event in (CardsDrawn(0), OpeningChosen(0, ()), drawn, offered):
        assert log.undo_refusal(event, author=False, host=True) is None
        assert log.undo_refusal(event, author=False, host=False) is not None
    assert log.undo_refusal(CardsDrawn(0), author=True, host=False) is None
    for looked_at in (drawn, offered):
        assert "only a host can undo" in str(log.undo_refusal(looked_at, author=True, host=False))
    assert log.undo_refusal(drawn, author=True, host=False, paper=True) is None
    assert log.undo_refusal(None, author=True, host=True) is not None


@pytest.mark.django_db
def test_the_phone_offers_an_undo_exactly_where_it_is_accepted() -> None:
    """Tickets that a host corrected into something else can be undone by who logged them."""
    sitting = sit_down("london", 2, tickets="paper")
    sitting.post(sitting.screen, "start")
    for number in (0, 1):
        some = [sitting.board.tickets[number].id]
        sitting.post(sitting.phone(number), "tickets/keep", kept=some)
    mover = sitting.state.to_move
    sitting.table.seats.update(host=False)
    guest = sitting.seat(mover)
    entry = sitting.number + 1
    tickets = [ticket.id for ticket in sitting.board.tickets[5:6]]
    sitting.post(sitting.phone(mover), "tickets/keep", kept=tickets, seen=sitting.number)

    def offered() -> bool:
        snapshot = reload(sitting.table)
        return bool(contexts.phone(Audience(snapshot, seat=guest, opener=False))["can_undo"])

    def accepted() -> bool:
        try:
            moves.undo(table=sitting.table, by=guest, host=False)
        except Refused:
            return False
        return True

    assert offered()  # paper tickets lie on the table whatever the phone says
    sitting.post(sitting.screen, f"correct/{entry}", action="cards", seen=sitting.number)
    assert sitting.table.entries.filter(wire="entry.corrected").exists()
    assert offered() == accepted()


@pytest.mark.django_db
def test_the_race_on_the_screen_is_the_one_that_is_scored() -> None:
    sitting = begun("germany", 3)
    box = board("germany")
    (bonus,) = (b for b in box.bonuses if b.sets_up)
    state = sitting.state
    for route in box.routes[:60]:
        refusal = state.why_not(state.to_move, route.id)
        if refusal is None and state.phase.value == "turns":
            memory = state.memories[state.board.bonuses.index(bonus)]
            answer = bonus.suggestion(state, memory, state.to_move, route)
            action = ClaimRoute(state.to_move, route.id, None, {bonus.asks: answer})
            state = engine.evolve_all(state, engine.decide(state, action))
    rows, seats = score(state).rows, screen_view(state).seats
    for row, seat in zip(rows, seats, strict=True):
        (line,) = (line for line in row.bonuses if line.kind == bonus.kind)
        places = [lane.place for lane in seat.bonuses[bonus.kind].lanes]
        prizes = {0: 0, 1: bonus.first, 2: bonus.second}  # type: ignore[attr-defined]
        assert line.points == sum(prizes[place] for place in places)
        assert sum(place > 0 for place in places) == len(line.reasons)
    assert any(line.points for row in rows for line in row.bonuses)
