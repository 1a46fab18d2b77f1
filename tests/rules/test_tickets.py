"""docs/rules.md, “Draw tickets”: from a record on file, and from the paper tickets of the box."""

import pytest

from games.rules.actions import (
    AskForTickets,
    ChooseOpening,
    CountTickets,
    DrawTickets,
    RevealTickets,
    SettleTicket,
    TicketSource,
)
from games.rules.state import Phase
from games.rules.views import screen_view
from tests.support.boards import board
from tests.support.play import PAPER, RECORD, Table, table

LONDON = [ticket.id for ticket in board("london").tickets]
GERMANY = [ticket.id for ticket in board("germany").tickets]
BOTH = pytest.mark.parametrize("source", [RECORD, PAPER])


@pytest.mark.parametrize(
    ("slug", "opening", "turn"),
    [
        ("paris", (2, 1, "bottom"), (2, 1, "bottom")),
        ("london", (2, 1, "bottom"), (2, 1, "bottom")),
        ("germany", (4, 2, "shuffled"), (4, 1, "bottom")),
    ],
)
def test_each_box_says_how_many_are_drawn_and_kept(
    slug: str, opening: tuple[int, int, str], turn: tuple[int, int, str]
) -> None:
    box = board(slug)
    assert (box.opening.draw, box.opening.keep, box.opening.rejected) == opening
    assert (box.turn.draw, box.turn.keep, box.turn.rejected) == turn


@pytest.mark.parametrize(
    ("slug", "sizes"), [("paris", [20]), ("london", [20]), ("germany", [55, 34])]
)
def test_the_decks_hold_as_many_tickets_as_the_box_announces(slug: str, sizes: list[int]) -> None:
    box = board(slug)
    assert [len(box.deck_tickets[deck.id]) for deck in box.decks] == sizes


# -- The opening ----------------------------------------------------------------------------------


@BOTH
def test_of_two_opening_tickets_at_least_one_is_kept(source: TicketSource) -> None:
    t = table("london", 2, source, opened=False)
    a, b, c, *_rest = LONDON
    assert t.code(ChooseOpening(0, (), (a, b))) == "too_few_tickets"
    assert t.code(ChooseOpening(0, ())) == "too_few_tickets"
    assert t.code(ChooseOpening(0, (a, b, c))) == "too_many_tickets"
    t.do(ChooseOpening(0, (a, b), ()))
    assert t.state.hands[0].tickets == (a, b)


@BOTH
def test_in_germany_at_least_two_of_four_opening_tickets_are_kept(source: TicketSource) -> None:
    t = table("germany", 2, source, opened=False)
    assert t.code(ChooseOpening(0, tuple(GERMANY[:1]), tuple(GERMANY[1:4]))) == "too_few_tickets"
    assert t.code(ChooseOpening(0, tuple(GERMANY[:5]))) == "too_many_tickets"
    mixed = (GERMANY[0], GERMANY[-1])  # one short, one long
    t.do(ChooseOpening(0, mixed, (GERMANY[1], GERMANY[-2])))
    assert t.state.hands[0].tickets == mixed


@BOTH
def test_kept_and_returned_are_as_many_as_the_rules_deal(source: TicketSource) -> None:
    t = table("london", 2, source, opened=False)
    a, b, c, *_rest = LONDON
    assert t.code(ChooseOpening(0, (a,), ())) == "too_few_tickets"
    assert t.code(ChooseOpening(0, (a,), (b, c))) == "too_many_tickets"
    refusal = t.refusal(ChooseOpening(0, (a,), (b, c)))
    assert refusal.message == "Ada drew 3 tickets, but the rules deal 2."


@BOTH
def test_a_ticket_must_exist_and_exists_once(source: TicketSource) -> None:
    t = table("london", 2, source, opened=False)
    a, b, *_rest = LONDON
    assert t.code(ChooseOpening(0, ("berlin--mainz",))) == "unknown_ticket"
    assert t.code(ChooseOpening(0, (a,), ("berlin--mainz",))) == "unknown_ticket"
    assert t.code(ChooseOpening(0, (a, a))) == "ticket_already_held"
    assert t.code(ChooseOpening(0, (a,), (a,))) == "ticket_already_held"
    t.do(ChooseOpening(0, (a,), (b,)), ChooseOpening(1, (b,)))
    assert t.state.hands[1].tickets == (b,), "what was returned can be drawn by another"


# -- On a turn ------------------------------------------------------------------------------------


@BOTH
def test_tickets_kept_on_a_turn_stay_with_those_held(source: TicketSource) -> None:
    t = table("london", 2, source)
    t.tickets([LONDON[5]], [LONDON[6]])
    assert t.state.hands[0].tickets == (LONDON[0], LONDON[5])
    assert t.mover == 1


@BOTH
def test_at_least_one_ticket_drawn_on_a_turn_is_kept(source: TicketSource) -> None:
    t = table("germany", 2, source)
    drawn = GERMANY[10:14]
    assert t.code(DrawTickets(0, (), tuple(drawn))) == "too_few_tickets"
    assert t.code(DrawTickets(0, tuple(GERMANY[10:15]))) == "too_many_tickets"
    t.tickets(drawn[:1], drawn[1:])
    assert len(t.state.hands[0].tickets) == 3


@BOTH
def test_nobody_draws_a_ticket_they_already_hold(source: TicketSource) -> None:
    t = table("london", 2, source)
    refusal = t.refusal(DrawTickets(0, (LONDON[0],), (LONDON[5],)))
    assert refusal.code == "ticket_already_held"
    assert "and Ada already holds it" in refusal.message


def test_a_record_compares_the_tickets_of_all_players() -> None:
    t = table("london", 3)
    refusal = t.refusal(DrawTickets(0, (LONDON[2],)))
    assert refusal.code == "ticket_already_held"
    assert "Cy already holds it" in refusal.message
    assert t.code(DrawTickets(0, (LONDON[5],), (LONDON[1],))) == "ticket_already_held"


def test_only_dealt_tickets_are_asked_for() -> None:
    for source in (RECORD, PAPER):
        assert table("london", 2, source).code(AskForTickets(0, {"tickets": 2})) == "no_offer"


# -- Nearly empty decks ---------------------------------------------------------------------------


def nearly_empty(left: int, slug: str = "london", source: TicketSource = RECORD) -> Table:
    """All but so many tickets are held."""
    t = table(slug, 2, source)
    most = t.board.turn.draw
    rest = [ticket.id for ticket in t.board.tickets if not held(t, ticket.id)]
    while len(rest) > left:
        number = min(most, len(rest) - left)
        t.tickets(rest[:number])
        rest = rest[number:]
    return t


def held(t: Table, ticket: str) -> bool:
    return any(ticket in hand.tickets for hand in t.state.hands)


@BOTH
def test_the_last_ticket_of_a_deck_is_drawn_and_kept(source: TicketSource) -> None:
    t = nearly_empty(1, source=source)
    assert not held(t, LONDON[-1])
    assert t.code(DrawTickets(t.mover, (), (LONDON[-1],))) == "too_few_tickets"
    t.tickets([LONDON[-1]], [])
    assert held(t, LONDON[-1])


@BOTH
def test_with_fewer_than_four_left_in_germany_what_is_left_is_drawn(source: TicketSource) -> None:
    t = nearly_empty(3, "germany", source)
    first, *rest = GERMANY[-3:]
    assert t.code(DrawTickets(t.mover, (first,), (rest[0],))) == "too_few_tickets"
    t.tickets([first], rest)
    assert held(t, first)
    t.tickets(rest, [])


@BOTH
def test_from_an_empty_deck_nothing_is_drawn(source: TicketSource) -> None:
    t = nearly_empty(0, source=source)
    refusal = t.refusal(DrawTickets(t.mover, ()))
    assert refusal.code == "too_few_tickets"
    assert refusal.message == "There are no tickets left to draw. Choose another action."


def test_more_than_an_empty_deck_deals_is_too_many_and_a_held_ticket_is_held() -> None:
    t = nearly_empty(0)
    assert t.code(DrawTickets(t.mover, (LONDON[0],))) == "ticket_already_held"
    t = table("london", 2, at_reveal=(0,))
    while screen_view(t.state).tickets_left:
        t.do(CountTickets(0, min(2, screen_view(t.state).tickets_left))).pass_turns()
    refusal = t.refusal(CountTickets(0, 1))
    assert refusal.code == "too_many_tickets"
    assert refusal.message == "There are no tickets left to draw. Choose another action."
    assert t.code(CountTickets(0, 0)) == "too_few_tickets"
    t.pass_turns()
    unseen = next(id for id in LONDON if id not in t.state.hands[1].tickets)
    assert t.code(DrawTickets(1, (unseen,))) == "too_many_tickets"


# -- Paper tickets --------------------------------------------------------------------------------


def test_a_paper_ticket_another_player_has_is_accepted_silently() -> None:
    """Refusing it would let anybody probe what others hold."""
    t = table("london", 2, PAPER, opened=False)
    t.do(ChooseOpening(0, (LONDON[0],)), ChooseOpening(1, (LONDON[0],)))
    t.tickets([LONDON[3]]).tickets([LONDON[3]])
    assert t.state.hands[0].tickets == t.state.hands[1].tickets == (LONDON[0], LONDON[3])


def test_what_a_player_returns_is_not_compared_with_what_others_hold() -> None:
    t = table("london", 2, PAPER)
    t.tickets([LONDON[5]], [LONDON[1]])
    assert t.state.hands[0].tickets == (LONDON[0], LONDON[5])


def conflict() -> Table:
    t = table("london", 3, PAPER, opening=[[LONDON[0]], [LONDON[0]], [LONDON[2]]])
    return t.tickets([LONDON[4]]).tickets([LONDON[5]]).end()


def test_two_claims_to_one_paper_ticket_are_shown_at_the_reveal_and_settled() -> None:
    t = conflict()
    assert t.state.phase is Phase.REVEAL
    assert t.state.conflicts() == (LONDON[0],)
    assert t.state.waiting_for() == ()
    t.do(SettleTicket(LONDON[0], 1))
    assert t.state.finished
    assert [hand.tickets for hand in t.state.hands] == [
        (LONDON[4],),
        (LONDON[0], LONDON[5]),
        (LONDON[2],),
    ]


def test_only_a_conflict_can_be_settled_and_only_for_who_claims_the_ticket() -> None:
    t = conflict()
    assert t.code(SettleTicket(LONDON[2], 2)) == "unknown_ticket"
    assert t.code(SettleTicket("nothing", 2)) == "unknown_ticket"
    assert t.code(SettleTicket(LONDON[0], 2)) == "unknown_ticket"
    assert t.code(SettleTicket(LONDON[0], 7)) == "unknown_player"
    before = table("london", 2, PAPER, opening=[[LONDON[0]], [LONDON[0]]])
    assert before.code(SettleTicket(LONDON[0], 0)) == "unknown_ticket", "still a secret"


# -- Tickets that come at the reveal --------------------------------------------------------------


def test_a_player_without_a_phone_says_only_how_many_tickets_are_kept() -> None:
    t = table("london", 2, at_reveal=(0,))
    assert t.code(DrawTickets(0, (LONDON[5],))) == "unknown_ticket"
    assert t.code(CountTickets(0, 0)) == "too_few_tickets"
    assert t.code(CountTickets(0, 3)) == "too_many_tickets"
    t.do(CountTickets(0, 2))
    assert t.state.hands[0].counted == 2
    assert t.code(CountTickets(1, 1)) == "unknown_ticket", "Bo has to choose which"


def test_at_the_reveal_all_tickets_held_are_entered() -> None:
    t = table("london", 2, at_reveal=(0,)).do(CountTickets(0, 1))
    early = RevealTickets(0, (LONDON[5], LONDON[6]))
    assert t.code(early) == "not_your_turn"
    t.end()
    assert t.state.phase is Phase.REVEAL
    assert t.state.waiting_for() == (0,)
    assert not t.state.finished
    assert t.code(RevealTickets(0, (LONDON[5],))) == "too_few_tickets"
    assert t.code(RevealTickets(0, tuple(LONDON[5:9]))) == "too_many_tickets"
    assert t.code(RevealTickets(0, ("nothing", LONDON[5]))) == "unknown_ticket"
    assert t.code(RevealTickets(0, (LONDON[1], LONDON[5]))) == "ticket_already_held"
    assert t.code(RevealTickets(1, (LONDON[5],))) == "not_your_turn"
    t.do(RevealTickets(0, (LONDON[5], LONDON[6])))
    assert t.state.finished
    assert t.state.hands[0].tickets == (LONDON[5], LONDON[6])
    assert t.code(RevealTickets(0, (LONDON[5], LONDON[6]))) == "game_over"


def test_every_player_without_a_phone_is_waited_for_at_the_reveal() -> None:
    t = table("london", 3, at_reveal=(0, 2)).end()
    t.do(RevealTickets(2, (LONDON[5],)))
    assert t.state.waiting_for() == (0,)
    assert t.code(RevealTickets(2, (LONDON[5],))) == "not_your_turn", "already known"
    t.do(RevealTickets(0, (LONDON[6], LONDON[7])))
    assert t.state.finished


def test_a_paper_ticket_shown_twice_at_the_reveal_is_a_conflict_not_a_refusal() -> None:
    t = table("london", 2, PAPER, at_reveal=(0,)).end()
    t.do(RevealTickets(0, (LONDON[1],)))
    assert t.state.conflicts() == (LONDON[1],)
    assert t.do(SettleTicket(LONDON[1], 0)).state.finished
