"""A draw of tickets that is undone: what was looked at stays set aside for that player."""

import json
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import codec, engine, log, public_log, record
from games.rules.actions import AskForTickets, ChooseOpening, DrawTickets
from games.rules.events import CardsDrawn, TicketsOffered, undecide
from games.rules.log import Entry, EntryUndone
from games.rules.state import Phase
from games.rules.views import screen_view, seat_view
from games.rules.violations import RuleViolation
from tests.support.boards import board
from tests.support.play import DEALT, Table, table
from tests.support.random_play import games, legal_action

LONDON = board("london").deck_tickets["tickets"]
SHORT, LONG = (board("germany").deck_tickets[deck] for deck in ("short", "long"))
TWO = {"tickets": 2}


def undo(t: Table, times: int = 1) -> Table:
    for _time in range(times):
        t.note(log.decide_undo(t.entries))
    return t


def london(seats: int = 2) -> Table:
    """Everybody has kept both opening tickets: the deck begins behind them."""
    t = table("london", seats, DEALT, opened=False)
    for seat in range(seats):
        t.do(ChooseOpening(seat, t.state.hands[seat].offer))
    return t


def germany(short: int = 4) -> Table:
    """Two players kept four short tickets each."""
    t = table("germany", 2, DEALT, opened=False)
    for seat in range(2):
        t.do(AskForTickets(seat, {"short": short, "long": 4 - short}))
        t.do(ChooseOpening(seat, t.state.hands[seat].offer))
    return t


def looked(t: Table, seat: int, mix: dict[str, int]) -> tuple[str, ...]:
    t.do(AskForTickets(seat, mix, LUCK))
    return t.state.hands[seat].offer


LUCK = (0.5,) * 90


# -- For the player who looked, and for nobody else ------------------------------------------------


def test_after_an_undo_the_next_player_is_not_offered_what_a_rival_has_seen() -> None:
    t = london()
    seen = looked(t, 0, TWO)
    undo(t).pass_turns()
    assert not set(looked(t, 1, TWO)) & set(seen)


def test_who_looked_draws_the_same_tickets_again() -> None:
    t = london()
    seen = looked(t, 0, TWO)
    undo(t).pass_turns().do(AskForTickets(1, TWO))
    t.do(DrawTickets(1, t.state.hands[1].offer)).pass_to(0)
    assert looked(t, 0, TWO) == seen


def test_nobody_fishes_by_undoing_again_and_again() -> None:
    t = london()
    seen = looked(t, 0, TWO)
    for _time in range(3):
        assert looked(undo(t), 0, TWO) == seen


def test_a_kept_draw_that_is_undone_is_chosen_from_again_and_then_set_aside() -> None:
    t = london()
    seen = looked(t, 0, TWO)
    t.do(DrawTickets(0, seen[:1]))
    undo(t)
    assert t.state.hands[0].offer == seen, "undoing the choice leaves the tickets in the hand"
    undo(t).pass_turns()
    assert not set(looked(t, 1, TWO)) & set(seen)


def test_opening_tickets_that_are_undone_are_dealt_to_the_same_players_again() -> None:
    t = table("london", 3, DEALT, opened=False)
    offers = [hand.offer for hand in t.state.hands]
    undo(t, 3)
    for seat in (1, 2, 0):  # in any order
        assert looked(t, seat, TWO) == offers[seat]


def test_undone_back_into_the_opening_everybody_meets_their_tickets_in_the_same_order() -> None:
    t = london()
    first, second = (t.state.hands[seat].tickets for seat in (0, 1))
    later = looked(t, 0, TWO)
    undo(t, 5)  # the look, both choices, both opening offers
    assert looked(t, 1, TWO) == second
    assert looked(t, 0, TWO) == first
    t.do(ChooseOpening(0, first), ChooseOpening(1, second))
    assert looked(t, 0, TWO) == later


def test_kept_or_returned_after_all_they_are_tickets_like_any_other() -> None:
    t = london()
    seen = looked(t, 0, TWO)
    looked(undo(t), 0, TWO)
    t.do(DrawTickets(0, seen[:1]))
    assert t.state.decks[0][-1] == seen[1]
    assert t.state.hands[0].aside == ()


def test_a_ticket_that_comes_back_to_the_deck_is_still_set_aside_for_who_saw_it() -> None:
    """Bo was offered what Ada had returned; both draws are undone, and Ada returns it again."""
    t = table("germany", 3, DEALT, opened=False)
    t.do(AskForTickets(0, {"short": 4}), ChooseOpening(0, SHORT[:3], shuffle=(0.0,)))
    assert SHORT[3] in looked(t, 1, {"short": 4})
    undo(t, 2)
    t.do(ChooseOpening(0, SHORT[:3], shuffle=(0.0,)))
    assert SHORT[3] not in looked(t, 2, {"short": 4})
    assert SHORT[3] in looked(t, 1, {"short": 4})


# -- Several decks --------------------------------------------------------------------------------


def test_who_looked_cannot_turn_to_the_other_deck_instead() -> None:
    """At a real table, too, nobody looks at four short tickets and then wants long ones."""
    t = germany()
    seen = looked(t, 0, {"short": 1, "long": 3})
    undo(t)
    for mix in ({"short": 4}, {"long": 4}, {"short": 2, "long": 2}):
        refusal = t.refusal(AskForTickets(0, mix, LUCK))
        assert refusal.code == "offer_open"
        assert refusal.message == (
            "Ada has already seen the tickets set aside, so they draw the same ones again."
        )
    assert looked(t, 0, {"short": 1, "long": 3}) == seen


def test_others_draw_from_both_decks_as_they_like() -> None:
    t = germany()
    seen = looked(t, 0, {"short": 2, "long": 2})
    undo(t).pass_turns()
    assert not set(looked(t, 1, {"short": 3, "long": 1})) & set(seen)


# -- A deck that has no others --------------------------------------------------------------------


def nearly_empty(seats: int = 2) -> tuple[Table, tuple[str, ...]]:
    """Ada has looked at two tickets, that was undone, and one other is left. Bo is to move."""
    t = london(seats)
    while len(t.state.decks[0]) > 3:
        offer = looked(t, t.mover, TWO)
        t.do(DrawTickets(t.mover, offer if len(t.state.decks[0]) > 2 else offer[:1]))
    t.pass_to(0)
    seen = looked(t, 0, TWO)
    undo(t).pass_turns()
    return t, seen


@pytest.mark.parametrize(("luck", "which"), [((0.0, 0.0), 1), ((0.0, 0.9), 0)])
def test_once_the_deck_has_no_others_they_are_shuffled_in_with_recorded_luck(
    luck: tuple[float, ...], which: int
) -> None:
    t, seen = nearly_empty()
    (other,) = set(t.state.decks[0]) - set(seen)
    t.do(AskForTickets(1, TWO, (*luck, 0.7)))
    assert t.state.hands[1].offer == (other, seen[which]), "the one nobody saw comes first"
    assert t.state.decks[0] == (seen[1 - which],)
    event = t.events[-1]
    assert isinstance(event, TicketsOffered)
    assert event.shuffle == luck, "as much luck as tickets were shuffled"
    assert log.fold(t.board, t.entries) == t.state
    assert t.state.hands[0].aside == (), "from now on they are tickets like any other"


def test_luck_that_is_missing_is_a_mistake_of_the_program_and_none_is_taken_in_vain() -> None:
    t, _seen = nearly_empty()
    for luck in ((), (0.5,), (0.5, 1.0)):
        with pytest.raises(ValueError, match="number from 0 to below 1"):
            engine.decide(t.state, AskForTickets(1, TWO, luck))
    plenty = london().do(AskForTickets(0, TWO, LUCK)).events[-1]
    assert isinstance(plenty, TicketsOffered)
    assert plenty.shuffle == ()


def test_undoing_a_draw_that_shuffled_them_in_sets_aside_what_both_have_seen() -> None:
    t, seen = nearly_empty()
    offer = looked(t, 1, TWO)
    undo(t)
    assert set(t.state.decks[0]) == {*seen, *offer}
    assert looked(t, 1, TWO) == offer
    undo(t).pass_turns()
    assert looked(t, 0, TWO) == seen


def test_how_many_are_left_to_draw_counts_those_set_aside() -> None:
    t, _seen = nearly_empty()
    assert screen_view(t.state).tickets_left == 3


# -- In the log -----------------------------------------------------------------------------------


def sentences(t: Table) -> list[str]:
    return [str(line.text) for line in public_log.lines(t.board, t.entries)]


def test_the_log_says_that_tickets_were_seen_and_names_none() -> None:
    t = london()
    looked(t, 0, TWO)
    assert sentences(undo(t))[-1] == (
        "Undone: Ada draws 2 tickets. Ada has seen them, so they stay set aside for Ada."
    )
    t.pass_turns()
    assert sentences(undo(t))[-1].startswith("Undone: ")


def test_one_ticket_is_told_as_one() -> None:
    t, _seen = nearly_empty()
    t.do(AskForTickets(1, TWO, LUCK), DrawTickets(1, looked_at(t, 1)))
    looked(t, 0, {"tickets": 1})
    assert sentences(undo(t))[-1].endswith("Ada has seen it, so it stays set aside for Ada.")


def looked_at(t: Table, seat: int) -> tuple[str, ...]:
    copy = engine.evolve_all(t.state, engine.decide(t.state, AskForTickets(seat, TWO, LUCK)))
    return copy.hands[seat].offer


def test_a_look_is_not_corrected_into_something_else() -> None:
    t = london()
    looked(t, 0, TWO)
    for other in (CardsDrawn(0), TicketsOffered(0, TWO, LONDON[10:12])):
        with pytest.raises(RuleViolation) as refused:
            log.decide_correction(t.board, t.entries, len(t.entries), other)
        assert refused.value.code == "entry_no_longer_fits"
        assert refused.value.message == "Tickets were seen here, so this can only be undone."


def test_an_earlier_entry_can_be_corrected_with_tickets_set_aside() -> None:
    t = london()
    t.pass_turns(2)
    seen = looked(t, 0, TWO)
    undo(t)
    looked(t, 0, TWO)
    t.note(log.decide_correction(t.board, t.entries, 6, engine.TurnSkipped(0)))
    assert t.state.hands[0].offer == seen
    assert t.state.hands[0].aside == ()


# -- Logs of before -------------------------------------------------------------------------------


def test_an_older_log_folds_as_it_did() -> None:
    """Its undo does not say that anything is set aside: the tickets lay on the deck again."""
    t = london()
    before = t.state
    seen = looked(t, 0, TWO)
    old = codec.unpack("entry.undone", {"entry": len(t.entries)})
    assert old == EntryUndone(len(t.entries), set_aside=False)
    t.note(old)
    assert t.state == before
    assert looked(t.pass_turns(), 1, TWO) == seen
    assert sentences(t)[6].startswith("Undone: ")


def test_an_older_offer_is_read_as_one_without_luck() -> None:
    payload = {"seat": 0, "mix": {"tickets": 2}, "tickets": list(LONDON[:2])}
    assert codec.unpack("tickets.offered", payload) == TicketsOffered(0, TWO, LONDON[:2])


# -- In every game --------------------------------------------------------------------------------


@st.composite
def undone_games(draw: st.DrawFn) -> tuple[Table, dict[int, set[str]]]:
    """A random game with dealt tickets in which a host undoes now and then; also who has seen which
    tickets in draws that were undone and not drawn again."""
    t = draw(games((DEALT,)))
    rng = draw(st.randoms(use_true_random=True))
    for _move in range(draw(st.integers(1, 60))):
        if t.events and rng.random() < 0.4:
            undo(t)
        elif (action := legal_action(rng, t)) is not None:
            t.do(action)
    seen: dict[int, set[str]] = {seat: set() for seat in range(len(t.state.players))}
    for entry in t.entries:
        match entry.fact:
            case EntryUndone(number):
                fact = t.entries[number - 1].fact
                if isinstance(fact, TicketsOffered):
                    seen[fact.seat] |= set(fact.tickets)
    return t, seen


@given(undone_games())
def test_every_log_with_undone_draws_folds_to_the_same_game(
    played_log: tuple[Table, dict[int, set[str]]],
) -> None:
    t, _seen = played_log
    packed = json.loads(json.dumps([codec.pack(entry.fact) for entry in t.entries]))
    entries = [Entry(i, codec.unpack(*fact)) for i, fact in enumerate(packed, start=1)]
    assert entries == t.entries
    assert log.fold(t.board, entries) == t.state
    for _number, event, before, after in log.replayed(t.board, entries):
        assert engine.decide(before, undecide(event)) == (event,)
        assert engine.evolve(before, event) == after


@given(undone_games())
def test_every_ticket_exists_once_whatever_was_undone(
    played_log: tuple[Table, dict[int, set[str]]],
) -> None:
    t, _seen = played_log
    assume(not t.state.ended_early)
    there = [id for hand in t.state.hands for id in (*hand.tickets, *hand.offer)]
    there += [id for deck in t.state.decks for id in deck]
    assert len(set(there)) == len(there)
    # Where the box says so, what was rejected at the start has left the game, and once everybody
    # has chosen, so have the decks that no turn draws from.
    gone = (
        {id for hand in t.state.hands for id in hand.removed} if t.board.opening.removed else set()
    )
    if t.state.phase is not Phase.OPENING:
        drawn = t.board.drawn_on_turns
        gone |= {ticket.id for ticket in t.board.tickets if ticket.deck not in drawn} - set(there)
    assert set(t.board.ticket) - set(there) == gone


@given(undone_games(), st.randoms(use_true_random=True))
def test_nobody_is_offered_what_only_others_have_seen_while_the_deck_has_others(
    played_log: tuple[Table, dict[int, set[str]]], rng: Random
) -> None:
    t, seen = played_log
    while t.state.phase in (Phase.OPENING, Phase.TURNS):
        action = legal_action(rng, t)
        if isinstance(action, AskForTickets):
            break
        if action is None:
            return
        t.do(action)
    else:
        return
    aside = {seat: set(hand.aside) for seat, hand in enumerate(t.state.hands)}
    mine = aside[action.seat]
    theirs = set().union(*(ids for seat, ids in aside.items() if seat != action.seat)) - mine
    decks = t.state.decks
    t.do(action)
    offer = t.state.hands[action.seat].offer
    for deck, cards in zip(t.board.decks, decks, strict=True):
        drawn = [id for id in offer if t.board.ticket[id].deck == deck.id]
        untouched = [id for id in cards if id not in theirs]
        if set(drawn) & theirs:
            assert set(untouched) <= set(drawn), "others were still there"
    assert all(ids <= seen[seat] for seat, ids in aside.items()), "only looks set tickets aside"


@given(undone_games(), st.randoms(use_true_random=True))
def test_looking_undoing_and_looking_again_shows_the_same(
    played_log: tuple[Table, dict[int, set[str]]], rng: Random
) -> None:
    t, _seen = played_log
    while t.state.phase in (Phase.OPENING, Phase.TURNS):
        action = legal_action(rng, t)
        if action is None:
            return
        t.do(action)
        if isinstance(action, AskForTickets):
            offer = t.state.hands[action.seat].offer
            again = legal_ask(rng, undo(t), action.seat)
            t.do(again)
            assert set(t.state.hands[action.seat].offer) == set(offer)
            return


def legal_ask(rng: Random, t: Table, seat: int) -> AskForTickets:
    """Any way to draw that is legal for a seat now: with what was seen there is only one."""
    while True:
        action = legal_action(rng, t)
        if isinstance(action, AskForTickets) and action.seat == seat:
            return action


@given(undone_games())
def test_the_exported_record_of_such_a_game_still_replays(
    played_log: tuple[Table, dict[int, set[str]]],
) -> None:
    t, _seen = played_log
    written = json.loads(json.dumps(record.write(t.started, t.events)))
    game = record.replay(record.read(written), t.board)
    assert record.summary(game.state) == record.summary(t.state)
    assert [hand.tickets for hand in game.state.hands] == [hand.tickets for hand in t.state.hands]


@given(undone_games())
def test_the_public_log_names_no_ticket_that_was_seen(
    played_log: tuple[Table, dict[int, set[str]]],
) -> None:
    t, seen = played_log
    assume(t.state.phase in (Phase.OPENING, Phase.TURNS))
    assume(any(seen.values()))
    names = {str(t.board.ticket_name(t.board.ticket[id])) for ids in seen.values() for id in ids}
    routes = {str(t.board.ends_name(route)) for route in t.board.routes}
    text = " ".join(sentences(t))
    assert not [name for name in names - routes if name in text]


@given(undone_games())
def test_what_is_set_aside_for_one_changes_nothing_in_what_others_see(
    played_log: tuple[Table, dict[int, set[str]]],
) -> None:
    """Other tickets in the place of those that only one player has ever seen: others see the same.

    The whole game is dealt again with the tickets swapped within their decks, and told again.
    """
    t, seen = played_log
    assume(t.state.phase in (Phase.OPENING, Phase.TURNS))
    seat = max(seen, key=lambda one: len(seen[one]))
    shown_to_others = {
        id
        for entry in t.entries
        if isinstance(entry.fact, TicketsOffered) and entry.fact.seat != seat
        for id in entry.fact.tickets
    }
    swap: dict[str, str] = {}
    for deck in t.board.decks:
        hidden = [id for id in t.board.deck_tickets[deck.id] if id not in shown_to_others]
        swap |= dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
    assume(any(id in swap for id in seen[seat]))
    packed = json.dumps([codec.pack(entry.fact) for entry in t.entries])
    facts = [codec.unpack(name, _swapped(payload, swap)) for name, payload in json.loads(packed)]
    entries = [Entry(number, fact) for number, fact in enumerate(facts, start=1)]
    other = log.fold(t.board, entries)
    assert screen_view(other) == screen_view(t.state)
    for player in range(len(t.state.players)):
        if player != seat:
            assert seat_view(other, player) == seat_view(t.state, player)
    assert public_log.lines(t.board, entries) == public_log.lines(t.board, t.entries)
    for _number, event, before, _after in log.replayed(t.board, entries):
        assert engine.decide(before, undecide(event)) == (event,), "the other world is a game, too"


def _swapped(payload: object, swap: dict[str, str]) -> object:
    """The same payload with tickets changed, in lists alone: routes and keys stay."""
    match payload:
        case dict():
            return {key: _swapped(value, swap) for key, value in payload.items()}
        case list():
            return [
                swap.get(item, item) if isinstance(item, str) else _swapped(item, swap)
                for item in payload
            ]
    return payload
