"""The sheet is wrong about a route: the table plays on with the printed one."""

from dataclasses import replace

import pytest
from django.utils import translation

from games.language import say
from games.rules import checks, codec, log, public_log, record, sheet
from games.rules.actions import CorrectRoute
from games.rules.events import RouteClaimed, RouteCorrected
from games.rules.reading import Malformed
from games.rules.scoring import score
from tests.support.boards import board
from tests.support.play import Table, table

LONG = "baker-street--hyde-park"  # on the sheet: 4 spaces, 7 points
PAIR = ("birch--fir--1", "birch--fir--2")


def correct(t: Table, route: str, color: str = "", length: int = 0) -> Table:
    current = t.state.board.route[route]
    return t.do(CorrectRoute(route, color or current.color, length or current.length))


def test_a_claim_pays_for_the_corrected_route() -> None:
    t = table("london")
    assert (board("london").route[LONG].color, board("london").route[LONG].length) == ("black", 4)
    correct(t, LONG, "green", 2).claim(LONG, {"green": 2})
    assert t.state.hands[0].vehicles == board("london").vehicles_each - 2
    assert t.state.hands[0].points == 2
    assert t.mover == 1, "a correction is nobody's turn"


def test_the_sheet_itself_is_untouched() -> None:
    t = correct(table("london"), LONG, "green", 2)
    assert t.state.sheet == board("london")
    assert t.state.board.route[LONG].length == 2


def test_parallel_routes_change_their_length_together_and_their_colours_alone() -> None:
    t = table("tangle", 3)
    color = t.board.route[PAIR[1]].color
    correct(t, PAIR[0], length=2)
    assert [t.state.board.route[id].length for id in PAIR] == [2, 2]
    assert t.state.board.route[PAIR[1]].color == color
    assert not [p for p in checks.check(t.state.board) if p.error]


def test_a_claimed_route_is_counted_again() -> None:
    t = correct(table("london").claim(LONG), LONG, length=2)
    assert (t.state.hands[0].points, t.state.hands[0].vehicles) == (2, 15)
    assert score(t.state).rows[0].route_points == 2
    assert t.state.hands[1].points == 0


def test_a_claimed_parallel_is_counted_again_too() -> None:
    t = table("tangle", 3).claim(PAIR[0])
    before = t.state.hands[0]
    longer = t.board.route[PAIR[0]].length + 1
    correct(t, PAIR[1], length=longer)
    assert t.state.hands[0].vehicles == before.vehicles - 1
    assert t.state.hands[0].points == t.board.points[longer]


@pytest.mark.parametrize(
    ("route", "color", "length", "code"),
    [
        ("nowhere", "blue", 2, "unknown_route"),
        (LONG, "black", 4, "not_correctable"),  # the sheet says so already
        (LONG, "brown", 4, "not_correctable"),  # no such cards
        (LONG, "wild", 4, "not_correctable"),
        (LONG, "blue", 9, "not_correctable"),  # no points for that length
        (LONG, "blue", 0, "not_correctable"),
    ],
)
def test_what_no_board_could_have_is_refused(
    route: str, color: str, length: int, code: str
) -> None:
    assert table("london").code(CorrectRoute(route, color, length)) == code


def test_the_colour_of_a_claimed_route_stays_where_the_cards_would_not_fit() -> None:
    t = table("london").claim(LONG, {"black": 3, "wild": 1})
    refused = t.refusal(CorrectRoute(LONG, "green", 4))
    assert refused.code == "not_correctable"
    assert str(refused.text) == (
        "Ada paid 3 black cards for Baker Street – Hyde Park. In green, it would "
        "have to be paid differently."
    )


def test_the_colour_of_a_claimed_route_changes_where_nothing_paid_does() -> None:
    for paid in (None, {"wild": 4}):
        t = correct(table("london").claim(LONG, paid), LONG, "green")
        assert t.state.board.route[LONG].color == "green"
    t = correct(table("london").claim(LONG, {"black": 4}), LONG, "grey")
    assert t.state.board.route[LONG].color == "grey"


def test_before_claims_are_counted_again_somebody_is_told_what_would_change() -> None:
    t = table("london").claim(LONG)
    refused = t.refusal(CorrectRoute(LONG, "black", 2, recount=False))
    assert str(refused.text) == "Ada would have 15 buses left and 2 points."


def test_a_claimed_route_stays_once_the_last_round_has_begun() -> None:
    t = table("london", final_round_at=13).claim(LONG)
    assert t.state.final_round is not None
    assert t.code(CorrectRoute(LONG, "black", 2)) == "not_correctable"
    correct(t, "big-ben--waterloo", length=2)
    assert t.state.board.route["big-ben--waterloo"].length == 2


def test_nobody_ends_up_with_fewer_than_no_vehicles() -> None:
    t = table("london").claim("big-ben--waterloo")
    last = replace(t.state.hands[0], vehicles=1)
    t.state = replace(t.state, hands=(last, *t.state.hands[1:]))
    color = t.board.route["big-ben--waterloo"].color
    assert t.code(CorrectRoute("big-ben--waterloo", color, 3)) == "not_enough_vehicles"
    assert correct(t, "big-ben--waterloo", length=2).state.hands[0].vehicles == 0


def test_nothing_is_corrected_when_the_game_is_over() -> None:
    assert table("london").end().code(CorrectRoute(LONG, "green", 2)) == "game_over"


def test_it_is_undone_like_everything_else() -> None:
    t = table("london").claim(LONG)
    before = t.state
    correct(t, LONG, length=2)
    assert t.note(log.decide_undo(t.entries)).state == before


def test_an_earlier_entry_can_be_corrected_across_it() -> None:
    t = correct(table("london"), LONG, "green", 2).claim(LONG)
    claim = t.entries[-1].number
    t.note(log.decide_correction(t.board, t.entries, claim, RouteClaimed(0, "big-ben--waterloo")))
    assert t.state.owners == {"big-ben--waterloo": 0}
    assert t.state.board.route[LONG].color == "green"


def test_folding_gives_the_same_state_and_the_wire_the_same_fact() -> None:
    t = correct(table("london").claim(LONG), LONG, length=2).pass_turns()
    assert log.fold(t.board, t.entries) == t.state
    fact = RouteCorrected(LONG, "green", 2)
    assert codec.unpack(*codec.pack(fact)) == fact
    assert fact.wire == "route.corrected"


def test_the_log_tells_everybody() -> None:
    t = correct(table("london"), LONG, "green", 2)
    sentence = str(public_log.lines(t.state.board, t.entries)[-1].text)
    assert sentence == (
        "Corrected for this table: Baker Street – Hyde Park is green, 2 spaces long."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "è nera, lunga 2 caselle."),
        ("de", "ist schwarz und 2 Felder lang."),
        ("fr", "est noire et longue de 2 cases."),
    ],
)
def test_the_log_says_the_colour_as_one_says_it_of_a_route(language: str, said: str) -> None:
    t = correct(table("london"), LONG, length=2)
    with translation.override(language):
        assert say(public_log.lines(t.state.board, t.entries)[-1].text).endswith(said)


# -- The game record ------------------------------------------------------------------------------


def played() -> Table:
    t = table("london").pass_turns()
    correct(t, LONG, "green", 2).claim("big-ben--waterloo").claim(LONG, {"green": 2})
    return t.end()


def test_a_record_says_what_was_corrected_and_replays_to_the_same_count() -> None:
    t = played()
    written = record.write(t.started, t.events)
    opening = sum(move["action"] == "keep_tickets" for move in written["moves"])
    assert written["corrections"] == [
        {"after": opening + 1, "route": LONG, "color": "green", "length": 2}
    ]
    again = record.replay(record.read(written), board("london"))
    assert record.summary(again.state) == record.summary(t.state)
    assert record.write(again.started, again.events) == written


def test_a_sheet_that_has_it_right_by_now_replays_too() -> None:
    right, complaints = sheet.read(sheet.write(board("london").with_route(LONG, "green", 2)))
    assert right is not None, complaints
    t = played()
    again = record.replay(record.read(record.write(t.started, t.events)), right)
    assert record.summary(again.state) == record.summary(t.state)


def test_without_the_corrections_the_record_is_refused_rather_than_counted_wrongly() -> None:
    t = played()
    written = record.write(t.started, t.events)
    del written["corrections"]
    with pytest.raises(record.IllegalMove) as refused:
        record.replay(record.read(written), board("london"))
    assert refused.value.violation.code == "wrong_cards"


@pytest.mark.parametrize(
    ("corrections", "where"),
    [
        (7, "corrections"),
        ([{}], "corrections[0].after"),
        ([{"after": 0, "route": LONG, "color": "green", "length": "2"}], "corrections[0].length"),
        ([{"after": 0, "route": "nowhere", "color": "green", "length": 2}], "corrections[0]"),
        ([{"after": 0, "route": LONG, "color": "puce", "length": 2}], "corrections[0]"),
    ],
)
def test_nonsense_is_named_with_its_place(corrections: object, where: str) -> None:
    t = played()
    written = {**record.write(t.started, t.events), "corrections": corrections}
    with pytest.raises(Malformed) as malformed:
        record.replay(record.read(written), board("london"))
    assert malformed.value.where == where
