"""Users and groups in the administration: what they may do is said in the reader's language."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse

from games.access.roles import MAP_EDITOR, make_roles
from games.admin.accounts import offered
from games.admin.words_of_django import DJANGOS
from tests.support.markup import Element, read

pytestmark = pytest.mark.django_db


def page_of(address: str, language: str) -> Element:
    boss = User.objects.create_superuser("boss")
    client = Client(headers={"accept-language": language})
    client.force_login(boss)
    return read(client.get(address))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Map sheets: change"),
        ("it", "Schede mappa: modificare"),
        ("de", "Planblätter: ändern"),
        ("fr", "Fiches de plan\u00a0: modifier"),
    ],
)
def test_permissions_are_said_in_the_language(language: str, said: str) -> None:
    make_roles()
    group = Group.objects.get(name=MAP_EDITOR)
    page = page_of(reverse("admin:auth_group_change", args=[group.pk]), language)
    options = page.all("option")
    assert [said] in [option.children for option in options if "selected" in option]
    assert not any("Can " in option.text for option in options)


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_what_django_has_not_translated_is_translated_here(language: str) -> None:
    page = page_of(reverse("admin:auth_user_add"), language)
    assert not any(sentence in page.text for sentence in DJANGOS)


@pytest.mark.parametrize(
    ("language", "formal"),
    [("de", r"\b(?:Sie|Ihnen|Ihr\w*)\b"), ("fr", r"\b(?:[Vv]ous|[Vv]otre|[Vv]os)\b")],
)
@pytest.mark.parametrize(
    "page", ["index", "password_change", "auth_group_delete", "auth_group_change", "auth_user_add"]
)
def test_pages_of_django_s_say_du_and_tu_as_ours_do(language: str, formal: str, page: str) -> None:
    make_roles()
    group = [Group.objects.get(name=MAP_EDITOR).pk] if "group" in page else []
    words = page_of(reverse(f"admin:{page}", args=group), language).words
    assert words
    assert re.findall(formal, words) == []


def test_what_has_a_page_is_offered_and_nothing_else() -> None:
    models = {permission.content_type.model_class() for permission in offered()}
    assert models == set(admin.site._registry)
    assert offered().count() == 4 * len(models)


def test_a_group_keeps_its_permissions_when_it_is_saved() -> None:
    make_roles()
    group = Group.objects.get(name=MAP_EDITOR)
    before = set(group.permissions.all())
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    chosen = [str(permission.pk) for permission in before]
    more = Permission.objects.get(codename="view_table")
    form = {"name": MAP_EDITOR, "permissions": [*chosen, str(more.pk)]}
    client.post(reverse("admin:auth_group_change", args=[group.pk]), form)
    assert set(group.permissions.all()) == {*before, more}
