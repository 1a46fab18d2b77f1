"""The decorators that slow down guessing and bound what one address opens."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.access import throttle
from tests.support.sittings import sit_down

pytestmark = pytest.mark.django_db
HERE = "198.51.100.7"


def guess_too_often(address: str) -> None:
    for _failure in range(throttle.CODE.free + 1):
        throttle.failed(throttle.CODE, address)
    assert throttle.wait(throttle.CODE, address)


@pytest.mark.usefixtures("long_waits")
@pytest.mark.parametrize(
    "typed", ["{}", "{} ", "{0[0]}{0[1]} {0[2]}{0[3]}", "{0[0]}-{0[1]}{0[2]}{0[3]}"]
)
def test_a_household_that_waits_may_type_its_own_code_in_any_way(typed: str) -> None:
    code = sit_down("london", 1).table.code
    throttle.trust(HERE, code)
    guess_too_often(HERE)
    answer = Client().get("/join/", {"code": typed.format(code.lower())}, REMOTE_ADDR=HERE)
    assert (answer.status_code, answer.headers.get("Location")) == (302, f"/t/{code}/")


def test_an_address_that_leads_nowhere_is_no_guess() -> None:
    sitting = sit_down("london", 1)
    for _n in range(throttle.CODE.free + 5):
        assert Client().get(sitting.url("no-such-page"), REMOTE_ADDR=HERE).status_code == 404
    assert not throttle.wait(throttle.CODE, HERE)


def test_only_what_was_opened_and_taken_is_counted() -> None:
    sitting = sit_down("london", 1)
    cache.clear()
    phone, screen = sitting.phones[0], sitting.screen
    form = {"name": "Ada", "color": "blue", "request": "again"}
    # Somebody who has a seat already, a name that is taken, a map that does not exist.
    assert phone.post(sitting.url("join"), form, REMOTE_ADDR=HERE).status_code == 302
    answer = Client().post(sitting.url("join"), {**form, "color": "none"}, REMOTE_ADDR=HERE)
    assert answer.status_code == 422
    refused = {"page": "screen", "sheet": "none"}
    assert screen.post(sitting.url("rematch"), refused, REMOTE_ADDR=HERE).status_code == 302
    assert throttle.in_this_hour("seats", HERE) == throttle.in_this_hour("tables", HERE) == 0

    form = {"name": "Bo", "color": "blue", "request": "new"}
    assert Client().post(sitting.url("join"), form, REMOTE_ADDR=HERE).status_code == 302
    assert screen.post(sitting.url("rematch"), {"page": "screen"}, REMOTE_ADDR=HERE)
    assert throttle.in_this_hour("seats", HERE) == throttle.in_this_hour("tables", HERE) == 1


def test_a_page_that_is_no_page_of_a_table_may_be_kept() -> None:
    sit_down("london", 1)
    assert "no-store" not in Client().get("/rules/london/").headers.get("Cache-Control", "")
