"""Who works in the administration."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games.access.roles import MAP_EDITOR, make_roles


@pytest.fixture
def chief() -> Client:
    """A superuser's browser. Nothing it is shown may be a server error."""
    client = Client()
    client.force_login(User.objects.create_superuser("chief"))
    return client


@pytest.fixture
def editor() -> Client:
    """The browser of somebody in the group of map editors."""
    make_roles()
    user = User.objects.create_user("edda", is_staff=True)
    user.groups.add(Group.objects.get(name=MAP_EDITOR))
    client = Client()
    client.force_login(user)
    return client
