"""The administration: its pages have our look, and are only for people with permission."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games.access.roles import MAP_EDITOR, make_roles
from games.maps import drafts
from tests.support.admin import SHEETS, TABLES, at, drafted, page, press
from tests.support.markup import inline, read
from tests.support.sittings import begun, loaded

pytestmark = pytest.mark.django_db


def test_the_pages_are_branded_and_keep_the_strict_policy(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    table = begun("paris").table
    urls = [
        "/admin/",
        SHEETS,
        TABLES,
        "/admin/games/report/",
        "/admin/auth/user/",
        "/admin/auth/group/",
        f"{SHEETS}import/",
        at(sheet),
        at(draft),
        at(draft, "settings/"),
        at(draft, "compare/"),
        *(at(draft, f"{kind}/") for kind in drafts.KINDS),
        *(at(draft, f"{kind}/add/") for kind in drafts.KINDS),
        *(at(sheet, f"{kind}/") for kind in drafts.KINDS),
        f"{TABLES}{table.pk}/change/",
        f"{TABLES}{table.pk}/close/",
        f"{TABLES}{table.pk}/secrets/",
        f"{TABLES}{table.pk}/delete/",
        at(draft, "delete/"),
        at(draft, "history/"),
    ]
    for url in urls:
        reply = chief.get(url)
        assert reply.status_code == 200, url
        html = read(reply)
        assert any("css/admin.css" in href for href in html.values("href", "link")), url
        assert inline(html) == [], url
        assert "default-src 'self'" in reply["Content-Security-Policy"]


def test_nobody_gets_in_without_signing_in() -> None:
    draft = drafted()
    for url in (
        SHEETS,
        at(draft),
        at(draft, "routes/"),
        at(draft, "export.json"),
        f"{SHEETS}import/",
    ):
        reply = Client().get(url)
        assert reply.status_code == 302
        assert "/admin/login/" in reply.url


def test_unknown_addresses_are_not_found(chief: Client) -> None:
    draft = drafted()
    for url in (
        f"{SHEETS}999/change/",
        f"{SHEETS}x/change/",
        f"{SHEETS}999/export.json",
        at(draft, "routes/nowhere/"),
        f"{TABLES}999/change/",
    ):
        assert chief.get(url).status_code == 404, url
    assert chief.get(at(draft, "routes/nowhere/delete/")).status_code == 302


def test_map_editors_keep_sheets_and_nothing_else(editor: Client) -> None:
    draft = drafted()
    table = begun("paris").table
    assert "London" in page(editor, SHEETS).words
    page(editor, at(draft, "routes/"))
    press(editor, draft, "check")
    assert draft.state == "checked"
    for url in (TABLES, f"{TABLES}{table.pk}/change/", f"{TABLES}{table.pk}/secrets/"):
        assert editor.get(url).status_code == 403, url
    for url in ("/admin/auth/user/", "/admin/auth/group/"):
        assert editor.get(url).status_code == 403, url
    assert editor.post(f"{TABLES}{table.pk}/secrets/").status_code == 403
    assert not table.entries.filter(wire="table.noted").exists()


def test_who_may_only_look_changes_nothing() -> None:
    make_roles()
    user = User.objects.create_user("guest", is_staff=True)
    user.user_permissions.add(
        Group.objects.get(name=MAP_EDITOR).permissions.get(codename="view_mapsheet")
    )
    client = Client()
    client.force_login(user)
    draft = drafted()
    assert not any("Publish" in button.text for button in page(client, at(draft)).all("button"))
    before = draft.checksum
    for url in ("do/publish/", "do/verify/", "settings/", "routes/add/"):
        assert client.post(at(draft, url), {"seen": before}).status_code == 403, url
    client.post(at(draft, "routes/"), {"seen": before})
    draft.refresh_from_db()
    assert (draft.checksum, draft.state) == (before, "draft")


def test_roles_are_made_once() -> None:
    make_roles()
    make_roles()
    codes = Group.objects.get(name=MAP_EDITOR).permissions.values_list("codename", flat=True)
    assert sorted(codes) == [
        "add_mapsheet",
        "change_mapsheet",
        "change_report",
        "delete_mapsheet",
        "view_mapsheet",
        "view_report",
    ]
