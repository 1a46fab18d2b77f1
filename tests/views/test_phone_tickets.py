"""A player's phone: tickets of its own, and of players without a phone."""

import pytest
from django.test import Client

from games.models import Seat
from games.rules.actions import EndGame
from games.rules.log import Noted
from games.rules.state import Phase
from games.table import lobby, moves
from tests.support.games import game_of
from tests.support.markup import Element, read
from tests.support.phone_pages import mover, other, page, sheet
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db


def test_tickets_are_hidden_at_first_but_counted() -> None:
    sitting = begun("london")
    seat = sitting.state.to_move
    html = page(sitting, sitting.phone(seat)).one(id="tickets")
    held = sitting.state.hands[seat].tickets
    secret = html.one(of_class="secret").words
    everything = html.words
    assert secret in everything
    before = everything.replace(secret, "")
    for id in held:
        ticket = sitting.board.ticket[id]
        name = sitting.board.place[ticket.a].name
        assert name in secret
        assert name not in before
    assert f"{len(held)} ticket" in before


def test_a_ticket_says_in_words_how_it_stands_only_where_hints_are_on() -> None:
    hints = begun("london")
    assert "open" in page(hints, hints.phone(0)).one(id="tickets").words
    silent = begun("london", no_hints="on")
    html = page(silent, silent.phone(0)).one(id="tickets").words
    assert "open" not in html
    assert "If it ended now" not in html


def test_a_total_below_zero_has_a_minus_while_tickets_are_still_open() -> None:
    sitting = begun("london")
    words = page(sitting, sitting.phone(0)).one(id="tickets").one(of_class="projected").words
    lost = sum(sitting.board.ticket[id].points for id in sitting.state.hands[0].tickets)
    assert f"If it ended now: −{lost} points" in words


def test_drawn_tickets_replace_the_map_until_some_are_kept() -> None:
    sitting = begun("london")
    phone, seat = mover(sitting), sitting.state.to_move
    assert "Draw 2 tickets" in sheet(sitting, phone, "tickets/draw").words
    reply = read(sitting.post(phone, "tickets/ask", page="phone", seen=sitting.number))
    assert reply.one(id="turn")["data-view"] == "offer"
    assert len(reply.one(id="turn").all(name="kept")) == 2
    watching = page(sitting, other(sitting))
    assert f"{sitting.state.name(seat)} is choosing tickets" in watching.one(id="turn").words
    ticket = sitting.state.hands[seat].offer[0]
    reply = read(
        sitting.post(phone, "tickets/keep", page="phone", seen=sitting.number, kept=ticket)
    )
    assert reply.one(id="turn")["data-view"] == "map"


# -- Players without a phone ----------------------------------------------------------------------


def with_a_child(slug: str = "london", **options: object) -> Sitting:
    sitting = sit_down(slug, players=1, **options)
    lobby.add_phoneless(
        table=sitting.table, name="Kim", color=sitting.board.player_colors[1], request="kim"
    )
    assert sitting.post(sitting.screen, "start").status_code == 200
    sitting.table.refresh_from_db()
    return sitting


def test_a_hosts_phone_is_handed_over_and_comes_back() -> None:
    sitting = with_a_child()
    child = sitting.table.seats.get(name="Kim")
    assert child.number is not None
    host = sitting.phones[0]
    html = read(host.post(sitting.url(f"handed/{child.pk}"), {"page": "phone"}))
    offer = sitting.state.hands[child.number].offer
    assert "Pass the phone to Kim" in html.words
    assert set(offer) <= set(html.values("value"))
    assert not set(offer) & set(page(sitting, host).values("value"))
    answer = host.post(
        sitting.url("tickets/keep"), {"page": "phone", "for": child.pk, "kept": offer[0]}
    )
    assert answer.url == sitting.url("play")
    assert sitting.state.hands[child.number].tickets == (offer[0],)


def test_the_handed_phone_stays_with_the_child_between_the_mix_and_the_choice() -> None:
    sitting = with_a_child("germany")
    child = sitting.table.seats.get(name="Kim")
    answer = sitting.phones[0].post(
        sitting.url("tickets/ask"),
        {"page": "phone", "for": child.pk, "deck-short": 4, "deck-long": 0},
    )
    assert answer.status_code == 200
    assert len(read(answer).all(name="kept")) == 4


def chosen_with_a_child(slug: str, **options: object) -> tuple[Sitting, Seat]:
    """The host is to move, and the child comes next."""
    sitting = with_a_child(slug, **options)
    child, host = sitting.table.seats.get(name="Kim"), sitting.phones[0]
    assert child.number is not None
    for seat, hand in enumerate(sitting.state.hands):
        if hand.offer:
            whose = {"for": child.pk} if seat == child.number else {}
            form = {"page": "phone", "kept": hand.offer[0], **whose}
            host.post(sitting.url("tickets/keep"), form)
        elif not hand.chosen and not sitting.state.players[seat].at_reveal:
            sitting.post(host, "tickets/keep", page="phone", kept=sitting.board.tickets[0].id)
    assert sitting.state.phase is Phase.TURNS
    if sitting.state.to_move == child.number:
        sitting.post(host, "cards", seen=sitting.number)
    return sitting, child


def test_a_child_draws_dealt_tickets_out_of_turn_on_the_handed_phone() -> None:
    sitting, child = chosen_with_a_child("london")
    host, name = sitting.phones[0], sitting.state.name(sitting.state.to_move)
    draw = sheet(sitting, host, "tickets/draw")
    assert "For Kim" in draw.words
    assert sitting.url(f"handed/{child.pk}") in draw.values("action")
    html = read(host.post(sitting.url(f"handed/{child.pk}"), {"page": "phone"}))
    assert f"It’s {name}’s turn. We’ll note that {name} drew cards." in html.words
    sitting.post(host, "tickets/ask", page="phone", seen=sitting.number, **{"for": child.pk})
    assert sitting.state.to_move == child.number
    assert sitting.state.hands[child.number].offer
    html = read(host.post(sitting.url(f"handed/{child.pk}"), {"page": "phone"}))
    assert "We’ll note" not in html.words
    opened = Noted("tickets_opened", child.number)
    assert [entry.fact for entry in game_of(sitting.table).entries].count(opened) == 1


def test_on_their_own_turn_drawing_for_a_child_comes_first() -> None:
    sitting, child = chosen_with_a_child("london")
    host = sitting.phones[0]

    def button() -> Element:
        (form,) = [
            form
            for form in sheet(sitting, host, "tickets/draw").all("form")
            if form.get("action") == sitting.url(f"handed/{child.pk}")
        ]
        return form.one("button")

    assert "go" not in button().classes
    while sitting.state.to_move != child.number:
        sitting.post(sitting.screen, "cards", seen=sitting.number)
    assert "go" in button().classes
    html = read(host.post(sitting.url(f"handed/{child.pk}"), {"page": "phone"}))
    assert "open" in html.one(id="draw-fold").attributes


def test_paper_tickets_of_a_child_are_counted_out_of_turn() -> None:
    sitting, child = chosen_with_a_child("paris", tickets="paper")
    host, name = sitting.phones[0], sitting.state.name(sitting.state.to_move)
    address = f"{sitting.url('tickets/draw')}?whose={child.number}"
    assert address in sheet(sitting, host, "tickets/draw").values("href")
    count = sheet(sitting, host, f"tickets/draw?whose={child.number}")
    assert "How many tickets did Kim keep?" in count.words
    assert f"It’s {name}’s turn. We’ll note that {name} drew cards." in count.words
    data = {"count": 1, "whose": child.number, "seen": sitting.number}
    assert sitting.post(host, "tickets/count", **data).status_code == 200
    assert sitting.state.hands[child.number].counted == 1


def test_only_a_host_is_handed_a_childs_tickets() -> None:
    sitting = with_a_child()
    child = sitting.table.seats.get(name="Kim")
    answer = Client().get(sitting.url(f"handed/{child.pk}"))
    assert answer.status_code == 302
    assert answer.url == sitting.url("")


def test_paper_tickets_of_a_child_are_counted_on_a_turn_and_entered_at_the_end() -> None:
    sitting = with_a_child("paris", tickets="paper")
    child = sitting.table.seats.get(name="Kim")
    host = sitting.phones[0]
    sitting.post(host, "tickets/keep", page="phone", kept=sitting.board.tickets[0].id)
    if sitting.state.to_move != child.number:
        sitting.post(host, "cards", page="phone", seen=sitting.number)
    assert "Kim drew tickets" in page(sitting, host).one(id="turn").words
    html = sheet(sitting, host, f"tickets/draw?whose={child.number}")
    assert "How many tickets did Kim keep?" in html.words
    assert html.values("value", name="count") == ["1", "2"]
    moves.act(table=sitting.table, action=EndGame(), by=None)
    assert sitting.state.phase is Phase.REVEAL
    turn = page(sitting, host).one(id="turn")
    assert "Kim Enter tickets" in turn.words
    html = sheet(sitting, host, f"tickets/draw?reveal={child.number}")
    assert "Pick from 1 to 2 tickets." in html.words
    assert len(html.all(name="kept")) == len(sitting.board.tickets)
