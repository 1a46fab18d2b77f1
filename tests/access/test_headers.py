"""The headers of every page, what may be kept of it, and nothing inline."""

import pytest
from django.test import Client

from games.models import Table
from tests.support.markup import Element, inline, read
from tests.support.routes import filled, routes
from tests.support.sittings import Sitting

pytestmark = pytest.mark.django_db(transaction=True)


def is_data(element: Element) -> bool:
    """A script that browsers do not run: JSON for one that they do."""
    return element.tag == "script" and "json" in element.get("type")


def test_every_page_has_a_strict_policy_and_nothing_inline(sitting: Sitting, admin: Client) -> None:
    looked_at = 0
    for route in routes():
        url = filled(route, sitting)
        for client in (admin, sitting.phones[0]):
            answer = client.get(url)
            policy = answer.headers.get("Content-Security-Policy", "")
            assert "default-src 'self'" in policy, url
            assert "unsafe" not in policy, url
            assert "frame-ancestors 'none'" in policy, url
            assert "object-src 'none'" in policy, url
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert "camera=()" in answer.headers["Permissions-Policy"]
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
                looked_at += 1
                page = read(answer)
                assert [tag for tag in inline(page) if not is_data(tag)] == [], url
                for name in ("href", "src", "action", "formaction"):
                    addresses = page.values(name)
                    assert not [to for to in addresses if to.startswith("javascript:")], url
    assert looked_at > 40


def test_pages_of_a_table_are_kept_by_nobody(sitting: Sitting) -> None:
    for route in routes():
        if dict(route.kinds).get("code") == "code":
            for client in (sitting.phones[0], sitting.screen, Client()):
                answer = client.get(filled(route, sitting))
                assert "no-store" in answer.headers["Cache-Control"], route.name


def test_only_the_methods_that_make_sense_are_answered(sitting: Sitting) -> None:
    before = Table.objects.values().get()
    for route in routes():
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"):
            answer = sitting.screen.generic(method, filled(route, sitting))
            if "admin" not in route.template and "i18n" not in route.template:
                assert answer.status_code in (403, 405), (method, route.name)
            assert answer.status_code < 500
    assert Table.objects.values().get() == before
