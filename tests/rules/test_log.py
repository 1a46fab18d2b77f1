"""Undo and correction append; the fold leaves out what was withdrawn."""

from dataclasses import replace

import pytest

from games.rules import log, public_log
from games.rules.actions import AskForTickets, ChooseOpening, DrawTickets, TicketSource
from games.rules.events import (
    CardsDrawn,
    OpeningChosen,
    RouteClaimed,
    TicketsOffered,
    undecide,
)
from games.rules.log import EntryCorrected, EntryUndone, Noted
from games.rules.violations import RuleViolation
from tests.support.boards import board
from tests.support.play import DEALT, Table, table

LONDON = board("london").deck_tickets["tickets"]


def undo(t: Table) -> Table:
    return t.note(log.decide_undo(t.entries))


def correct(t: Table, number: int, event: object) -> Table:
    return t.note(log.decide_correction(t.board, t.entries, number, event))


def refused(t: Table, number: int, event: object) -> RuleViolation:
    entries = list(t.entries)
    with pytest.raises(RuleViolation) as refusal:
        log.decide_correction(t.board, t.entries, number, event)
    assert t.entries == entries
    return refusal.value


# -- Folding --------------------------------------------------------------------------------------


def test_entries_are_numbered_from_one_and_the_first_is_the_start() -> None:
    t = table("london").pass_turns(2)
    assert [entry.number for entry in t.entries] == [1, 2, 3, 4, 5]
    assert log.started(t.entries) is t.started
    with pytest.raises(ValueError, match="begins with the start"):
        log.started(t.entries[1:])


def test_folding_the_log_gives_the_state() -> None:
    t = table("london").claim("big-ben--waterloo").pass_turns().end()
    assert log.fold(t.board, t.entries) == t.state


def test_every_event_gives_back_the_action_it_was() -> None:
    t = table("london").claim("big-ben--waterloo").tickets([LONDON[9]]).end()
    again = table("london", opened=False)
    again.do(*(undecide(event) for event in t.events))
    assert again.events == t.events
    assert again.state == t.state


# -- Undo -----------------------------------------------------------------------------------------


def test_undo_is_the_game_without_its_last_move() -> None:
    t = table("london").claim("big-ben--waterloo")
    before = t.state
    undo(t.claim("baker-street--hyde-park"))
    assert t.state == before
    assert isinstance(t.entries[-1].fact, EntryUndone)
    assert len(t.entries) == 6, "nothing is deleted"


def test_undoing_again_goes_further_back() -> None:
    t = table("london")
    start = t.state
    t.claim("big-ben--waterloo").pass_turns()
    assert undo(undo(t)).state == start
    t.claim("big-ben--waterloo")
    assert t.state.owners == {"big-ben--waterloo": 0}


def test_undo_reaches_back_to_the_start_and_not_beyond() -> None:
    t = table("london")
    undo(undo(t))
    assert t.state.waiting_for() == (0, 1)
    with pytest.raises(RuleViolation, match="nothing to undo"):
        log.decide_undo(t.entries)


def test_undo_reopens_a_finished_game() -> None:
    t = undo(table("london").end())
    assert not t.state.finished
    assert t.pass_turns().mover == 1


def test_undo_takes_back_the_last_round() -> None:
    t = table("london", final_round_at=13).claim("baker-street--hyde-park")
    assert undo(t).state.final_round is None


# -- Correction -----------------------------------------------------------------------------------


def test_a_correction_replaces_an_earlier_entry() -> None:
    t = table("london").claim("big-ben--waterloo").pass_turns()
    correct(t, 4, RouteClaimed(0, "baker-street--hyde-park"))
    assert t.state.owners == {"baker-street--hyde-park": 0}
    assert t.state.hands[0].points == 7
    assert t.mover == 0
    assert isinstance(t.entries[-1].fact, EntryCorrected)


def test_a_correction_can_be_corrected_and_undone() -> None:
    t = table("london").claim("big-ben--waterloo")
    correct(t, 4, RouteClaimed(0, "baker-street--hyde-park"))
    correct(t, 4, CardsDrawn(0))
    assert t.state.owners == {}
    undo(t)
    assert t.mover == 0
    assert t.state.turns_played == 0


def test_a_correction_is_decided_like_a_move() -> None:
    t = table("london").claim("big-ben--waterloo").claim("baker-street--hyde-park")
    assert refused(t, 5, RouteClaimed(1, "big-ben--waterloo")).code == "route_taken"
    assert refused(t, 5, CardsDrawn(0)).code == "not_your_turn"
    assert refused(t, 5, RouteClaimed(1, "nowhere")).code == "unknown_route"


def test_a_later_entry_that_would_no_longer_fit_is_named() -> None:
    t = table("london").claim("big-ben--waterloo").claim("baker-street--hyde-park").pass_turns()
    refusal = refused(t, 4, RouteClaimed(0, "baker-street--hyde-park"))
    assert refusal.code == "entry_no_longer_fits"
    assert refusal.message == (
        "Entry 5 would no longer fit: Baker Street – Hyde Park already belongs to Ada."
    )


def test_a_last_round_that_would_come_earlier_is_noticed() -> None:
    t = table("london", final_round_at=13).claim("big-ben--waterloo").pass_turns(3)
    refusal = refused(t, 4, RouteClaimed(0, "baker-street--hyde-park"))
    assert refusal.code == "entry_no_longer_fits"
    assert refusal.message.startswith("Entry 7 would no longer fit: ")
    assert "The game is over." in refusal.message


@pytest.mark.parametrize("number", [0, 1, 5, 99])
def test_only_an_entry_in_force_can_be_corrected(number: int) -> None:
    t = undo(table("london").pass_turns(2))
    refusal = refused(t, number, CardsDrawn(0))
    assert refusal.code == "entry_no_longer_fits"
    assert refusal.message == f"Entry {number} was undone or replaced, so it can’t be fixed."


# -- Dealt tickets --------------------------------------------------------------------------------


def dealt() -> Table:
    """Ada and Bo open with both tickets each; Ada draws two and keeps one; then Bo looks."""
    t = table("london", 2, DEALT, opened=False)
    t.do(ChooseOpening(0, LONDON[0:2]), ChooseOpening(1, LONDON[2:4]))
    t.do(AskForTickets(0, {"tickets": 2}), DrawTickets(0, LONDON[4:5]))
    return t.do(AskForTickets(1, {"tickets": 2}))


def test_dealt_tickets_that_would_differ_refuse_a_correction() -> None:
    """Germany shuffles rejected opening tickets back: keeping others changes what is dealt."""
    t = table("germany", 2, DEALT, opened=False)
    short = t.board.deck_tickets["short"]
    t.do(AskForTickets(0, {"short": 4}), ChooseOpening(0, short[:3], shuffle=(0.0,)))
    t.do(AskForTickets(1, {"short": 4}))
    assert t.state.hands[1].offer == short[3:7]
    other = OpeningChosen(0, short[1:4], short[:1], (0.0,))
    refusal = refused(t, 3, other)
    assert refusal.code == "entry_no_longer_fits"
    assert refusal.message == (
        "Entry 4 would no longer fit: different tickets would have been dealt."
    )


def test_a_choice_that_changes_no_later_deal_can_be_corrected() -> None:
    t = dealt()
    (number,) = [
        entry.number for entry in t.entries if getattr(entry.fact, "wire", "") == "tickets.drawn"
    ]
    other = undecide(t.entries[number - 1].fact)
    assert isinstance(other, DrawTickets)
    replacement = type(t.entries[number - 1].fact)(0, LONDON[5:6], LONDON[4:5])
    correct(t, number, replacement)
    assert t.state.hands[0].tickets == (*LONDON[0:2], LONDON[5])
    assert t.state.decks[0][-1] == LONDON[4]


def test_nobody_is_dealt_other_tickets_by_a_correction() -> None:
    t = dealt()
    forged = TicketsOffered(1, {"tickets": 2}, LONDON[10:12])
    assert refused(t, len(t.entries), forged).code == "entry_no_longer_fits"


def test_undoing_a_draw_puts_the_tickets_back_and_remembers_who_looked() -> None:
    t = dealt()
    before = table("london", 2, DEALT, opened=False)
    before.do(ChooseOpening(0, LONDON[0:2]), ChooseOpening(1, LONDON[2:4]))
    undo(undo(undo(t)))
    assert [hand.aside for hand in t.state.hands] == [LONDON[4:6], LONDON[6:8]]
    unseen = tuple(replace(hand, aside=()) for hand in t.state.hands)
    assert replace(t.state, hands=unseen) == before.state
    assert t.state.source is TicketSource.DEALT


# -- In words -------------------------------------------------------------------------------------


def test_the_public_log_keeps_what_was_withdrawn_and_marks_it() -> None:
    t = table("london").claim("big-ben--waterloo").pass_turns()
    correct(t, 4, RouteClaimed(0, "baker-street--hyde-park"))
    undo(t)
    shown = [(line.number, line.withdrawn, str(line.text)) for line in lines(t)[3:]]
    assert shown == [
        (4, True, "Ada claims Big Ben – Waterloo: 1 point."),
        (5, True, "Bo draws cards."),
        (6, False, "Corrected: Ada claims Baker Street – Hyde Park: 7 points."),
        (7, False, "Undone: Bo draws cards."),
    ]


def lines(t: Table) -> tuple[public_log.Line, ...]:
    return public_log.lines(t.board, t.entries)


def test_the_public_log_counts_tickets_and_names_none() -> None:
    sentences = [str(line.text) for line in lines(dealt())]
    assert sentences == [
        "The game begins: Ada and Bo.",
        "Ada draws 2 tickets.",
        "Bo draws 2 tickets.",
        "Ada keeps 2 tickets.",
        "Bo keeps 2 tickets.",
        "Ada draws 2 tickets.",
        "Ada keeps 1 ticket.",
        "Bo draws 2 tickets.",
    ]


def test_the_public_log_tells_what_everybody_may_see_of_a_claim() -> None:
    t = table("tangle", 2).claim(
        "birch--fir--1", keep_card=True, passengers={"birch": "red", "fir": "blue"}
    )
    t.claim("elm--hazel", passengers={"elm": "yellow"}).end()
    assert [str(line.text) for line in lines(t)[3:]] == [
        "Ada claims Birch – Fir (red): 1 point. A red card is kept. "
        "A red and a blue passenger board.",
        "Bo claims Elm – Hazel: 2 points. A yellow passenger boards.",
        "The game was ended early.",
    ]


def test_a_note_tells_everybody_something_and_changes_nothing_in_the_game() -> None:
    t = table("london").pass_turns()
    before = t.state
    t.note(Noted("host_made", 1))
    assert t.state == before
    assert str(lines(t)[-1].text) == "Bo is now a host."
    assert undo(t).mover == 0, "undo takes back the last move, not the note"
