"""Tables in the administration: closing, deleting, and the secrets of a running game."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.models import Table
from games.table import moves
from tests.support.admin import TABLES, page
from tests.support.markup import Element, read
from tests.support.sittings import begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def listed_codes(html: Element) -> set[str]:
    return {cell.text for cell in html.one("tbody").all(of_class="field-code")}


def test_tables_are_listed_and_filtered(chief: Client) -> None:
    playing, waiting = begun("paris").table, sit_down("london").table
    assert listed_codes(page(chief, TABLES)) == {playing.code, waiting.code}
    assert listed_codes(page(chief, f"{TABLES}?stage__exact=lobby")) == {waiting.code}
    assert playing.code in listed_codes(page(chief, f"{TABLES}?q={playing.code}"))


def test_a_table_is_closed_by_a_button_and_by_the_list(chief: Client) -> None:
    one, two = begun("paris").table, sit_down("london").table
    url = f"{TABLES}{one.pk}/close/"
    assert "Close this table?" in page(chief, url).text
    chief.post(url)
    assert "closed" in read(chief.post(url, follow=True)).text, "twice is a sentence"
    chief.post(TABLES, {"action": "close_tables", "_selected_action": [two.pk]})
    assert set(Table.objects.values_list("stage", flat=True)) == {"closed"}


def test_a_table_is_deleted_after_a_question(chief: Client) -> None:
    sitting = begun("paris")
    url = f"{TABLES}{sitting.table.pk}/delete/"
    assert "Are you sure" in page(chief, url).text
    assert Table.objects.exists()
    chief.post(url, {"post": "yes"})
    assert not Table.objects.exists()
    assert sitting.screen.get(sitting.url("screen")).status_code == 404


def test_several_tables_are_deleted_after_one_question(chief: Client) -> None:
    pks = [begun("paris").table.pk, sit_down("london").table.pk]
    sent = {"action": "delete_selected", "_selected_action": pks}
    assert "Are you sure" in read(chief.post(TABLES, sent)).text
    assert Table.objects.count() == 2
    chief.post(TABLES, {**sent, "post": "yes"})
    assert Table.objects.count() == 0


def secrets_of(sitting: Any) -> list[str]:
    """Ids and names that only one player knows."""
    secrets = []
    for hand in sitting.state.hands:
        for id in (*hand.tickets, *hand.offer):
            ticket = sitting.board.ticket[id]
            a, b = sitting.board.place[ticket.a].name, sitting.board.place[ticket.b].name
            secrets += [id, f"{a} – {b}"]
    assert secrets
    return secrets


def test_an_unfinished_games_tickets_are_on_no_page_of_the_administration(chief: Client) -> None:
    sitting = begun("paris")
    pk = sitting.table.pk
    urls = (TABLES, *(f"{TABLES}{pk}/{rest}/" for rest in ("change", "close", "delete", "secrets")))
    for url in urls:
        reply = chief.get(url)
        assert reply.status_code == 200, url
        html = unescape(reply.content.decode())  # everything that is sent
        assert not [secret for secret in secrets_of(sitting) if secret in html], url
    assert not sitting.table.entries.filter(wire="table.noted").exists(), "looking at the question"


def test_opening_the_secrets_is_told_to_the_table(chief: Client) -> None:
    sitting = begun("paris")
    number = sitting.number
    reply = chief.post(f"{TABLES}{sitting.table.pk}/secrets/")
    assert reply.status_code == 200
    html = read(reply).text
    assert all(secret in html for secret in secrets_of(sitting) if " – " in secret)
    assert "no-store" in reply["Cache-Control"]
    sentence = "An administrator looked at this table’s secret tickets."
    assert sentence in read(sitting.phone(0).get(sitting.url("log"))).text
    assert sentence in page(chief, f"{TABLES}{sitting.table.pk}/change/").text
    assert sitting.number == number, "no form at the table is stale because of it"


def test_even_a_closed_unfinished_game_is_told(chief: Client) -> None:
    sitting = begun("paris")
    chief.post(f"{TABLES}{sitting.table.pk}/close/")
    assert chief.post(f"{TABLES}{sitting.table.pk}/secrets/").status_code == 200
    assert sitting.table.entries.filter(wire="table.noted").count() == 1


def test_a_table_that_has_not_started_has_no_secrets(chief: Client) -> None:
    table = sit_down("paris").table
    reply = chief.post(f"{TABLES}{table.pk}/secrets/", follow=True)
    assert "hasn’t started" in read(reply).text


def test_a_finished_game_has_a_result_instead_of_secrets(chief: Client) -> None:
    sitting = begun("paris")
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=9999)
    addresses = page(chief, f"{TABLES}{sitting.table.pk}/change/").values("href")
    assert f"/result/{sitting.table.key}/" in addresses
    assert not any("/secrets/" in address for address in addresses)
