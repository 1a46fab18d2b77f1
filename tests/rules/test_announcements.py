"""The best moments of an evening are announced, with what they are worth; tickets stay secret."""

from games.rules.announcements import announcements, just_completed
from games.rules.state import State
from tests.rules.test_districts import DISTRICT_2
from tests.rules.test_flags import BLUE, RED, WHITE, keep
from tests.support.play import Table, table

MUSEUM_GARDEN = "british-museum--covent-garden--1"


def announced(before: State, t: Table) -> list[tuple[str, str]]:
    return [(str(a.title), str(a.worth)) for a in announcements(before, t.state)]


def test_a_flag_is_announced_when_its_last_card_is_kept() -> None:
    t = keep(table("paris"), 0, BLUE[0], WHITE[0]).pass_to(0)
    before = t.state
    keep(t, 0, RED[0])
    assert announced(before, t) == [("Ada completes a flag", "+4, discard the 3 cards")]
    before = t.state
    assert announced(before, t.pass_turns()) == []


def test_a_district_is_announced_to_everybody_and_scores_at_the_end() -> None:
    t = table("london", 2).build(1, *DISTRICT_2[:2]).pass_to(1)
    before = t.state
    assert announced(before, t.claim(DISTRICT_2[2])) == [
        ("Bo completes district 2", "+2 at the end")
    ]


def test_who_takes_the_lead_in_tickets_is_announced_where_that_may_score() -> None:
    t = table("germany", 2)
    ids = [ticket.id for ticket in t.board.tickets]
    before = t.state
    t.tickets(ids[-2:-1])
    count = len(t.state.hands[0].tickets)
    assert announced(before, t) == [
        (f"Ada holds the most tickets: {count}", "Most completed at the end: +15")
    ]
    before = t.state
    assert announced(before, t.tickets(ids[-1:])) == [], "level: nobody leads"


def test_nobody_leads_where_somebody_shows_tickets_at_the_end() -> None:
    t = table("germany", 3, at_reveal=(2,))
    before = t.state
    assert announced(before, t.tickets([t.board.tickets[-1].id])) == []


def test_the_last_round_says_who_started_it_and_what_is_left() -> None:
    t = table("london", 2, final_round_at=14)
    before = t.state
    t.claim(next(r.id for r in t.board.routes if r.length == 4))
    last = ("Last round", "Started by Ada. Everyone gets one more turn.")
    assert announced(before, t)[-1] == last
    before = t.state
    assert last not in announced(before, t.pass_turns()), "once"


def test_a_claim_that_joins_a_ticket_completes_it_for_its_owner_only() -> None:
    ticket = "big-ben--charterhouse"
    t = table("london", 2, opening=[[ticket], ["buckingham-palace--brick-lane"]])
    goal = t.board.ticket[ticket]
    before = t.state
    way = _way(t, goal.a, goal.b)
    for route in way:
        assert just_completed(before, t.state, 0) == 0
        t.pass_to(0)
        before = t.state
        t.claim(route)
    assert just_completed(before, t.state, 0) == 1
    assert just_completed(before, t.state, 1) == 0
    before = t.state
    assert just_completed(before, t.pass_turns().state, 0) == 0


def _way(t: Table, a: str, b: str) -> list[str]:
    """Routes from one place to another, the fewest."""
    ways: dict[str, list[str]] = {a: []}
    for place in (places := [a]):
        for route in t.board.routes:
            if place in route.ends and (end := route.other(place)) not in ways:
                ways[end] = [*ways[place], route.id]
                places.append(end)
    return ways[b]
