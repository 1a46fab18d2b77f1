"""docs/rules.md, “A turn”: exactly one of three things, clockwise from the first player."""

import pytest

from games.rules import engine, public_log
from games.rules.actions import (
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    EndGame,
    Player,
    RevealTickets,
    SkipTurn,
    StartGame,
)
from games.rules.state import Phase
from games.rules.violations import RuleViolation
from tests.support.boards import board
from tests.support.play import PAPER, RECORD, Table, people, table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise_from_the_first_player(seats: int) -> None:
    t = table("london", seats)
    order = []
    for _turn in range(2 * seats):
        order.append(t.mover)
        t.pass_turns()
    assert order == [*range(seats), *range(seats)]


@pytest.mark.parametrize(
    "turn",
    [
        DrawCards(0),
        ClaimRoute(0, "big-ben--waterloo"),
        DrawTickets(0, ("kings-cross--tower-of-london",)),
        SkipTurn(0),
    ],
)
def test_a_player_does_exactly_one_thing_on_a_turn(turn: object) -> None:
    t = table("london", 3)
    t.do(turn)
    assert t.mover == 1
    refusal = t.refusal(turn)
    assert refusal.code == "not_your_turn"
    assert refusal.message == "It isn’t Ada’s turn. It’s Bo’s."


def test_the_first_turn_waits_for_everybodys_opening_tickets() -> None:
    t = table("london", 3, opened=False)
    t.do(ChooseOpening(1, ("british-museum--waterloo",)))
    refusal = t.refusal(DrawCards(0))
    assert refusal.code == "setup_incomplete"
    assert (
        refusal.message
        == "The first turn is waiting for Ada and Cy to choose their opening tickets."
    )
    assert t.code(EndGame()) == "setup_incomplete"
    assert t.state.phase is Phase.OPENING


def test_opening_tickets_are_chosen_in_any_order() -> None:
    t = table("london", 3, opened=False)
    for seat, ticket in ((2, "hyde-park--st-pauls"), (0, "big-ben--charterhouse")):
        t.do(ChooseOpening(seat, (ticket,)))
    assert t.state.waiting_for() == (1,)
    t.do(ChooseOpening(1, ("british-museum--waterloo",)))
    assert t.state.phase is Phase.TURNS
    assert t.mover == 0


def test_the_opening_choice_is_made_once() -> None:
    t = table("london", 2, opened=False).do(ChooseOpening(0, ("hyde-park--st-pauls",)))
    again = ChooseOpening(0, ("big-ben--charterhouse",))
    assert t.code(again) == "not_your_turn"
    t.do(ChooseOpening(1, ("british-museum--waterloo",)))
    refusal = t.refusal(again)
    assert refusal.code == "not_your_turn"
    assert "Ada has already chosen their opening tickets" in refusal.message


def test_a_table_where_all_tickets_come_at_the_reveal_starts_at_once() -> None:
    t = table("london", 2, opened=False, at_reveal=(0, 1))
    assert t.state.phase is Phase.TURNS
    refusal = t.refusal(ChooseOpening(0, ("hyde-park--st-pauls",)))
    assert refusal.code == "not_your_turn"
    assert "entered at the reveal" in refusal.message


def test_a_skipped_turn_passes_on_and_shows_in_the_log_as_that() -> None:
    t = table("london").do(SkipTurn(0))
    assert t.mover == 1
    line = public_log.lines(t.board, t.entries)[-1]
    assert (line.wire, line.seat) == ("turn.skipped", 0)
    assert str(line.text) == "Ada’s turn is skipped."


def test_the_host_can_end_a_game_early_and_it_is_scored_as_it_stands() -> None:
    t = table("london", opening=[["british-museum--waterloo"], ["hyde-park--st-pauls"]])
    t.claim("big-ben--waterloo").end()
    assert t.state.finished
    assert t.state.ended_early
    assert [row.total for row in t.sheet.rows] == [1 - 4, -6]
    assert t.state.final_round is None


def test_a_game_that_ran_its_course_is_not_marked_as_ended_early() -> None:
    t = table("london", final_round_at=13).claim("baker-street--hyde-park").pass_turns(2)
    assert t.state.finished
    assert not t.state.ended_early


def everything(t: Table) -> list[object]:
    return [
        DrawCards(0),
        SkipTurn(0),
        ClaimRoute(0, "big-ben--waterloo"),
        DrawTickets(0, ("kings-cross--tower-of-london",)),
        ChooseOpening(0, ("kings-cross--tower-of-london",)),
        RevealTickets(0, ("kings-cross--tower-of-london",)),
        EndGame(),
    ]


def test_when_the_game_is_over_nothing_more_can_be_done() -> None:
    t = table("london").end()
    for action in everything(t):
        assert t.code(action) == "game_over", action


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_acts_for_a_seat_that_is_not_there(seat: int) -> None:
    t = table("london")
    for action in (DrawCards(seat), ClaimRoute(seat, "nowhere"), RevealTickets(seat, ())):
        assert t.code(action) == "unknown_player"


ADA, BO = Player("Ada", "red"), Player("Bo", "white")


@pytest.mark.parametrize(
    ("players", "at", "where", "fragment"),
    [
        ((ADA,), 2, "players", "London is for 2 to 4 players."),
        (people(board("germany"), 5), 2, "players", "London is for 2 to 4 players."),
        ((ADA, Player("Ada", "white")), 2, "players[1].name", "Two players are called Ada."),
        ((ADA, Player("Bo", "red")), 2, "players[1].color", "Two players are red."),
        ((ADA, Player("Bo", "puce")), 2, "players[1].color", "isn’t a player colour on this map"),
        ((ADA, BO), 17, "options.final_round_at", "Expected a number from 0 to 16"),
        ((ADA, BO), -1, "options.final_round_at", "Expected a number from 0 to 16"),
    ],
)
def test_a_table_that_cannot_start_says_why(
    players: tuple[Player, ...], at: int, where: str, fragment: str
) -> None:
    with pytest.raises(RuleViolation) as refused:
        engine.begin(board("london"), StartGame(players, at, RECORD))
    assert refused.value.code == "malformed"
    assert refused.value.message.startswith(f"{where}: ")
    assert fragment in refused.value.message


def test_a_table_seats_nobody_in_a_colour_its_sheet_does_not_offer() -> None:
    with pytest.raises(RuleViolation, match="isn’t a player colour on this map"):
        engine.begin(board("london"), StartGame((ADA, Player("Bo", "black")), 2, PAPER))


@pytest.mark.parametrize(("slug", "least", "most"), [("paris", 2, 4), ("germany", 2, 5)])
def test_each_box_says_how_many_can_play(slug: str, least: int, most: int) -> None:
    assert board(slug).players == (least, most)
    for seats in range(least, most + 1):
        assert len(table(slug, seats, PAPER).state.hands) == seats


@pytest.mark.parametrize(
    ("slug", "vehicles", "hand", "cards", "first"),
    [
        ("paris", 15, 2, 46, "random"),
        ("london", 17, 2, 44, "youngest"),
        ("germany", 45, 4, 110, "oldest"),
    ],
)
def test_the_boxes_hold_what_the_table_of_differences_says(
    slug: str, vehicles: int, hand: int, cards: int, first: str
) -> None:
    box = board(slug)
    assert (box.vehicles_each, box.opening_hand) == (vehicles, hand)
    assert sum(box.cards.values()) == cards
    assert box.first_player == first
