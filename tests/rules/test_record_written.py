"""docs/record.md: what is written reads back as an equal game; what `replay --json` prints."""

import json

import pytest

from games.rules import record
from games.rules.actions import CountTickets, RevealTickets, SettleTicket
from tests.support.boards import board
from tests.support.play import PAPER, Table, table

TICKETS = [ticket.id for ticket in board("london").tickets]
A, B, C = TICKETS[4:7]


def round_trip(t: Table) -> record.Game:
    written = json.dumps(record.write(t.started, t.events))
    return record.replay(record.read(json.loads(written)), t.board)


def test_reading_back_what_was_written_gives_an_equal_game() -> None:
    t = table("tangle", 3, passengers={"birch": ("red", "blue"), "fir": ("blue",)})
    t.claim("birch--fir--1", {"red": 1}, True, {"birch": "red"}).tickets(["alder--dogwood"])
    t.claim("gorse--hazel", {"red": 1, "wild": 2}).pass_turns().end()
    game = round_trip(t)
    assert game == record.Game(t.started, t.events, t.state)


def test_reading_back_keeps_who_reveals_late_and_the_threshold() -> None:
    t = table("london", 2, at_reveal=(1,), final_round_at=1).pass_turns()
    t.do(CountTickets(1, 1)).end().do(RevealTickets(1, (A, B)))
    assert round_trip(t) == record.Game(t.started, t.events, t.state)


def test_a_settled_paper_ticket_is_written_with_its_owner_only() -> None:
    t = table("london", 2, PAPER, opening=[[A, B], [A, C]]).end().do(SettleTicket(A, 1))
    game = round_trip(t)
    assert [hand.tickets for hand in game.state.hands] == [(B,), (A, C)]
    assert record.summary(game.state) == record.summary(t.state)


def test_what_went_back_at_a_paper_table_is_not_written() -> None:
    """Nobody compared it with what others hold; the record would be refused for it."""
    t = table("london", 2, PAPER).tickets([A], [TICKETS[1]])
    assert t.state.hands[1].tickets == (TICKETS[1],)
    assert round_trip(t).state.hands[0].tickets == t.state.hands[0].tickets


# -- The summary ----------------------------------------------------------------------------------


def test_the_summary_of_a_finished_game() -> None:
    t = table("london", opening=[["piccadilly-circus--waterloo"], [A]], final_round_at=12)
    t.build(0, "piccadilly-circus--trafalgar-square--1", "trafalgar-square--waterloo")
    t.build(0, "waterloo--globe-theatre").pass_turns(2)
    assert record.summary(t.state) == {
        "map": "london",
        "finished": True,
        "final_round": True,
        "to_move": None,
        "players": [
            {
                "name": "Ada",
                "rank": 1,
                "total": 8,
                "routes": 5,
                "tickets": 3,
                "bonuses": {"districts": 0},
                "tickets_completed": 1,
                "tickets_failed": 0,
                "vehicles_left": 12,
            },
            {
                "name": "Bo",
                "rank": 2,
                "total": -4,
                "routes": 0,
                "tickets": -4,
                "bonuses": {"districts": 0},
                "tickets_completed": 0,
                "tickets_failed": 1,
                "vehicles_left": 17,
            },
        ],
        "winners": ["Ada"],
    }


def test_the_summary_of_an_unfinished_game() -> None:
    summary = record.summary(table("london").claim("big-ben--waterloo").state)
    assert (summary["finished"], summary["winners"], summary["to_move"]) == (False, [], "Bo")
    assert [row["rank"] for row in summary["players"]] == [None, None]
    assert summary["players"][0]["total"] == 1 - 2
    opening = record.summary(table("london", opened=False).state)
    assert opening["to_move"] == "Ada"


@pytest.mark.parametrize(
    ("slug", "bonuses"),
    [
        ("paris", ["flags"]),
        ("london", ["districts"]),
        ("germany", ["globetrotter", "passengers"]),
    ],
)
def test_the_bonuses_of_the_map_are_each_present_and_zero_at_first(
    slug: str, bonuses: list[str]
) -> None:
    for row in record.summary(table(slug).state)["players"]:
        assert row["bonuses"] == dict.fromkeys(bonuses, 0)
        assert ("passengers" in row) == (slug == "germany")


def test_passengers_are_counted_by_colour_in_the_summary() -> None:
    t = table("germany").claim("berlin--leipzig", passengers={"berlin": "red", "leipzig": "red"})
    assert record.summary(t.state)["players"][0]["passengers"] == {"red": 2}
