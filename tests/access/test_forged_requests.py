"""Forms of other sites, and links that would lead to other sites."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.support.markup import read
from tests.support.routes import filled, routes
from tests.support.sittings import Sitting

pytestmark = pytest.mark.django_db(transaction=True)


def test_no_post_is_accepted_without_its_token(sitting: Sitting, admin_user: User) -> None:
    """Every address there is, by people who may do everything."""
    refused = 0
    for source in (sitting.screen, sitting.phones[0]):
        client = Client(enforce_csrf_checks=True)
        client.cookies = source.cookies
        client.force_login(admin_user)
        for route in routes():
            answer = client.post(filled(route, sitting), {"seen": "1"})
            # Not allowed there at all, or refused for want of the token; never done.
            assert answer.status_code in (403, 404, 405), route.name
            refused += answer.status_code == 403
    assert refused > 80


def test_a_form_of_another_site_is_refused_even_with_a_token(sitting: Sitting) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = sitting.screen.cookies
    page = read(client.get(sitting.url("screen")))
    token = page.values("value", "input", name="csrfmiddlewaretoken")[0]
    data = {"locked": "1", "csrfmiddlewaretoken": token}
    for origin in ("https://evil.example", "null", "http://testserver:9999"):
        answer = client.post(sitting.url("lock"), data, headers={"origin": origin})
        assert answer.status_code == 403, origin
    assert client.post(sitting.url("lock"), data).status_code == 302


ELSEWHERE = (
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "https:/evil.example",
    "///evil.example",
    "http://localhost@evil.example/",
    "\thttps://evil.example",
)


def test_nobody_is_sent_to_another_site(sitting: Sitting, keeper: User) -> None:
    signing_in = {"username": keeper.username, "password": "right and long"}
    for elsewhere in ELSEWHERE:
        answers = [
            Client().post("/i18n/setlang/", {"language": "de", "next": elsewhere}),
            Client().post("/i18n/setlang/", {"language": "de"}, headers={"referer": elsewhere}),
            Client().post("/admin/login/", {**signing_in, "next": elsewhere}),
            Client().get("/join/", {"code": sitting.table.code, "next": elsewhere}),
            sitting.phones[0].get(sitting.url("follow"), {"next": elsewhere, "page": elsewhere}),
            sitting.phones[0].get(sitting.url(), {"next": elsewhere}),
            sitting.screen.post(sitting.url("address"), {"address": elsewhere}),
        ]
        for answer in answers:
            assert answer.status_code in (200, 204, 302)
            assert "evil" not in answer.headers.get("Location", "")
            assert "javascript" not in answer.headers.get("Location", "")
            assert elsewhere not in answer.headers.get("HX-Redirect", "")


@pytest.mark.parametrize("url", ["https://trains.example.org", None])
def test_links_and_qr_codes_never_come_from_what_a_request_says_of_itself(
    sitting: Sitting, settings: object, url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_URL = url
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr("games.access.addresses.current", lambda: ("192.168.1.20",))
    lying = {
        "host": "evil.example",
        "x-forwarded-host": "evil.example",
        "forwarded": "host=evil.example",
        "x-forwarded-proto": "https",
        "x-original-url": "http://evil.example/",
        "x-forwarded-prefix": "//evil.example",
    }
    drawn: list[str] = []
    for name in ("games.views.screen.qr.svg", "games.views.phone.qr.svg"):
        monkeypatch.setattr(name, lambda link: drawn.append(link) or "")
    for client, path in ((sitting.screen, "screen"), (sitting.phones[0], "my-qr")):
        answer = client.get(sitting.url(path), headers=lying)
        assert answer.status_code == 200
        assert "evil" not in answer.content.decode()
    assert drawn
    assert all(link.startswith(url or "http://192.168.1.20") for link in drawn)
    refused = Client().get("/", headers={"host": "evil.example"})
    assert "evil" not in refused.content.decode()


def test_an_unknown_host_is_refused() -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost:80:80", "[::1", "a" * 300):
        assert Client().get("/", headers={"host": host}).status_code == 400
