"""A player's phone while turns are played: whose turn it is, and what can be done."""

from dataclasses import replace

import pytest

from games.pages.contexts import can_claim
from tests.support.markup import read
from tests.support.phone_pages import mover, other, page
from tests.support.sittings import begun, play_on

pytestmark = pytest.mark.django_db


def test_my_turn_is_said_first_and_has_three_actions() -> None:
    sitting = begun("london")
    html = page(sitting, mover(sitting))
    name = sitting.state.name(sitting.state.to_move)
    color = sitting.state.players[sitting.state.to_move].color
    strip = html.one(id="strip")
    assert f"Your turn, {name}" in strip.words
    assert {"strip", "mine"} <= set(strip.classes)
    assert strip["data-color"] == color
    actions = html.one(id="turn").words
    assert actions == "Draw cards Claim a route Draw tickets"


def test_somebody_elses_turn_still_has_ones_own_actions() -> None:
    sitting = begun("london")
    html = page(sitting, other(sitting))
    name = sitting.state.name(sitting.state.to_move)
    assert f"{name} is playing" in html.one(id="strip").words
    assert html.one(id="turn").words == f"{name} drew cards Claim a route Draw tickets"
    assert html.one(id="strip")["data-mine"] == ""


def test_claiming_is_only_highlighted_while_a_route_can_be_claimed() -> None:
    sitting = begun("london")
    assert page(sitting, mover(sitting)).one(id="turn").has("a", of_class="act main")
    state = sitting.state
    assert can_claim(state)
    hands = list(state.hands)
    hands[state.to_move] = replace(hands[state.to_move], vehicles=0)
    assert not can_claim(replace(state, hands=tuple(hands)))
    waiting = (state.to_move + 1) % 2
    hands[:] = state.hands
    hands[waiting] = replace(hands[waiting], vehicles=0)
    assert can_claim(replace(state, hands=tuple(hands))), "it is about the player to move"


def test_one_tap_on_draw_cards_passes_the_turn_on_the_page() -> None:
    sitting = begun("london")
    phone = mover(sitting)
    form = page(sitting, phone).one(id="turn")
    seen = set(form.values("value", "input", name="seen"))
    assert seen == {str(sitting.number)}
    reply = read(sitting.post(phone, "cards", page="phone", seen=seen.pop()))
    assert "is playing" in reply.one(id="strip").words
    assert "draws cards" in reply.one(id="last").words


def test_parts_swap_themselves_and_keep_to_one_form_of_answer() -> None:
    sitting = begun("london")
    reply = sitting.post(mover(sitting), "cards", page="phone", seen=sitting.number)
    html = read(reply)
    for id in ("strip", "notice", "stats", "last", "turn", "tickets", "mapstate"):
        assert html.one(id=id)["hx-swap-oob"] == "morph"


def test_a_table_that_hides_the_score_shows_a_dash_to_its_own_player_too() -> None:
    sitting = begun("london", score_hidden="on")
    play_on(sitting, turns=8)
    html = page(sitting, sitting.phones[0])
    assert "points –" in html.one(id="stats").words
    points = html.one(id="seats").all(of_class="points")
    assert points
    assert not any(shown.text[:1].isdigit() for shown in points)


def test_the_last_round_is_on_every_phone_with_those_who_are_still_to_move() -> None:
    sitting = begun("london")
    while sitting.state.final_round is None:
        play_on(sitting, turns=sitting.state.turns_played + 1)
    fired = sitting.state.name(sitting.state.final_round.fired_by)
    play_on(sitting, turns=sitting.state.turns_played + 1)
    open_turns = [seat for seat in range(2) if sitting.state.turns_left(seat)]
    assert len(open_turns) == 1
    for phone in sitting.phones:
        strip = page(sitting, phone).one(id="strip").words
        assert f"Last round · started by {fired}" in strip
        assert strip.endswith(f"still to play: {sitting.state.name(open_turns[0])}")


def test_the_map_is_called_by_its_name_in_the_readers_language() -> None:
    sitting = begun("germany")
    answer = mover(sitting).get(sitting.url("play"), headers={"accept-language": "it"})
    assert read(answer).one("title", id="t-germany").text == "Germania"
