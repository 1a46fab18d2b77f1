"""docs/rules.md, “Draw tickets”: the companion owns the shuffled decks."""

from collections.abc import Mapping

import pytest

from games.rules import engine
from games.rules.actions import (
    AskForTickets,
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    EndGame,
    SkipTurn,
    StartGame,
)
from games.rules.events import TicketsOffered
from games.rules.state import Phase
from games.rules.violations import RuleViolation
from tests.support.boards import board
from tests.support.play import DEALT, Table, people, table

LONDON = board("london").deck_tickets["tickets"]
SHORT, LONG = (board("germany").deck_tickets[deck] for deck in ("short", "long"))


def dealt(slug: str = "london", seats: int = 2) -> Table:
    """Dealt from decks in the order of the sheet; everybody keeps as few tickets as allowed."""
    t = table(slug, seats, DEALT, opened=False)
    for seat in range(seats):
        if not t.state.hands[seat].offer:
            t.do(AskForTickets(seat, {"short": t.board.opening.draw}))
        offer = t.state.hands[seat].offer
        t.do(ChooseOpening(seat, offer[: t.board.opening.keep], shuffle=(0.0,) * 4))
    return t


# -- The opening ----------------------------------------------------------------------------------


def test_from_a_single_deck_the_opening_tickets_are_dealt_at_once() -> None:
    t = table("london", 3, DEALT, opened=False)
    assert [hand.offer for hand in t.state.hands] == [LONDON[0:2], LONDON[2:4], LONDON[4:6]]
    assert t.state.decks == (LONDON[6:],)
    assert [type(event) for event in t.events] == [TicketsOffered] * 3


def test_with_two_decks_everybody_announces_a_mix_first() -> None:
    t = table("germany", 2, DEALT, opened=False)
    assert t.events == ()
    t.do(AskForTickets(1, {"short": 1, "long": 3}))
    assert t.state.hands[1].offer == (*SHORT[:1], *LONG[:3])
    assert t.state.decks == (SHORT[1:], LONG[3:])
    assert t.code(ChooseOpening(0, SHORT[:2])) == "no_offer"


@pytest.mark.parametrize(
    ("mix", "code"),
    [
        ({"short": 3}, "too_few_tickets"),
        ({}, "too_few_tickets"),
        ({"short": 5}, "too_many_tickets"),
        ({"short": 2, "long": 3}, "too_many_tickets"),
        ({"short": 5, "long": -1}, "too_many_tickets"),
        ({"short": 3, "middle": 1}, "too_many_tickets"),
    ],
)
def test_a_mix_names_exactly_four_tickets_of_the_two_decks(
    mix: Mapping[str, int], code: str
) -> None:
    t = table("germany", 2, DEALT, opened=False)
    assert t.code(AskForTickets(0, mix)) == code


def test_only_tickets_just_dealt_can_be_kept() -> None:
    t = table("london", 2, DEALT, opened=False)
    mine, theirs, in_deck = LONDON[0], LONDON[2], LONDON[8]
    refusals = {
        t.refusal(ChooseOpening(0, choice)).message
        for choice in ((theirs,), (in_deck,), ("nothing",), (mine, mine))
    }
    assert refusals == {"Ada can only keep tickets they were just dealt, each once."}
    assert t.code(ChooseOpening(0, (theirs,))) == "unknown_ticket"
    assert t.code(ChooseOpening(0, (mine,), (theirs,))) == "unknown_ticket"
    assert t.code(ChooseOpening(0, ())) == "too_few_tickets"


def test_rejected_tickets_go_to_the_bottom_in_paris_and_london() -> None:
    for slug in ("paris", "london"):
        t = table(slug, 2, DEALT, opened=False)
        deck = t.board.deck_tickets["tickets"]
        t.do(ChooseOpening(0, (deck[1],)), ChooseOpening(1, deck[2:4]))
        assert t.state.decks == ((*deck[4:], deck[0]),)


@pytest.mark.parametrize(("luck", "place"), [(0.0, 0), (0.5, 26), (0.999, 51)])
def test_rejected_opening_tickets_of_germany_are_shuffled_back_into_their_deck(
    luck: float, place: int
) -> None:
    t = table("germany", 2, DEALT, opened=False).do(AskForTickets(0, {"short": 4}))
    t.do(ChooseOpening(0, SHORT[:3], shuffle=(luck, 0.3)))
    short, long = t.state.decks
    assert short.index(SHORT[3]) == place
    assert sorted(short) == sorted(SHORT[3:])
    assert long == LONG


def test_each_rejected_ticket_goes_back_into_its_own_deck() -> None:
    t = table("germany", 2, DEALT, opened=False).do(AskForTickets(0, {"short": 2, "long": 2}))
    t.do(ChooseOpening(0, (SHORT[0], LONG[0]), shuffle=(0.0, 0.0)))
    assert t.state.decks == (SHORT[1:], LONG[1:])


def test_the_shuffle_is_an_input_and_is_recorded() -> None:
    t = table("germany", 2, DEALT, opened=False).do(AskForTickets(0, {"short": 4}))
    for luck in ((), (0.5,), (0.5, 1.0), (-0.1, 0.5)):
        with pytest.raises(ValueError, match="number from 0 to below 1 per returned ticket"):
            engine.decide(t.state, ChooseOpening(0, SHORT[:2], shuffle=luck))
    t.do(ChooseOpening(0, SHORT[:2], shuffle=(0.25, 0.75, 0.9)))
    assert t.events[-1].shuffle == (0.25, 0.75)  # type: ignore[union-attr]


# -- On a turn ------------------------------------------------------------------------------------


def test_a_turn_of_tickets_is_announced_looked_at_and_chosen() -> None:
    t = dealt().do(AskForTickets(0, {"tickets": 2}))
    offer = t.state.hands[0].offer
    assert len(offer) == 2
    assert t.mover == 0, "the turn passes with the choice"
    t.do(DrawTickets(0, offer[1:]))
    assert t.state.hands[0].tickets[-1] == offer[1]
    assert t.state.decks[0][-1] == offer[0]
    assert t.mover == 1


def test_after_looking_at_tickets_there_is_no_way_back() -> None:
    t = dealt().do(AskForTickets(0, {"tickets": 2}))
    for action in (
        DrawCards(0),
        SkipTurn(0),
        ClaimRoute(0, "big-ben--waterloo"),
        AskForTickets(0, {"tickets": 2}),
    ):
        assert t.code(action) == "offer_open", action
    assert t.code(DrawTickets(0, ())) == "too_few_tickets"


def test_tickets_are_drawn_by_the_player_to_move_only() -> None:
    t = dealt()
    assert t.code(AskForTickets(1, {"tickets": 2})) == "not_your_turn"
    assert t.code(DrawTickets(0, LONDON[:1])) == "no_offer"


def test_rejected_tickets_go_to_the_bottom_on_a_turn_in_germany_too() -> None:
    t = dealt("germany").do(AskForTickets(0, {"short": 1, "long": 3}))
    offer = t.state.hands[0].offer
    t.do(DrawTickets(0, offer[:1]))
    assert t.state.decks[1][-3:] == offer[1:]


def drain(t: Table, left: int) -> Table:
    """Draw and keep everything until so many tickets are left in all decks."""
    while (there := sum(map(len, t.state.decks))) > left:
        want = min(t.board.turn.draw, there)
        mix = {}
        for deck, cards in zip(t.board.decks, t.state.decks, strict=True):
            mix[deck.id] = min(want - sum(mix.values()), len(cards))
        t.do(AskForTickets(t.mover, mix))
        offer = t.state.hands[t.mover].offer
        keep = min(len(offer), there - left)
        t.do(DrawTickets(t.mover, offer[:keep]))
    return t


def test_the_last_ticket_is_drawn_and_kept() -> None:
    t = drain(dealt(), 1)
    assert t.code(AskForTickets(t.mover, {"tickets": 2})) == "too_many_tickets"
    seat = t.mover
    t.do(AskForTickets(seat, {"tickets": 1}))
    assert t.code(DrawTickets(seat, ())) == "too_few_tickets"
    t.do(DrawTickets(seat, t.state.hands[seat].offer))
    refusal = t.refusal(AskForTickets(t.mover, {"tickets": 2}))
    assert refusal.code == "too_many_tickets"
    nothing = t.refusal(AskForTickets(t.mover, {}))
    assert nothing.code == "too_few_tickets"
    assert nothing.message == "There are no tickets left to draw. Choose another action."


def test_with_fewer_than_four_left_in_both_decks_what_is_left_is_drawn() -> None:
    t = drain(dealt("germany"), 3)
    left = {deck.id: len(cards) for deck, cards in zip(t.board.decks, t.state.decks, strict=True)}
    assert sum(left.values()) == 3
    seat = t.mover
    t.do(AskForTickets(seat, left))
    offer = t.state.hands[seat].offer
    t.do(DrawTickets(seat, offer[:1]))
    assert sum(map(len, t.state.decks)) == 2


def test_a_deck_that_ran_out_leaves_the_other() -> None:
    t = drain(dealt("germany"), 30)
    short, long = t.state.decks
    assert (len(short), len(long)) == (0, 30)
    refusal = t.refusal(AskForTickets(t.mover, {"short": 1, "long": 3}))
    assert (
        refusal.message
        == "The deck “Short” doesn’t have that many tickets left. Try a different mix."
    )
    assert len(t.do(AskForTickets(t.mover, {"long": 4})).state.hands[t.mover].offer) == 4


# -- Around it ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "decks",
    [(), (LONDON[1:],), ((*LONDON[1:], LONDON[1]),), (LONDON, ()), ((*LONDON, "nothing"),)],
)
def test_the_decks_hold_every_ticket_once(decks: tuple[tuple[str, ...], ...]) -> None:
    start = StartGame(people(board("london"), 2), 2, DEALT, decks)
    with pytest.raises(RuleViolation, match="don’t hold every ticket exactly once"):
        engine.begin(board("london"), start)


def test_dealt_tickets_cannot_wait_for_the_reveal() -> None:
    start = StartGame(people(board("london"), 2, at_reveal=(1,)), 2, DEALT, (LONDON,))
    with pytest.raises(RuleViolation, match=r"players\[1\]\.tickets: Dealt tickets can’t wait"):
        engine.begin(board("london"), start)


def test_a_game_ended_early_forgets_an_open_offer() -> None:
    t = dealt().do(AskForTickets(0, {"tickets": 2}), EndGame())
    assert t.state.phase is Phase.OVER
    assert t.state.hands[0].offer == ()
    assert t.state.hands[0].tickets == LONDON[:1]


def test_no_refusal_of_a_mix_tells_how_many_tickets_a_deck_has() -> None:
    """It would show from which deck others took theirs: two games that differ in that alone."""
    sentences = []
    for first in ("short", "long"):
        t = table("germany", 2, DEALT, opened=False)
        t.do(AskForTickets(0, {first: 4}))
        t.do(ChooseOpening(0, t.state.hands[0].offer))
        mixes = [{"short": short, "long": long} for short in (0, 1, 4, 99) for long in (0, 5, 99)]
        refusals = [t.refusal(AskForTickets(1, mix)) for mix in mixes if sum(mix.values()) != 4]
        sentences.append([(refusal.code, refusal.message) for refusal in refusals])
    assert sentences[0] == sentences[1]
    assert not any(
        "short" in text.lower() or "long" in text.lower() for _code, text in sentences[0]
    )
