"""A running table, staff accounts, and waits that don't expire."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.access import throttle
from tests.support.sittings import Sitting, begun


@pytest.fixture
def sitting() -> Sitting:
    return begun("london", 2)


@pytest.fixture
def admin(admin_user: User) -> Client:
    client = Client()
    client.force_login(admin_user)
    return client


@pytest.fixture
def keeper(settings: object) -> User:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return User.objects.create_superuser("keeper", password="right and long")


@pytest.fixture
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """So long that none ends while a test runs, however slow the machine."""
    monkeypatch.setattr(throttle, "FIRST", 60)
