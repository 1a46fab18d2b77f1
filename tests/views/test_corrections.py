"""Correcting an entry: the likeliest corrections come first, and tickets stay secret."""

import pytest

from games.rules.actions import ClaimRoute, DrawCards, SkipTurn
from games.table import lobby, moves
from tests.support.markup import Element
from tests.support.phone_pages import page, sheet
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db

TWIN = "piccadilly-circus--hyde-park--1"


def act(sitting: Sitting, *actions: object) -> int:
    for action in actions:
        moves.act(table=sitting.table, action=action, by=None)  # type: ignore[arg-type]
    return sitting.number


def likely(sitting: Sitting, entry: int) -> Element:
    return sheet(sitting, sitting.phones[0], f"routes?correct={entry}").one(of_class="likely")


def test_the_other_track_and_the_other_player_come_first() -> None:
    sitting = begun("london", 4)
    entry = act(sitting, ClaimRoute(0, TWIN))
    options = likely(sitting, entry)
    other = sitting.url(f"claim/{TWIN[:-1]}2?correct={entry}")
    assert options.values("href", "a") == [other]
    assert options.values("value", name="whose") == ["1", "2", "3"]
    form = {"action": "player", "whose": 2, "seen": sitting.number}
    assert sitting.post(sitting.phones[0], f"correct/{entry}", **form).status_code == 200
    assert sitting.state.owners == {TWIN: 2}


def test_another_answer_to_what_a_bonus_asked_is_one_tap_away() -> None:
    sitting = begun("germany", 2)
    route = next(r for r in sitting.board.routes if not sitting.board.parallels[r.id])
    entry = act(sitting, ClaimRoute(0, route.id))
    options = likely(sitting, entry)
    assert "Same route, different passengers" in options.words
    assert sitting.url(f"claim/{route.id}?correct={entry}") in options.values("href")


def test_only_a_host_gives_a_claim_to_somebody_else() -> None:
    sitting = begun("london", 2)
    entry = act(sitting, ClaimRoute(0, TWIN))
    form = {"action": "player", "whose": 1, "seen": sitting.number}
    guest = sitting.phones[1]
    assert sitting.post(guest, f"correct/{entry}", **form).status_code in (403, 422)
    for whose in ("", "7", "x"):
        wrong = {**form, "whose": whose}
        assert sitting.post(sitting.phones[0], f"correct/{entry}", **wrong).status_code == 422
    assert sitting.state.owners == {TWIN: 0}


def instead(sitting: Sitting, entry: int) -> tuple[list[str], str]:
    """What can be put in the place of an entry without a route, and the heading of the routes."""
    html = sheet(sitting, sitting.phones[0], f"routes?correct={entry}")
    return html.values("value", "input", name="action"), html.one("h3").words


def test_what_the_entry_says_is_not_offered_as_its_correction() -> None:
    sitting = begun("london", 2)
    drew = act(sitting, DrawCards(0))
    assert instead(sitting, drew) == (["skip"], "Claimed a route")
    skipped = act(sitting, SkipTurn(1))
    assert instead(sitting, skipped) == (["cards"], "Claimed a route")
    claimed = act(sitting, ClaimRoute(0, TWIN))
    actions, heading = instead(sitting, claimed)
    assert set(actions) == {"player", "cards", "skip"}
    assert heading == "Another route"


# -- Drew tickets, in the place of an earlier entry -----------------------------------------------


def paper_table() -> Sitting:
    sitting = sit_down("london", 2, tickets="paper")
    lobby.add_phoneless(table=sitting.table, name="Mia", color="blue", request="m")
    sitting.post(sitting.screen, "start")
    for seat in range(3):
        if not sitting.seat(seat).phoneless:
            sitting.post(sitting.phone(seat), "tickets/keep", kept=sitting.board.tickets[seat].id)
    return sitting


def test_a_player_says_so_of_a_turn_that_was_filled_in() -> None:
    sitting = paper_table()
    mia = next(n for n in range(3) if sitting.seat(n).phoneless)
    first, last = (n for n in ((mia + 1) % 3, (mia + 2) % 3))
    while sitting.state.to_move != first:
        act(sitting, DrawCards(sitting.state.to_move))
    claim = {"route": TWIN, "seen": sitting.number, "whose": last, "page": "phone"}
    assert sitting.post(sitting.phone(last), "claim", **claim).status_code == 200
    line = page(sitting, sitting.phone(first), "log").one(id=f"entry-{sitting.number}")
    filled = line.one(of_class="filled")
    assert f"{sitting.state.name(first)} drew cards" in filled.words
    entry = sitting.number - 1
    (address,) = filled.values("href", "a")
    assert str(entry) in address
    picked = sitting.board.tickets[7].id
    if "routes" in address:  # a host corrects anything
        html = sheet(sitting, sitting.phone(first), f"routes?correct={entry}")
        assert sitting.url(f"tickets/mend/{entry}") in html.values("href")
    form = {"kept": picked, "seen": sitting.number}
    reply = sitting.post(sitting.phone(first), f"tickets/correct/{entry}", **form)
    assert reply.status_code == 200
    assert picked in sitting.state.hands[first].tickets
    words = page(sitting, sitting.phone(last), "log").words
    assert "keeps 1 ticket" in words
    assert not any(
        sitting.board.place[end].name in words
        for end in (sitting.board.ticket[picked].a, sitting.board.ticket[picked].b)
        if end not in TWIN
    )


def test_of_a_player_without_a_phone_a_host_says_how_many() -> None:
    sitting = paper_table()
    mia = next(n for n in range(3) if sitting.seat(n).phoneless)
    while sitting.state.to_move != mia:
        act(sitting, DrawCards(sitting.state.to_move))
    entry = act(sitting, DrawCards(mia))
    html = sheet(sitting, sitting.phones[0], f"routes?correct={entry}")
    assert html.values("value", name="count") == ["1", "2"]
    form = {"action": "tickets", "count": 2, "seen": sitting.number}
    assert sitting.post(sitting.phones[0], f"correct/{entry}", **form).status_code == 200
    assert sitting.state.hands[mia].counted == 2


def test_a_host_is_told_that_only_the_owner_can_say_which() -> None:
    sitting = paper_table()
    host = sitting.table.seats.get(position=1)
    other = next(n for n in range(3) if not sitting.seat(n).phoneless and n != host.number)
    while sitting.state.to_move != other:
        act(sitting, DrawCards(sitting.state.to_move))
    entry = act(sitting, DrawCards(other))
    html = sheet(sitting, sitting.phones[0], f"routes?correct={entry}")
    assert f"Did {sitting.state.name(other)} draw tickets? Only they can log that" in html.words
    assert not any("/tickets/" in address for address in html.values("href"))
    own = page(sitting, sitting.phone(other), "log").one(id=f"entry-{entry}")
    assert "I drew tickets" in own.words


def test_what_was_corrected_can_be_corrected_again() -> None:
    sitting = begun("london", 2)
    entry = act(sitting, ClaimRoute(0, TWIN))
    form = {"action": "cards", "seen": sitting.number}
    sitting.post(sitting.phones[0], f"correct/{entry}", **form)
    act(sitting, DrawCards(1))
    line = page(sitting, sitting.phones[0], "log").one(id=f"entry-{entry + 1}")
    assert any(f"correct={entry}" in address for address in line.values("href"))
