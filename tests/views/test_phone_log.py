"""A player's phone: the whole log, undo and correction."""

import pytest

from games.rules.actions import DrawCards
from games.table import moves
from tests.support.markup import Element
from tests.support.phone_pages import mover, other, page, sheet
from tests.support.sittings import begun, sit_down

pytestmark = pytest.mark.django_db


def offers_undo(html: Element, entry: int) -> bool:
    forms = html.one(id=f"entry-{entry}").all("form")
    return any(form["action"].endswith("/undo") for form in forms)


def test_the_log_says_who_logged_for_whom_and_what_was_undone_in_one_line() -> None:
    sitting = begun("london")
    acting, logging = sitting.state.to_move, other(sitting)
    by = sitting.state.name(1 - acting)
    sitting.post(logging, "cards", page="phone", seen=sitting.number)
    entry = sitting.number
    assert f"logged by {by}" in page(sitting, logging, "log").one(id=f"entry-{entry}").words
    sitting.post(logging, "undo", page="phone", seen=sitting.number)
    log = page(sitting, logging, "log").one(id="log")
    assert not log.all(id=f"entry-{entry}")
    name = sitting.state.name(acting)
    assert f"Undone: {name} draws cards." in log.one(id=f"entry-{sitting.number}").words


def test_nobody_is_named_as_having_logged_what_the_start_dealt() -> None:
    sitting = sit_down("london")
    assert sitting.post(sitting.phones[0], "start", page="phone").status_code == 200
    log = page(sitting, sitting.phones[0], "log")
    host, guest = (
        log.one(id=f"entry-{number}").words
        for number in sorted((2, 3), key=lambda number: not sitting.seat(number - 2).host)
    )
    assert "draws 2 tickets" in host
    assert "draws 2 tickets" in guest
    assert "logged by" not in guest


def test_undo_stands_beside_the_entry_it_withdraws() -> None:
    sitting = begun("london")
    host = sitting.phones[0]
    for _turn in range(2):
        moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    last = sitting.number
    html = page(sitting, host, "log")
    assert offers_undo(html, last)
    sitting.post(host, "undo", page="phone", seen=last)
    html = page(sitting, host, "log")
    assert offers_undo(html, last - 1)
    assert not offers_undo(html, last + 1)


def test_a_host_corrects_from_a_list_as_it_was_then() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    sitting.post(mover(sitting), "claim", page="phone", seen=sitting.number, route=route.id)
    entry = sitting.number
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    logged = page(sitting, sitting.phones[0], "log").one(id=f"entry-{entry}")
    assert any(f"correct={entry}" in address for address in logged.values("href"))
    assert "Fix" not in page(sitting, sitting.phones[1], "log").words
    html = sheet(sitting, sitting.phones[0], f"routes?correct={entry}")
    assert f"Fix entry {entry}" in html.words
    free = sitting.url(f"claim/{route.id}?correct={entry}")  # before that entry
    assert free in html.values("href")
    assert html.has(name="action", value="cards")
