"""Differences on the printed board, found at the table: places, routes and tickets."""

from dataclasses import replace

import pytest

from games.rules import checks, codec, log, public_log, record
from games.rules.actions import ChooseOpening, CompareSheet, CorrectRoute, CorrectSheet
from games.rules.scoring import score
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
)
from games.rules.ticket_status import Standing
from games.rules.views import screen_view, seat_view
from tests.support.boards import board
from tests.support.play import PAPER, Table, table

SOHO = PlaceAdded("soho", "Soho")
TO_SOHO = RouteAdded("", "soho", "hyde-park", "green", 2)
PLAIN = "big-ben--waterloo"


def with_facts(t: Table, *facts: SheetFact) -> Table:
    return t.do(*(CorrectSheet(fact) for fact in facts))


def refused(t: Table, fact: SheetFact) -> str:
    return str(t.refusal(CorrectSheet(fact)).text)


# -- Places ---------------------------------------------------------------------------------------


def test_a_new_place_lies_on_the_canvas_and_clear_of_the_others() -> None:
    t = with_facts(table("london"), SOHO)
    place = t.state.board.place["soho"]
    assert 0 < place.x < t.board.canvas[0]
    assert 0 < place.y < t.board.canvas[1]
    assert all((p.x, p.y) != (place.x, place.y) for p in t.board.places)


def test_a_new_place_moves_between_its_neighbours() -> None:
    t = with_facts(table("london"), SOHO, TO_SOHO, replace(TO_SOHO, b="baker-street", color="grey"))
    places = t.state.board.place
    soho = places["soho"]

    def far(other: str) -> float:
        return float(((soho.x - places[other].x) ** 2 + (soho.y - places[other].y) ** 2) ** 0.5)

    others = sorted((far(p.id), p.id) for p in t.board.places)
    assert {id for _far, id in others[:6]} >= {"hyde-park", "baker-street"}


def test_where_somebody_put_a_place_it_stays() -> None:
    t = with_facts(table("london"), SOHO, PlaceMoved("soho", 10.0, 20.0), TO_SOHO)
    soho = t.state.board.place["soho"]
    assert (soho.x, soho.y) == (10.0, 20.0)


def test_a_place_is_renamed_and_the_log_remembers_what_it_was_called() -> None:
    t = with_facts(table("london"), PlaceRenamed("hyde-park", "Green Park"))
    assert t.state.board.place["hyde-park"].name == "Green Park"
    sentence = str(public_log.lines(t.state.board, t.entries)[-1].text)
    assert sentence == "Hyde Park is called Green Park on the printed board."


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (PlaceAdded("hyde-park-2", "HYDE  park"), "There’s already a place called Hyde Park."),
        (PlaceAdded("soho", " "), "A place needs a name of at most 60 letters."),
        (PlaceRenamed("hyde-park", "Waterloo"), "There’s already a place called Waterloo."),
        (PlaceRenamed("hyde-park", "Hyde Park"), "The sheet already says that."),
        (PlaceRenamed("nowhere", "Soho"), "There’s no place “nowhere” on this map."),
        (PlaceMoved("hyde-park", -1.0, 0.0), "Hyde Park is outside the canvas."),
    ],
)
def test_what_cannot_be_said_of_a_place(fact: SheetFact, why: str) -> None:
    assert refused(table("london"), fact) == why


# -- Routes ---------------------------------------------------------------------------------------


def test_a_printed_route_is_added_and_claimed() -> None:
    t = with_facts(table("london"), SOHO, TO_SOHO)
    assert t.mover == 0, "a correction is nobody's turn"
    t.claim("soho--hyde-park", {"green": 2})
    assert t.state.owners == {"soho--hyde-park": 0}
    assert t.state.hands[0].points == board("london").points[2]
    assert t.state.sheet == board("london")


def test_no_more_routes_side_by_side_than_are_printed() -> None:
    t = table("london")
    route = t.board.route[PLAIN]
    more = RouteAdded("", route.a, route.b, "grey", route.length)
    assert "only one route is printed" in refused(t, more)
    with_facts(t, replace(more, parallels=2))
    assert t.state.board.parallels[PLAIN] == (f"{PLAIN}--2",)
    assert "All 2 routes" in refused(t, replace(more, parallels=2))
    assert not [p for p in checks.check(t.state.board) if p.error]


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (replace(TO_SOHO, a="camden"), "There’s no place “camden” on this map."),
        (replace(TO_SOHO, a="hyde-park"), "A route has to connect two different places."),
        (replace(TO_SOHO, a="brick-lane", length=9), "No points are set for length 9."),
        (
            replace(TO_SOHO, a="waterloo", color="puce"),
            "“puce” is neither grey nor a card colour.",
        ),
        (
            RouteAdded("", "waterloo", "big-ben", "grey", 3, 2),
            "Parallel routes must be the same length: the one beside it has 1 space on this map.",
        ),
    ],
)
def test_what_no_board_could_have_is_refused(fact: SheetFact, why: str) -> None:
    assert refused(table("london"), fact) == why


def test_a_route_nobody_owns_is_struck_out() -> None:
    t = with_facts(table("london"), RouteStruck(PLAIN))
    assert PLAIN not in t.state.board.route
    assert t.code(CorrectSheet(RouteStruck(PLAIN))) == "unknown_route"
    assert "removed for this table" in str(public_log.lines(t.state.board, t.entries)[-1].text)


def test_a_route_somebody_owns_is_there() -> None:
    t = table("london").claim(PLAIN)
    assert "Ada has claimed" in refused(t, RouteStruck(PLAIN))


def test_a_claim_of_a_route_that_is_gone_again_keeps_its_line_in_the_log() -> None:
    t = with_facts(table("london"), SOHO, TO_SOHO).claim("soho--hyde-park")
    for _entry in range(3):
        t.note(log.decide_undo(t.entries))
    assert t.state.board == t.state.sheet
    lines = [str(line.text) for line in public_log.lines(t.state.board, t.entries)]
    assert any("claims Soho – Hyde Park" in line for line in lines)


# -- Confirming -----------------------------------------------------------------------------------


def test_a_confirmation_is_remembered_taken_back_and_not_undone() -> None:
    t = table("london").claim(PLAIN)
    with_facts(t, ItemConfirmed("routes", PLAIN))
    assert ("routes", PLAIN) in t.state.lessons.confirmed
    t.note(log.decide_undo(t.entries))
    assert t.state.owners == {}, "the claim was undone, not the confirmation"
    assert ("routes", PLAIN) in t.state.lessons.confirmed
    with_facts(t, ItemConfirmed("routes", PLAIN, so=False))
    assert not t.state.lessons.confirmed
    assert "nothing like that" in refused(t, ItemConfirmed("routes", "nowhere"))


def test_what_was_compared_before_the_game_is_one_entry_and_belongs_to_the_start() -> None:
    t = table("london", source=PAPER)
    before = len(log.in_force(t.entries))
    t.do(CompareSheet((SOHO, TO_SOHO, CorrectRoute(PLAIN, "green", 2))))
    assert len(log.in_force(t.entries)) == before + 1
    assert t.state.board.route[PLAIN].length == 2
    assert "soho" in t.state.board.place
    with pytest.raises(Exception, match="nothing to undo"):
        log.decide_undo([e for e in t.entries if e.number in (1, len(t.entries))])


# -- Paper tickets that are not in the list -------------------------------------------------------


def paper(*added: NewTicket) -> Table:
    """Ada opens with tickets of her own; Bo's are in the list."""
    t = table("london", source=PAPER, opened=False)
    deck = t.board.decks[0].id
    mine = added or (NewTicket("hyde-park", "soho", 9, deck, {"soho": "Soho"}),)
    return t.do(ChooseOpening(0, tuple(new.id for new in mine), None, (), mine))


def test_a_paper_ticket_with_a_new_place_is_its_owners_secret() -> None:
    bare = table("london", source=PAPER, opened=False)
    t = paper()
    listed = bare.do(ChooseOpening(0, (t.board.tickets[0].id,)))
    assert screen_view(t.state) == screen_view(listed.state)
    assert seat_view(t.state, 1) == seat_view(listed.state, 1)
    assert t.state.board == t.state.sheet
    assert t.state.seen_by(1) == t.state.sheet
    own = seat_view(t.state, 0).tickets[0]
    assert (own.id, own.value, own.standing) == ("hyde-park--soho--9", 9, Standing.POSSIBLE)
    assert t.state.seen_by(0).place["soho"].name == "Soho"
    lines = [str(line.text) for line in public_log.lines(t.state.board, t.entries)]
    assert lines == [str(line.text) for line in public_log.lines(bare.state.board, bare.entries)]


def test_two_who_read_the_same_ticket_are_not_told_before_the_reveal() -> None:
    t = paper()
    t.do(ChooseOpening(1, ("hyde-park--soho--9",), None, (), t.state.hands[0].added))
    assert t.end().state.conflicts() == ("hyde-park--soho--9",)


def test_a_new_ticket_counts_once_its_place_is_on_the_map_under_its_name() -> None:
    t = paper().do(ChooseOpening(1, (board("london").tickets[0].id,)))
    with_facts(t, PlaceAdded("little-soho", "SOHO"), replace(TO_SOHO, a="little-soho"))
    t.claim("little-soho--hyde-park").end()
    assert score(t.state).rows[0].ticket_points == 9


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (NewTicket("hyde-park", "hyde-park", 9, "tickets"), "has to connect two different places"),
        (NewTicket("hyde-park", "soho", 9, "tickets"), "A place needs a name"),
        (NewTicket("hyde-park", "waterloo", 0, "tickets"), "at least one point"),
        (NewTicket("hyde-park", "waterloo", 9, "long"), "no deck “long”"),
    ],
)
def test_what_no_card_could_say(new: NewTicket, why: str) -> None:
    t = table("london", source=PAPER, opened=False)
    new = replace(new, deck=t.board.decks[0].id) if new.deck == "tickets" else new
    action = ChooseOpening(0, (new.id,), None, (), (new,))
    assert why in str(t.refusal(action).text)


def test_a_ticket_that_is_in_the_list_is_picked_from_it() -> None:
    t = table("london", source=PAPER, opened=False)
    listed = t.board.tickets[0]
    new = NewTicket(listed.b, listed.a, listed.points, listed.deck)
    action = ChooseOpening(0, (new.id,), None, (), (new,))
    assert "already in the list" in str(t.refusal(action).text)


def test_how_many_tickets_are_left_does_not_tell_that_one_was_added() -> None:
    t = table("london", source=PAPER)
    before = screen_view(t.state).tickets_left
    deck = t.board.decks[0].id
    with_facts(t, TicketAdded("hyde-park--tower-of-london--9", "hyde-park", "waterloo", 9, deck))
    assert screen_view(t.state).tickets_left == before


def test_a_ticket_struck_out_of_the_list_stays_with_its_owner() -> None:
    listed = board("london").tickets[0]
    t = table("london", source=PAPER, opened=False).do(ChooseOpening(0, (listed.id,)))
    with_facts(t, TicketStruck(listed.id))
    assert listed.id not in t.state.board.ticket
    assert seat_view(t.state, 0).tickets[0].value == listed.points


# -- The game record ------------------------------------------------------------------------------


def test_a_record_of_all_this_replays_to_the_same_board_and_count() -> None:
    t = paper().do(ChooseOpening(1, (board("london").tickets[0].id,)))
    with_facts(t, SOHO, TO_SOHO, PlaceRenamed("hyde-park", "Green Park"), RouteStruck(PLAIN))
    with_facts(t, ItemConfirmed("places", "waterloo"), PlaceMoved("soho", 33.0, 44.0))
    t.claim("soho--hyde-park", {"green": 2}).end()
    written = record.write(t.started, t.events)
    again = record.replay(record.read(written), board("london"))
    assert record.summary(again.state) == record.summary(t.state)
    assert again.state.board.places == t.state.board.places
    assert again.state.board.routes == t.state.board.routes
    assert again.state.board.ticket.keys() == t.state.full_board.ticket.keys()
    assert again.state.lessons.confirmed == t.state.lessons.confirmed
    assert record.write(again.started, again.events) == written
    right = replace(board("london"), **{k: getattr(again.state.board, k) for k in PARTS})
    on_the_new_sheet = record.replay(record.read(written), right)
    assert record.summary(on_the_new_sheet.state) == record.summary(t.state)


PARTS = ("places", "routes", "tickets")


def test_what_the_log_holds_comes_back_from_the_database() -> None:
    t = with_facts(paper(), SOHO, TO_SOHO)
    for entry in t.entries:
        assert codec.unpack(*codec.pack(entry.fact)) == entry.fact
