"""Guessing a password is slowed down without shutting out its owner."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games.access import throttle

pytestmark = pytest.mark.django_db(transaction=True)


def sign_in(client: Client, name: str, password: str, address: str = "198.51.100.7") -> int:
    data = {"username": name, "password": password, "next": "/admin/"}
    return client.post("/admin/login/", data, REMOTE_ADDR=address).status_code


@pytest.mark.usefixtures("long_waits")
def test_guessing_a_password_is_slowed_down_without_shutting_out_its_owner(keeper: User) -> None:
    own = Client()
    assert sign_in(own, "keeper", "right and long") == 302
    tries = [sign_in(Client(), "keeper", f"wrong {n}") for n in range(30)]
    assert tries[: throttle.PASSWORD.free + 1] == [200] * (throttle.PASSWORD.free + 1)
    assert set(tries[throttle.PASSWORD.free + 1 :]) == {429}
    # The right one is not even looked at from a stranger's browser …
    assert sign_in(Client(), "keeper", "right and long") == 429
    # … but from one in which the owner has signed in before, at the same address.
    own.post("/admin/logout/")
    assert sign_in(own, "keeper", "right and long") == 302
    # Others of the household, and the owner elsewhere, notice nothing.
    User.objects.create_superuser("other", password="right and long")
    assert sign_in(Client(), "other", "right and long") == 302
    assert sign_in(Client(), "keeper", "right and long", "198.51.100.8") == 302


@pytest.mark.usefixtures("long_waits")
def test_one_address_trying_many_accounts_and_many_addresses_trying_one(keeper: User) -> None:
    many = [sign_in(Client(), f"name {n}", "wrong") for n in range(throttle.PASSWORDS.free + 5)]
    assert many[-1] == 429
    cache.clear()
    for n in range(throttle.ACCOUNT.free + 2):
        last = sign_in(Client(), "keeper", "wrong", f"203.0.113.{n}")
    assert last == 429


@pytest.mark.usefixtures("long_waits")
def test_a_forged_known_browser_is_a_stranger(keeper: User) -> None:
    for n in range(throttle.PASSWORD.free + 1):
        forger = Client()
        forger.cookies["known"] = f"forged{n}:x:y"
        assert sign_in(forger, "keeper", "wrong") == 200
    assert sign_in(forger, "keeper", "wrong") == 429
