"""The address of a posted form can be opened again, by a reload or from the browser's history."""

import pytest
from django.test import Client

from tests.support.sittings import begun, sit_down

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("doing", ["join", "tickets/ask", "claim", "cards", "undo", "start"])
def test_opening_the_address_of_a_deed_leads_back_to_the_table(doing: str) -> None:
    sitting = begun("germany")
    before = sitting.table.entries.count()
    phone = sitting.phones[0]
    response = phone.get(sitting.url(doing), follow=True)
    assert response.status_code == 200
    assert response.redirect_chain[-1][0] == sitting.url("play")
    assert sitting.table.entries.count() == before


def test_reloading_a_refused_join_form_gives_a_new_one() -> None:
    sitting = sit_down("london", 1)
    guest = Client()
    refused = guest.post(sitting.url("join"), {"name": "", "color": "red", "request": "one"})
    assert refused.status_code == 422
    assert guest.get(sitting.url("join"), follow=True).status_code == 200


def test_other_methods_are_refused_as_before() -> None:
    sitting = begun("london")
    assert sitting.phones[0].put(sitting.url("undo")).status_code == 405


def test_browsers_that_ask_for_an_icon_by_its_old_name_get_one() -> None:
    response = Client().get("/favicon.ico")
    assert response.status_code == 302
    assert response.url.endswith(".svg")
