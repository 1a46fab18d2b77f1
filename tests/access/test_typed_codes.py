"""However people type a code, it's the same table, for the throttle, too."""

import pytest
from django.test import Client

from games.access import throttle
from tests.support.sittings import Sitting, sit_down

pytestmark = pytest.mark.django_db


def spelled(code: str) -> list[str]:
    return [
        code,
        code.lower(),
        f"{code[:2]} {code[2:]}",
        f"{code[:2]}-{code[2:]}",
        f" {code[0]}.{code[1:].lower()} ",
        f"{code[:2]}\u00a0–\u00a0{code[2:]}",
    ]


def guess_a_lot(address: str) -> None:
    for _guess in range(throttle.CODE.free + 8):
        throttle.failed(throttle.CODE, throttle.household(address))


@pytest.fixture
def sitting() -> Sitting:
    """A table in a household from which somebody has guessed too often."""
    made = sit_down("london", 2)
    guess_a_lot("127.0.0.1")
    assert Client().get("/join/", {"code": "ZZZZ"}).status_code == 429
    return made


def test_a_household_at_the_table_never_waits_however_it_types_the_code(sitting: Sitting) -> None:
    for code in spelled(sitting.table.code):
        reply = Client().get("/join/", {"code": code})
        assert (reply.status_code, reply.get("Location")) == (302, sitting.url()), code


def test_elsewhere_a_right_code_looks_like_a_wrong_one_however_it_is_typed() -> None:
    sitting = sit_down("london", 2)
    far = {"REMOTE_ADDR": "198.51.100.7"}
    guess_a_lot(far["REMOTE_ADDR"])
    for code in spelled(sitting.table.code):
        reply = Client(**far).get("/join/", {"code": code})
        assert reply.status_code == 429, code


def test_a_table_is_trusted_by_any_spelling_of_its_code() -> None:
    throttle.trust("192.0.2.1", "ab-cd")
    for code in ("ABCD", "abcd", "AB CD", "AB-CD"):
        assert throttle.is_trusted("192.0.2.1", code), code
    assert not throttle.is_trusted("192.0.2.1", "ABCE")
