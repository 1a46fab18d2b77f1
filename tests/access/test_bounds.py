"""Limits on what one address may open, and on the length of forms."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.access import throttle
from games.models import Table
from tests.support.markup import read
from tests.support.sittings import Sitting, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_tables_and_seats_per_address_and_hour_are_bounded(settings: object) -> None:
    sit_down("london", 1)
    cache.clear()
    settings.TABLES_PER_HOUR = 2
    for expected in (302, 302, 429):
        answer = Client().post("/tables/", {"sheet": "london"}, REMOTE_ADDR="198.51.100.7")
        assert answer.status_code == expected
    assert "Too many tables" in read(answer).text
    assert Table.objects.count() == 3
    assert Client().post("/tables/", {"sheet": "london"}).status_code == 302  # from elsewhere
    # What opens nothing costs nothing.
    for _n in range(5):
        assert Client().post("/tables/", {"sheet": "none"}, REMOTE_ADDR="::1").url == "/"
    code = Table.objects.order_by("-pk")[0].code
    for _n in range(10):
        throttle.counted("seats", "198.51.100.9")
    form = {"name": "Ada", "color": "red", "request": "form"}
    answer = Client().post(f"/t/{code}/join", form, REMOTE_ADDR="198.51.100.9")
    assert answer.status_code == 429


def test_rematches_count_as_tables(settings: object) -> None:
    sitting = sit_down("london", 1)
    cache.clear()
    settings.TABLES_PER_HOUR = 1
    assert sitting.screen.post(sitting.url("rematch"), {"page": "screen"}).status_code == 302
    new = Table.objects.order_by("-pk")[0]
    assert sitting.screen.post(f"/t/{new.code}/rematch", {"page": "screen"}).status_code == 429


def test_a_form_that_is_too_long_or_has_too_many_fields_is_refused(sitting: Sitting) -> None:
    phone = sitting.phones[0]
    long = phone.post(sitting.url("claim"), {"route": "x" * 3_000_000})
    many = phone.post(sitting.url("claim"), {f"field{n}": "1" for n in range(2000)})
    assert (long.status_code, many.status_code) == (413, 400) or long.status_code == 400
    assert many.status_code == 400
