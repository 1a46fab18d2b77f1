"""The host names this machine accepts, and the error page for others."""

import socket

import pytest
from django.test import Client

from companion import environment
from companion.server.own_hosts import OwnHosts
from games.access import addresses
from tests.support.markup import read


@pytest.fixture
def called(settings, monkeypatch: pytest.MonkeyPatch):
    """Let this machine have a name, as its system would tell it."""

    def call(name: str) -> None:
        monkeypatch.setattr(socket, "gethostname", lambda: name)
        settings.ALLOWED_HOSTS = OwnHosts(environment.LOCAL_NAMES)

    return call


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("kitchen", "kitchen"),
        ("kitchen", "kitchen.local"),
        ("Kitchen", "KITCHEN.local:8000"),
        ("Kitchen.local", "kitchen"),
        ("kitchen.fritz.box", "kitchen.fritz.box"),
        ("kitchen.fritz.box", "kitchen.local"),
    ],
)
def test_the_computer_answers_to_its_own_name(called, name: str, asked: str) -> None:
    called(name)
    assert Client().get("/", headers={"host": asked}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "localhost", "*", ".example.org", "a b", "192.168.0.7"])
def test_a_strange_name_of_the_machine_opens_nothing(called, name: str) -> None:
    called(name)
    assert set(addresses.own_names()) <= {"localhost", "localhost.local"}
    for asked in ("evil.example.org", "kitchen.local", "x.local", "example.org"):
        assert Client().get("/", headers={"host": asked}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "This station goes by another name"), ("de", "Stationmaster"), ("it", "Stationmaster")],
)
def test_anyone_who_comes_by_another_name_meets_a_page_of_ours(called, language, says) -> None:
    called("kitchen")
    reply = Client().get(
        "/history/?q=x", headers={"host": "evil.example.org:8000", "accept-language": language}
    )
    page = read(reply)
    assert reply.status_code == 400
    assert says in page.text
    assert page.one("html")["lang"] == language
    assert page.has("link", rel=True)
    assert "evil.example.org" in page.text, "the name that was asked for"
    assert "Content-Security-Policy" in reply


@pytest.mark.django_db
def test_a_name_that_is_none_is_not_repeated(called) -> None:
    called("kitchen")
    page = Client().get("/", headers={"host": '"><script>alert(1)</script>'})
    assert page.status_code == 400
    assert not read(page).has("script", src=False)
    assert "alert" not in page.content.decode()
    assert "This station goes by another name" in read(page).text


@pytest.mark.django_db
def test_other_requests_that_make_no_sense_meet_a_page_of_ours_too() -> None:
    fields = {f"field{number}": "x" for number in range(1200)}
    reply = Client().post("/tables/", fields)
    assert reply.status_code == 400
    assert read(reply).has(of_class="intro")


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_address_that_opens_tables_leads_home(method: str) -> None:
    reply = getattr(Client(), method)("/tables/")
    assert reply.status_code == 302
    assert reply.url == "/"
