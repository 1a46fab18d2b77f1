"""docs/rules.md, “Germany: globetrotter”: most completed tickets."""

from games.rules.scoring import score
from games.rules.views import screen_view
from tests.support.play import position, table

# Tickets that single routes complete.
DONE = {
    "berlin--leipzig": "berlin--leipzig",
    "hamburg--berlin": "berlin--hamburg--1",
    "mannheim--stuttgart": "mannheim--stuttgart--1",
}
OPEN = ["rostock--konstanz", "kiel--schweiz", "emden--freiburg"]


def globetrotter(*hands: tuple[int, int]) -> list[int]:
    """What seats with so many completed and so many failed tickets get."""
    tickets, spare = list(DONE), list(OPEN)
    routes = [[DONE[ticket] for ticket in tickets[:done]] for done, _failed in hands]
    held = [[*tickets[:done], *spare[:failed]] for done, failed in hands]
    rows = score(position("germany", routes, held)).rows
    assert [row.tickets_completed for row in rows] == [done for done, _failed in hands]
    assert [row.tickets_failed for row in rows] == [failed for _done, failed in hands]
    return [row.bonuses[0].points for row in rows]


def test_most_completed_tickets_score_fifteen() -> None:
    assert globetrotter((2, 0), (1, 0)) == [15, 0]
    assert globetrotter((0, 0), (1, 0), (3, 0)) == [0, 0, 15]


def test_tied_players_all_get_it() -> None:
    assert globetrotter((2, 0), (2, 0), (1, 0)) == [15, 15, 0]


def test_failed_tickets_do_not_count_against() -> None:
    assert globetrotter((2, 3), (1, 0)) == [15, 0]


def test_nobody_gets_it_for_zero_completed_tickets() -> None:
    assert globetrotter((0, 1), (0, 2)) == [0, 0]


def test_it_says_why() -> None:
    alone = position("germany", [["berlin--leipzig"], []], [["berlin--leipzig"], []])
    (reason,) = score(alone).rows[0].bonuses[0].reasons
    assert str(reason.why) == "Most completed tickets: 1"
    shared = position(
        "germany",
        [["berlin--leipzig"], ["berlin--hamburg--1"]],
        [["berlin--leipzig"], ["hamburg--berlin"]],
    )
    (reason,) = score(shared).rows[1].bonuses[0].reasons
    assert str(reason.why) == "Most completed tickets, shared: 1"


def test_during_the_game_nobody_sees_it() -> None:
    t = table("germany", opening=[["berlin--leipzig", "hamburg--berlin"], OPEN[:2]])
    t.claim("berlin--leipzig")
    seats = screen_view(t.state).seats
    assert all("globetrotter" not in seat.bonuses for seat in seats)
    assert seats[0].points == 7
