"""Undone draws of tickets at a real table: tickets stay with the person who has seen them."""

import re

import pytest
from django.test import Client

from games.rules.state import Phase
from games.table.snapshot import snapshots
from tests.support.markup import Element, read
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db


def page(sitting: Sitting, client: Client, path: str = "play") -> Element:
    return read(client.get(sitting.url(path)))


def ask(sitting: Sitting, seat: int, **mix: int) -> tuple[str, ...]:
    form = {f"deck-{deck}": n for deck, n in mix.items()}
    reply = sitting.post(sitting.phone(seat), "tickets/ask", seen=sitting.number, **form)
    assert reply.status_code == 200, read(reply).words
    return sitting.state.hands[seat].offer


def undo(sitting: Sitting) -> None:
    reply = sitting.post(sitting.screen, "undo", seen=sitting.number)
    assert reply.status_code == 200, read(reply).words


def test_after_a_hosts_undo_the_next_player_is_offered_other_tickets() -> None:
    sitting = begun("london")
    seen = ask(sitting, 0)
    undo(sitting)
    sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    offer = ask(sitting, 1)
    assert len(offer) == 2
    assert not set(offer) & set(seen)
    sitting.post(sitting.phone(1), "tickets/keep", kept=offer[:1], seen=sitting.number)
    assert ask(sitting, 0) == seen


def test_everybody_reads_that_tickets_were_seen() -> None:
    sitting = begun("london")
    ask(sitting, 0)
    undo(sitting)
    name = sitting.state.name(0)
    line = (
        f"Undone: {name} draws 2 tickets. {name} has seen them, so they stay set aside for {name}."
    )
    for client in (sitting.phones[0], sitting.phones[1]):
        assert line in page(sitting, client, "log").words
    assert line in page(sitting, Client(), "screen").words


def test_the_phone_offers_only_the_mix_that_was_looked_at_and_says_why() -> None:
    sitting = begun("germany")
    sheet = page(sitting, sitting.phone(0), "tickets/draw")
    assert len(sheet.all(name="deck-long")) == 5
    assert "You’ve already looked" not in sheet.words
    ask(sitting, 0, short=1, long=3)
    undo(sitting)
    sheet = page(sitting, sitting.phone(0), "tickets/draw")
    assert sheet.values("value", name="deck-short") == ["1"]
    assert sheet.values("value", name="deck-long") == ["3"]
    assert "You’ve already looked, so you’ll draw the same tickets again." in sheet.words
    sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    sheet = page(sitting, sitting.phone(1), "tickets/draw")
    assert len(sheet.all(name="deck-long")) == 5
    assert "You’ve already looked" not in sheet.words


def test_another_mix_is_refused_with_a_sentence() -> None:
    sitting = begun("germany")
    ask(sitting, 0, short=4, long=0)
    undo(sitting)
    form = {"deck-short": 0, "deck-long": 4, "seen": sitting.number}
    reply = sitting.post(sitting.phone(0), "tickets/ask", **form)
    assert reply.status_code == 422
    assert "they draw the same ones again" in read(reply).words


def test_opening_tickets_that_were_undone_can_be_drawn_again_from_a_single_deck() -> None:
    sitting = sit_down("london")
    sitting.post(sitting.screen, "start")
    offers = [hand.offer for hand in sitting.state.hands]
    undo(sitting)
    undo(sitting)
    html = page(sitting, sitting.phone(1))
    assert "Draw 2 tickets" in html.words
    assert "You’ve already looked" in html.words
    for seat in (1, 0):
        assert sitting.post(sitting.phone(seat), "tickets/ask").status_code == 200
        assert sitting.state.hands[seat].offer == offers[seat]


def test_a_look_at_tickets_is_not_corrected_into_drawn_cards() -> None:
    sitting = begun("london")
    seen = ask(sitting, 0)
    number = sitting.number
    reply = sitting.post(sitting.screen, f"correct/{number}", action="cards", seen=sitting.number)
    assert reply.status_code == 422
    assert "this can only be undone" in read(reply).words
    assert sitting.state.hands[0].offer == seen


def test_a_deck_of_seen_tickets_is_shuffled_in_and_the_game_is_read_back_the_same() -> None:
    sitting = begun("london")
    while len(sitting.state.decks[0]) > 2:
        seat = sitting.state.to_move
        offer = ask(sitting, seat)
        left = len(sitting.state.decks[0])
        choice = offer if left > 1 else offer[:1]
        sitting.post(sitting.phone(seat), "tickets/keep", kept=choice, seen=sitting.number)
    looker = sitting.state.to_move
    seen = ask(sitting, looker)
    undo(sitting)
    sitting.post(sitting.phone(looker), "cards", seen=sitting.number)
    assert set(ask(sitting, 1 - looker)) == set(seen)
    snapshots.clear()
    assert set(sitting.state.hands[1 - looker].offer) == set(seen)
    assert sitting.state.phase is Phase.TURNS


@pytest.mark.parametrize("mix", [(0, 99), (99, 0), (99, 99), (0, 5), (1, 4), (0, 0)])
def test_no_answer_tells_how_many_tickets_a_deck_has(mix: tuple[int, int]) -> None:
    """Two games that differ only in the deck a rival drew from give the same answer."""
    answers = []
    for short, long in ((4, 0), (0, 4)):
        sitting = sit_down("germany")
        sitting.post(sitting.screen, "start")
        form = {"deck-short": short, "deck-long": long}
        assert sitting.post(sitting.phone(0), "tickets/ask", **form).status_code == 200
        form = {"deck-short": mix[0], "deck-long": mix[1]}
        reply = sitting.post(sitting.phone(1), "tickets/ask", **form)
        assert reply.status_code == 422
        answers.append(read(reply).words.split("Draw exactly")[-1])
        for count in (30, 34, 51, 55):
            assert not re.search(rf"\b{count}\b", answers[-1])
    assert answers[0] == answers[1]
    assert "4 tickets, in any mix of decks." in answers[0]
