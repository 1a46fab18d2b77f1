"""The front page, the error pages and the health check."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.maps import library
from games.models import Table
from tests.support.boards import BOARDS
from tests.support.markup import Element, inline, read

pytestmark = pytest.mark.django_db


def posters(page: Element) -> dict[str, Element]:
    """The maps on the front page, by their slugs."""
    articles = [article for article in page.all("article") if article.get("id").startswith("map-")]
    return {article["id"].removeprefix("map-"): article for article in articles}


def test_the_home_page_shows_the_maps_with_picture_and_state(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    maps = posters(read(client.get("/")))
    assert set(maps) == {*BOARDS}
    assert "unverified" in maps["paris"].text
    assert "a reconstruction" in maps["paris"].text
    assert "verified" in maps["london"].one(of_class="checked").text
    compared = maps["london"].one(of_class="checked").values("href", "a")[0]
    assert read(client.get(compared.split("#")[0])).has(id="known"), "and how, on the rules page"
    assert "2–5 players" in maps["germany"].text
    assert "30–60 min" in maps["germany"].text
    for slug, poster in maps.items():
        board = library.in_force(slug)
        assert board
        assert len(poster.all(of_class="route")) == len(board.routes)


def in_sight(page: Element) -> list[str]:
    """The maps that are seen without a tap."""
    away = posters(page.one(id="more-maps")) if page.has(id="more-maps") else {}
    return [slug for slug in posters(page) if slug not in away]


def test_the_map_played_last_comes_first_and_most_are_a_tap_away(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    assert len(in_sight(read(client.get("/")))) == 3
    for slug in ("usa", "paris"):
        client.post("/tables/", {"sheet": slug})
    page = read(client.get("/"))
    assert in_sight(page)[:2] == ["paris", "usa"]
    assert set(posters(page)) == {*BOARDS}


def test_the_maps_are_filtered_by_how_many_play(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    page = read(client.get("/?players=5"))
    assert set(posters(page)) == {"germany", "usa", "europe"}
    assert not page.has(id="more-maps")
    assert set(posters(read(client.get("/?players=nobody")))) == {*BOARDS}


def test_one_tap_opens_a_table_with_the_defaults(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    answer = client.post("/tables/", {"sheet": "germany"})
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/t/{table.code}/screen"
    assert (table.tickets, table.passengers, table.final_round_at) == ("dealt", "drawn", 2)
    assert table.hints
    assert not table.score_hidden


def test_every_option_of_the_page_is_understood(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    poster = posters(read(client.get("/")))["paris"]
    assert poster.values("value", name="final_round_at") == ["2", "1"]
    assert poster.values("value", name="final_round_at", checked=True) == ["2"]
    assert not poster.has(name="passengers")  # there are none in Paris
    client.post(
        "/tables/",
        {
            "sheet": "paris",
            "final_round_at": "1",
            "tickets": "paper",
            "score_hidden": "1",
            "no_hints": "1",
        },
    )
    table = Table.objects.get()
    assert (table.final_round_at, table.tickets) == (1, "paper")
    assert table.score_hidden
    assert not table.hints


def test_where_there_is_one_threshold_nothing_is_to_be_chosen(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    poster = posters(read(client.get("/")))["germany"]
    assert not poster.has(name="final_round_at")
    assert poster.has(name="tickets")


def test_in_german_paris_is_the_german_edition(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    page = read(client.get("/", headers={"accept-language": "de"}))
    assert posters(page)["paris"].values("value", name="final_round_at", checked=True) == ["1"]


def test_a_table_is_found_by_its_code_however_it_is_typed(client: Client) -> None:
    call_command("loadmaps", verbosity=0)
    client.post("/tables/", {"sheet": "london"})
    code = Table.objects.get().code
    answer = client.get("/join/", {"code": f" {code.lower()} "})
    assert answer.headers["Location"] == f"/t/{code}/"
    lost = client.get("/join/", {"code": "????"}, follow=True)
    assert "no open table with this code" in read(lost).text


def test_without_maps_the_home_page_says_how_to_load_them(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "manage.py setup" in read(page).text


def test_every_page_says_that_names_belong_to_their_owners(client: Client) -> None:
    for path in ("/", "/nowhere"):
        assert "belong to their owners" in read(client.get(path)).text


def test_the_content_security_policy_allows_nothing_inline(client: Client) -> None:
    for path in ("/", "/nowhere", "/admin/login/"):
        policy = client.get(path).headers["Content-Security-Policy"]
        parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert parts == {
            "default-src": "'self'",
            "img-src": "'self' data:",
            "connect-src": "'self'",
            "frame-ancestors": "'none'",
            "base-uri": "'none'",
            "form-action": "'self'",
            "object-src": "'none'",
        }


def test_pages_need_no_inline_style_or_script(client: Client) -> None:
    assert inline(read(client.get("/"))) == []


def test_security_headers_are_sent(client: Client) -> None:
    headers = client.get("/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_an_unknown_page_is_our_404(client: Client) -> None:
    page = client.get("/nowhere")
    assert page.status_code == 404
    assert "This track ends here" in read(page).text


def test_an_error_is_our_500_and_tells_nothing_of_the_inside(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("games.maps.library.published", fail)
    client.raise_request_exception = False
    page = client.get("/")
    assert page.status_code == 500
    assert "Signal failure" in read(page).text
    assert "secret of the inside" not in page.content.decode()


def test_a_forged_form_is_our_403() -> None:
    page = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "x"})
    assert page.status_code == 403
    assert "Not your platform" in read(page).text


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example.org"}).status_code == 400


def test_healthz_is_ok_while_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert client.post("/healthz").status_code == 405


def test_healthz_is_not_ok_when_the_database_fails(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    from games.upkeep import health

    def gone() -> str:
        raise OperationalError("gone")

    # The real thing is frozen, locked and filled up in tests/services/test_faults_locked.py.
    monkeypatch.setattr(health, "ask_database", gone)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer")
