"""docs/rules.md, “Paper tickets before the reveal”: looked through, settled, and put right."""

import json

import pytest

from games.rules import log, public_log, record
from games.rules.actions import (
    AgreeOnTickets,
    CheckPaper,
    ChooseOpening,
    MendTickets,
    RevealTickets,
    SettleTicket,
    StartGame,
)
from games.rules.events import TicketsDrawn, TicketSettled
from games.rules.record_corrections import board_facts
from games.rules.sheet_facts import NewTicket, PlaceAdded, TicketAdded
from games.rules.state import Phase
from tests.support.boards import board
from tests.support.play import PAPER, Table, people, table

A, B, C, D = (ticket.id for ticket in board("london").tickets[:4])
DECK = board("london").decks[0].id
MISREAD = NewTicket("hyde-park", "sohho", 8, DECK, {"sohho": "Sohho"})
ON_THE_CARD = NewTicket("hyde-park", "soho", 9, DECK, {"soho": "Soho"})


def paper_table(*opening: list[str], at_reveal: tuple[int, ...] = ()) -> Table:
    """A table with paper tickets whose last turn is played."""
    on = board("london")
    players = people(on, len(opening), at_reveal)
    t = Table(on, StartGame(players, 2, PAPER, paper_check=True))
    for seat, kept in enumerate(opening):
        if seat not in at_reveal:
            t.do(ChooseOpening(seat, tuple(kept)))
    return t.end()


def lines(t: Table) -> list[str]:
    return [str(line.text) for line in public_log.lines(t.board, t.entries)]


def read_back(t: Table) -> record.Game:
    written = json.loads(json.dumps(record.write(t.started, t.events)))
    return record.replay(record.read(written), t.board)


def test_the_reveal_waits_until_everybody_has_looked_through_their_tickets() -> None:
    t = paper_table([A], [B])
    assert t.state.phase is Phase.REVEAL
    assert t.state.waiting_for() == (0, 1)
    t.do(CheckPaper(1))
    assert t.state.waiting_for() == (0,)
    t.do(CheckPaper(0))
    assert t.state.finished
    assert lines(t)[-1] == "Ada has checked their paper tickets."


def test_nobody_checks_twice_or_too_early() -> None:
    t = paper_table([A], [B]).do(CheckPaper(0))
    assert "nothing left to check" in t.refusal(CheckPaper(0)).message
    early = table("london", 2, PAPER)
    assert early.code(CheckPaper(0)) == "no_offer"


def test_games_from_before_are_over_without_a_check() -> None:
    assert table("london", 2, PAPER).end().state.finished


def test_who_lost_a_ticket_enters_the_real_one() -> None:
    t = paper_table([A, B], [A, C]).do(CheckPaper(0), CheckPaper(1))
    assert t.state.conflicts() == (A,)
    t.do(SettleTicket(A, 1))
    assert t.state.waiting_for() == (0,)
    assert "belongs to Bo, not to Ada" in lines(t)[-1]
    assert t.code(MendTickets(0, (B,))) == "too_few_tickets"
    t.do(MendTickets(0, (B, D)))
    assert t.state.finished
    assert [hand.tickets for hand in t.state.hands] == [(B, D), (A, C)]
    assert lines(t)[-1] == "Ada fixes their paper tickets and holds 2 tickets."


def test_a_ticket_put_right_that_somebody_else_has_is_settled_again() -> None:
    t = paper_table([A, B], [A, C]).do(CheckPaper(0), CheckPaper(1), SettleTicket(A, 1))
    t.do(MendTickets(0, (B, C)))
    assert t.state.conflicts() == (C,)
    assert not t.state.finished


def test_a_refusal_tells_nothing_of_what_others_hold() -> None:
    t = paper_table([A, B], [C])
    t.do(MendTickets(0, (C, D)))  # Bo has it: nobody says so before all have checked
    refusal = t.refusal(MendTickets(1, (C, C)))
    assert "Ada" not in refusal.message
    assert refusal.code == "ticket_already_held"


def test_a_host_can_change_how_many_tickets_somebody_holds() -> None:
    t = paper_table([A, B], [C])
    t.do(AgreeOnTickets(1, 2))
    assert lines(t)[-1] == "A host set Bo’s hand to 2 tickets."
    assert t.code(CheckPaper(1)) == "too_few_tickets"
    t.do(MendTickets(1, (C, D)), CheckPaper(0))
    assert t.state.finished


def test_who_has_no_other_ticket_holds_fewer_and_the_record_reads_back() -> None:
    t = paper_table([A], [A]).do(CheckPaper(0), CheckPaper(1), SettleTicket(A, 1))
    t.do(AgreeOnTickets(0, 0))
    assert t.state.finished
    game = read_back(t)
    assert record.summary(game.state) == record.summary(t.state)
    assert [hand.tickets for hand in game.state.hands] == [(), (A,)]


def test_a_ticket_put_right_stands_in_the_record_where_the_wrong_one_was_picked() -> None:
    t = paper_table([A, B], [A, C]).do(CheckPaper(0), CheckPaper(1), SettleTicket(A, 1))
    t.do(MendTickets(0, (B, D)))
    moves = record.write(t.started, t.events)["moves"]
    assert moves[0] == {"player": "Ada", "action": "keep_tickets", "kept": [D, B]}
    assert read_back(t).state.finished


def test_tickets_shown_at_the_end_can_be_as_many_as_the_table_agrees_on() -> None:
    t = paper_table([A], [], at_reveal=(1,))
    assert t.code(RevealTickets(1, (B, C, D))) == "too_many_tickets"
    t.do(AgreeOnTickets(1, 3), RevealTickets(1, (B, C, D)), CheckPaper(0))
    assert t.state.finished
    assert record.summary(read_back(t).state) == record.summary(t.state)


def test_old_logs_whose_ticket_just_went_still_read_back() -> None:
    t = table("germany", 2, PAPER).end()
    first = t.state.hands[0].tickets[0]
    other = next(e for e in t.entries if getattr(e.fact, "seat", None) == 1)
    tickets = (first, *other.fact.kept[1:])  # type: ignore[union-attr]
    t = table("germany", 2, PAPER, opening=[t.state.hands[0].tickets, tickets]).end()
    t.do(SettleTicket(first, 0))
    assert t.events[-1] == TicketSettled(first, 0)
    assert record.summary(read_back(t).state) == record.summary(t.state)


def test_a_paper_draw_can_be_undone_by_who_logged_it() -> None:
    drawn = TicketsDrawn(0, (A,))
    assert log.undo_refusal(drawn, author=True, host=False, paper=True) is None
    assert log.undo_refusal(drawn, author=False, host=False, paper=True) is not None


@pytest.mark.parametrize("count", [-1, 21])
def test_nobody_can_hold_more_tickets_than_the_box_has(count: int) -> None:
    assert paper_table([A], [B]).code(AgreeOnTickets(0, count)) == "too_many_tickets"


# -- Tickets that are not in the list -------------------------------------------------------------


def misread() -> Table:
    """Ada read a card wrongly that the list does not have; the last turn is played."""
    on = board("london")
    t = Table(on, StartGame(people(on, 2), 2, PAPER, paper_check=True))
    t.do(ChooseOpening(0, (A, MISREAD.id), added=(MISREAD,)), ChooseOpening(1, (B,)))
    return t.end()


def put_right(t: Table) -> Table:
    t.do(MendTickets(0, (A, ON_THE_CARD.id), (ON_THE_CARD,)), CheckPaper(1))
    assert t.state.finished
    return t


def test_a_ticket_read_wrongly_is_put_right_to_another_that_is_not_in_the_list() -> None:
    t = put_right(misread())
    assert t.state.hands[0].tickets == (A, ON_THE_CARD.id)
    assert t.state.hands[0].added == (ON_THE_CARD,), "what nobody holds is not in the box"
    assert t.state.full_board.place["soho"].name == "Soho"
    assert "sohho" not in t.state.full_board.place
    assert lines(t)[-2] == "Ada fixes their paper tickets and holds 2 tickets."
    assert log.fold(t.board, t.entries) == t.state


def test_what_was_entered_before_and_is_still_held_is_known_without_saying_it_again() -> None:
    t = misread().do(MendTickets(0, (B, MISREAD.id)))
    assert t.state.hands[0].added == (MISREAD,)
    t = misread().do(MendTickets(0, (B, MISREAD.id), (MISREAD,)))
    assert t.events[-1].added == (), "nor is it written down again"  # type: ignore[union-attr]


def test_nobody_puts_a_ticket_right_to_what_no_card_says() -> None:
    nowhere = NewTicket("hyde-park", "soho", 9, DECK)
    assert (
        "A place needs a name"
        in misread().refusal(MendTickets(0, (A, nowhere.id), (nowhere,))).message
    )
    not_kept = MendTickets(0, (A, B), (ON_THE_CARD,))
    assert "tickets you keep" in misread().refusal(not_kept).message


def test_a_settled_ticket_stays_named_when_its_owner_puts_it_right_after_all() -> None:
    on = board("london")
    t = Table(on, StartGame(people(on, 2), 2, PAPER, paper_check=True))
    for seat in (0, 1):
        t.do(ChooseOpening(seat, (MISREAD.id,), added=(MISREAD,)))
    t.end().do(CheckPaper(0), CheckPaper(1), SettleTicket(MISREAD.id, 1))
    t.do(MendTickets(1, (ON_THE_CARD.id,), (ON_THE_CARD,)), MendTickets(0, (A,)))
    assert t.state.finished
    assert "Hyde Park – Sohho belongs to Bo" in lines(t)[-3]


def test_the_record_names_the_ticket_on_the_card_and_never_the_one_read_wrongly() -> None:
    t = put_right(misread())
    written = record.write(t.started, t.events)
    assert "sohho" not in json.dumps(written)
    assert written["moves"][0]["kept"] == [A, ON_THE_CARD.id]
    assert [c["after"] for c in written["corrections"]] == [0, 0]
    assert record.summary(read_back(t).state) == record.summary(t.state)


def test_what_a_rematch_knows_is_the_ticket_on_the_card() -> None:
    assert board_facts(put_right(misread()).events) == [
        PlaceAdded("soho", "Soho"),
        TicketAdded(ON_THE_CARD.id, "hyde-park", "soho", 9, DECK),
    ]


def test_a_record_reads_back_where_a_missing_ticket_was_shown_at_the_end() -> None:
    t = paper_table([A], [], at_reveal=(1,))
    t.do(RevealTickets(1, (ON_THE_CARD.id,), added=(ON_THE_CARD,)), CheckPaper(0))
    assert t.state.finished
    assert record.summary(read_back(t).state) == record.summary(t.state)


def test_a_record_reads_back_where_the_number_of_tickets_changed_with_a_missing_one() -> None:
    t = misread().do(AgreeOnTickets(0, 3))
    t.do(MendTickets(0, (A, C, ON_THE_CARD.id), (ON_THE_CARD,)), CheckPaper(1))
    assert t.state.finished
    assert record.summary(read_back(t).state) == record.summary(t.state)
