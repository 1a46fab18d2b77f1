"""Paper tickets on phones: corrected by their owner, checked before the reveal."""

import pytest
from django.test import Client

from games.rules.actions import CheckPaper, EndGame
from games.rules.engine import decide
from games.rules.state import Phase
from games.rules.violations import RuleViolation
from games.table import moves
from tests.support.games import game_of
from tests.support.markup import read
from tests.support.phone_pages import page, sheet
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db


def paper_table(*opening: int) -> Sitting:
    """Each seat keeps the ticket with this number in the sheet."""
    sitting = sit_down("london", len(opening), tickets="paper")
    sitting.post(sitting.screen, "start")
    for seat, ticket in enumerate(opening):
        ticket_id = sitting.board.tickets[ticket].id
        sitting.post(sitting.phone(seat), "tickets/keep", kept=ticket_id)
    return sitting


def over(*opening: int) -> Sitting:
    sitting = paper_table(*opening)
    moves.act(table=sitting.table, action=EndGame(), by=None)
    return sitting


def held(sitting: Sitting, seat: int) -> tuple[str, ...]:
    return sitting.state.hands[seat].tickets


def ids(sitting: Sitting, *numbers: int) -> list[str]:
    return [sitting.board.tickets[number].id for number in numbers]


def test_the_tickets_tab_leads_to_putting_a_draw_right() -> None:
    sitting = paper_table(0, 1)
    html = page(sitting, sitting.phone(0)).one(id="tickets")
    address = next(a for a in html.values("href", "a") if "/tickets/mend/" in a)
    picked = sheet(sitting, sitting.phone(0), address.split("/", 3)[3])
    assert picked.values("value", name="kept", checked="") == ids(sitting, 0)
    number = address.rsplit("/", 1)[1]
    sitting.post(
        sitting.phone(0), f"tickets/correct/{number}", kept=ids(sitting, 5), seen=sitting.number
    )
    assert held(sitting, 0) == tuple(ids(sitting, 5))


def test_others_see_only_that_it_happened() -> None:
    sitting = paper_table(0, 1)
    number = game_of(sitting.table).entries[1].number
    data = {"kept": ids(sitting, 5), "seen": sitting.number}
    assert sitting.post(sitting.phone(0), f"tickets/correct/{number}", **data).status_code == 200
    ticket = sitting.board.tickets[5]
    a = sitting.board.place[ticket.a].name
    html = read(sitting.phone(1).get(sitting.url("log"))).words
    assert "Corrected: " in html
    assert a not in html


def test_nobody_puts_somebody_elses_tickets_right() -> None:
    sitting = paper_table(0, 1)
    data = {"kept": ids(sitting, 5), "seen": sitting.number}
    assert sitting.post(sitting.phone(1), "tickets/correct/2", **data).status_code == 422
    reply = sitting.phone(1).get(sitting.url("tickets/mend/2"), headers={"HX-Request": "true"})
    assert reply.status_code == 422


def test_drew_tickets_can_stand_in_the_place_of_an_earlier_turn_of_ones_own() -> None:
    sitting = paper_table(0, 1)
    sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    number = sitting.number
    data = {"kept": ids(sitting, 5), "seen": number}
    assert sitting.post(sitting.phone(0), f"tickets/correct/{number}", **data).status_code == 200
    assert held(sitting, 0) == tuple(ids(sitting, 0, 5))


def test_each_phone_shows_its_tickets_once_more() -> None:
    sitting = over(0, 1)
    assert sitting.state.phase is Phase.REVEAL
    words = page(sitting, sitting.phone(0)).one(id="turn").words
    assert "Check your paper tickets" in words
    assert "They’re right" in words
    for seat in (0, 1):
        assert sitting.post(sitting.phone(seat), f"paper/{seat}/check").status_code == 200
    assert sitting.state.finished


def test_only_a_host_checks_for_somebody_else() -> None:
    sitting = over(0, 1)
    host = next(seat for seat in (0, 1) if sitting.seat(seat).host)
    guest = 1 - host
    assert sitting.post(sitting.phone(guest), f"paper/{host}/check").status_code == 422
    assert sitting.post(sitting.phone(host), f"paper/{guest}/check").status_code == 200


def test_who_loses_a_settled_ticket_enters_the_real_one() -> None:
    sitting = over(0, 0)
    for seat in (0, 1):
        sitting.post(sitting.phone(seat), f"paper/{seat}/check")
    ticket = ids(sitting, 0)[0]
    sitting.post(sitting.screen, "reveal/settle", ticket=ticket, seat=1)
    words = page(sitting, sitting.phone(0)).one(id="turn").words
    assert "belongs to Bo, not to Ada" in words
    shown = page(sitting, sitting.phone(1)).one(id="turn")
    assert "Ada 0 of 1 ticket entered" in shown.one(of_class="still").words
    assert not [form for form in shown.all("form") if form.get("action").endswith("paper/0/check")]
    text = page(sitting, sitting.screen, "screen").one(id="stage").words
    assert "Not the right number of tickets" in text
    assert "Paper tickets to check" not in text
    with pytest.raises(RuleViolation, match="Ada has 0 tickets here but should have 1"):
        decide(sitting.state, CheckPaper(0))
    assert sitting.post(sitting.phone(1), "paper/0/mend", kept=ids(sitting, 3)).status_code == 422
    assert sitting.post(sitting.phone(0), "paper/0/mend", kept=ids(sitting, 3)).status_code == 200
    assert sitting.state.finished
    assert held(sitting, 0) == tuple(ids(sitting, 3))


def test_a_host_lets_somebody_hold_another_number() -> None:
    sitting = over(0, 1)
    assert sitting.post(sitting.screen, "paper/0/agree", count="2").status_code == 200
    assert sitting.post(sitting.phone(0), "paper/0/check").status_code == 422
    mended = sitting.post(sitting.phone(0), "paper/0/mend", kept=ids(sitting, 0, 4))
    assert mended.status_code == 200
    html = read(sitting.phone(1).get(sitting.url("log"))).words
    assert "A host set" in html
    assert "hand to 2 tickets" in html


@pytest.mark.parametrize("path", ["paper/9/check", "paper/9/agree", "paper/9/mend"])
def test_a_seat_that_is_not_there_is_a_sentence(path: str) -> None:
    sitting = over(0, 1)
    assert sitting.post(sitting.screen, path, count="1").status_code == 422


def settled(sitting: Sitting, client: Client, seat: int) -> int:
    ticket = ids(sitting, 0)[0]
    return sitting.post(client, "reveal/settle", ticket=ticket, seat=seat).status_code


def test_who_entered_it_wrongly_says_so_without_a_host() -> None:
    sitting = over(0, 0, 1)
    host = next(seat for seat in range(3) if sitting.seat(seat).host)
    two = [seat for seat in range(3) if ids(sitting, 0)[0] in held(sitting, seat)]
    for seat in range(3):
        sitting.post(sitting.phone(seat), f"paper/{seat}/check")
    guest = next(seat for seat in two if seat != host)
    other = next(seat for seat in two if seat != guest)
    outsider = next(seat for seat in range(3) if seat not in two)
    if outsider != host:
        assert settled(sitting, sitting.phone(outsider), guest) == 422
    assert settled(sitting, sitting.phone(guest), guest) == 422, "nobody takes it"
    assert settled(sitting, sitting.phone(guest), other) == 200
    assert held(sitting, guest) == ()


def test_giving_a_ticket_up_tells_nothing_before_everybody_has_checked() -> None:
    answers = []
    for tickets in ((0, 0), (0, 1)):
        sitting = over(*tickets)
        guest = next(seat for seat in (0, 1) if not sitting.seat(seat).host)
        ticket = held(sitting, guest)[0]
        reply = sitting.post(sitting.phone(guest), "reveal/settle", ticket=ticket, seat=1 - guest)
        answers.append((reply.status_code, "A host has to settle" in reply.content.decode()))
    assert answers == [(422, True), (422, True)]


def test_where_tickets_are_dealt_no_sheet_lists_them_all() -> None:
    sitting = begun("london")
    answer = sitting.phone(0).get(sitting.url("paper/0"), headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "no paper tickets to check" in read(answer).words
