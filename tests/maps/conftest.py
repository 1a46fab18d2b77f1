"""Two map editors."""

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def ada() -> User:
    return User.objects.create(username="ada")


@pytest.fixture
def bo() -> User:
    return User.objects.create(username="bo")
