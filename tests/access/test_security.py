"""docs/security.md, page by page: headers, cookies, forms, links, and what slows down guessing."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games.access import downloads, throttle
from games.models import Table
from tests.support.commands import manage, run
from tests.support.routes import Route, routes
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
SENT_BY_SCRIPT = re.compile(r"\bon[a-z]+\s*=|\bstyle\s*=|<style|javascript:", re.IGNORECASE)


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


def filled(route: Route, sitting: Sitting) -> str:
    return route.at(
        code=sitting.table.code,
        seat=sitting.seat(0).pk,
        key=sitting.table.key,
        slug="london",
        pk=sitting.table.sheet_id,
        object_id=sitting.table.sheet_id,
        route=next(iter(sitting.board.route)),
    )


def codes_that_open_nothing() -> list[str]:
    taken = set(Table.objects.values_list("code", flat=True))
    return [code for code in (f"B{a}{b}D" for a in "BCDFG" for b in "BCDFG") if code not in taken]


# -- Headers --------------------------------------------------------------------------------------


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
                tags = re.findall(r"<[a-zA-Z][^>]*>", answer.content.decode())
                assert not [tag for tag in tags if SENT_BY_SCRIPT.search(_outside_values(tag))], url
                assert not [
                    tag
                    for tag in tags
                    if tag.startswith("<script") and "src=" not in tag and "json" not in tag
                ], url
    assert looked_at > 40


def _outside_values(tag: str) -> str:
    """The names of a tag's attributes: what stands inside quotes is only text."""
    return re.sub(r"=\s*(\"[^\"]*\"|'[^']*')", "= ", tag)


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


# -- Cookies --------------------------------------------------------------------------------------


def test_every_cookie_is_out_of_reach_of_scripts_and_of_other_sites(admin_user: User) -> None:
    sitting = sit_down("london", 2)
    sitting.screen.post("/i18n/setlang/", {"language": "de"})
    admin_user.set_password("kept by nobody")
    admin_user.save()
    sitting.screen.post(
        "/admin/login/", {"username": admin_user.username, "password": "kept by nobody"}
    )
    found = {**sitting.screen.cookies, **sitting.phones[0].cookies}
    assert {re.sub(r"_\d+", "", name) for name in found} >= {
        "screen", "seat", "sessionid", "django_language", "known",
    }  # fmt: skip
    for name, cookie in found.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert cookie["path"] == "/", name
        assert not cookie["domain"], name


def test_behind_https_every_cookie_is_secure_and_belongs_to_this_host_alone(
    tmp_path: Path,
) -> None:
    question = """
import django; django.setup()
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from games import access
from games.models import Table
from games.views import sign_in
request, response, table = HttpRequest(), HttpResponse(), Table(pk=7, code="BCDF")
access.remember_seat(response, request, table, "x")
access.remember_screen(response, request, table, "x")
sign_in.remember_browser(request, response)
for name, cookie in response.cookies.items():
    print(name, cookie["secure"], cookie["path"], repr(cookie["domain"]))
for name in ("SESSION", "CSRF", "LANGUAGE"):
    print(getattr(settings, f"{name}_COOKIE_NAME"), getattr(settings, f"{name}_COOKIE_SECURE"))
"""
    done = run(
        "-c", question, PUBLIC_URL="https://trains.example.org", DATA_DIR=tmp_path,
        DJANGO_SETTINGS_MODULE="companion.settings",
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "__Host-seat_7 True / ''",
        "__Host-screen_7 True / ''",
        "__Host-known True / ''",
        "__Host-sessionid True",
        "__Host-csrftoken True",
        "__Host-django_language True",
    ], done.stderr


def test_the_deployment_check_is_clean_with_and_without_https(tmp_path: Path) -> None:
    for url in ("http://192.168.1.20:8000", "https://trains.example.org"):
        checked = manage(
            "check", "--deploy", "--fail-level", "WARNING",
            PUBLIC_URL=url, SECRET_KEY="k-3vQ8w_" * 8, DATA_DIR=tmp_path,
        )  # fmt: skip
        assert checked.returncode == 0, checked.stderr


# -- Forms ----------------------------------------------------------------------------------------


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
    page = client.get(sitting.url("screen")).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    data = {"locked": "1", "csrfmiddlewaretoken": token[1]}
    for origin in ("https://evil.example", "null", "http://testserver:9999"):
        answer = client.post(sitting.url("lock"), data, headers={"origin": origin})
        assert answer.status_code == 403, origin
    assert client.post(sitting.url("lock"), data).status_code == 302


# -- Links ----------------------------------------------------------------------------------------

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


# -- Guessing -------------------------------------------------------------------------------------


def guess(client: Client, times: int, address: str = "198.51.100.7") -> list[int]:
    codes = codes_that_open_nothing()
    return [
        client.get(f"/t/{codes[n % len(codes)]}/", REMOTE_ADDR=address).status_code
        for n in range(times)
    ]


@pytest.mark.usefixtures("long_waits")
def test_guessing_table_codes_is_refused_with_a_sentence_after_a_few() -> None:
    answers = guess(Client(), 40)
    assert answers[: throttle.CODE.free + 1] == [404] * (throttle.CODE.free + 1)
    assert answers[throttle.CODE.free + 1 :] == [429] * (39 - throttle.CODE.free)
    refused = Client().get("/t/BBBD/", REMOTE_ADDR="198.51.100.7")
    assert 0 < int(refused.headers["Retry-After"]) <= throttle.CODE.longest
    assert "Please wait" in refused.content.decode()
    assert "no-store" in refused.headers["Cache-Control"]


def test_guessing_table_codes_is_slowed_down_more_and_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_700_000_000.0)  # while the clock stands still
    waits = []
    for _failure in range(throttle.CODE.free + 8):
        throttle.failed(throttle.CODE, "198.51.100.7")
        waits.append(throttle.wait(throttle.CODE, "198.51.100.7"))
    assert waits[: throttle.CODE.free] == [0] * throttle.CODE.free
    assert waits[throttle.CODE.free :] == [3, 5, 9, 17, 33, 61, 61, 61]


@pytest.mark.usefixtures("long_waits")
def test_every_way_to_try_a_code_counts_for_the_same_address(sitting: Sitting) -> None:
    stranger, here = Client(), {"REMOTE_ADDR": "198.51.100.7"}
    wrong = codes_that_open_nothing()
    for n in range(throttle.CODE.free + 1):
        url = [
            f"/t/{wrong[n]}/",
            f"/join/?code={wrong[n]}",
            f"/t/{wrong[n]}/live",
            sitting.url(f"seat/guess{n}"),
        ][n % 4]
        assert stranger.get(url, **here).status_code in (302, 404)
    for url in (f"/t/{wrong[0]}/", f"/join/?code={wrong[0]}", sitting.url("seat/guess")):
        assert stranger.get(url, **here).status_code == 429
    # A right code tells nothing either, or the wait would be no wait.
    for path in ("", "screen", "live", "play"):
        assert stranger.get(sitting.url(path), **here).status_code == 429
    assert stranger.post(sitting.url("cards"), **here).status_code == 429
    assert stranger.get(f"/join/?code={sitting.table.code}", **here).status_code == 429
    # Elsewhere nobody notices.
    assert stranger.get(sitting.url("screen"), REMOTE_ADDR="198.51.100.8").status_code == 200
    assert stranger.get("/", **here).status_code == 200


@pytest.mark.usefixtures("long_waits")
def test_a_household_is_not_locked_out_by_a_guest_who_guesses() -> None:
    here = {"REMOTE_ADDR": "198.51.100.7"}
    sitting = Sitting(sit_down("london", 1).table, Client())
    guess(Client(), 30)
    # Somebody opens a table from the same address, and others join it there.
    host = Client()
    assert host.post("/tables/", {"sheet": "london"}, **here).status_code == 302
    own = Table.objects.order_by("-pk")[0]
    for name, color in (("Ada", "red"), ("Bo", "blue")):
        phone = Client()
        assert phone.get(f"/join/?code={own.code}", **here).url == f"/t/{own.code}/"
        page = phone.get(f"/t/{own.code}/", **here)
        assert page.status_code == 200
        color = re.findall(r'name="color" value="(\w+)"(?! disabled)', page.content.decode())[0]
        form = {"name": name, "color": color, "request": f"form-{name}"}
        assert phone.post(f"/t/{own.code}/join", form, **here).status_code == 302
        assert phone.get(f"/t/{own.code}/play", **here).status_code == 200
    # What is not theirs stays shut.
    assert Client().get(sitting.url(), **here).status_code == 429


@pytest.mark.usefixtures("long_waits")
def test_whoever_has_a_seat_is_never_hindered_wherever_they_come_from(sitting: Sitting) -> None:
    here = {"REMOTE_ADDR": "203.0.113.9"}
    guess(Client(), 30, "203.0.113.9")
    forged = Client()
    forged.cookies[f"seat_{sitting.table.pk}"] = "forged"
    assert forged.get(sitting.url("screen"), **here).status_code == 429
    for phone in (*sitting.phones, sitting.screen):
        assert phone.get(sitting.url("screen"), **here).status_code == 200
    assert sitting.phones[0].get(sitting.url("play"), **here).status_code == 200


def test_ipv6_addresses_of_one_home_count_as_one() -> None:
    assert throttle.household("2001:db8:1:2::1") == throttle.household("2001:db8:1:2:ffff::9")
    assert throttle.household("2001:db8:1:2::1") != throttle.household("2001:db8:1:3::1")
    assert throttle.household("::ffff:198.51.100.7") == "198.51.100.7"
    assert throttle.household("no address") == "nobody"


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


def test_without_its_memory_nobody_is_punished(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    from redis.exceptions import ConnectionError as Gone

    def gone(*args: object, **kwargs: object) -> None:
        raise Gone

    for name in ("get", "set", "add", "incr", "delete_many"):
        monkeypatch.setattr(cache, name, gone)
    assert set(guess(Client(), 20)) == {404}
    assert Client().get(sitting.url("screen")).status_code == 200


# -- Bounds ---------------------------------------------------------------------------------------


def test_tables_and_seats_per_address_and_hour_are_bounded(settings: object) -> None:
    sit_down("london", 1)
    cache.clear()
    settings.TABLES_PER_HOUR = 2
    for expected in (302, 302, 429):
        answer = Client().post("/tables/", {"sheet": "london"}, REMOTE_ADDR="198.51.100.7")
        assert answer.status_code == expected
    assert "Very many tables" in answer.content.decode()
    assert Table.objects.count() == 3
    assert Client().post("/tables/", {"sheet": "london"}).status_code == 302  # from elsewhere
    # What opens nothing costs nothing.
    for _n in range(5):
        assert Client().post("/tables/", {"sheet": "none"}, REMOTE_ADDR="::1").url == "/"
    code = Table.objects.order_by("-pk")[0].code
    for _n in range(10):
        throttle.counted("seats", "198.51.100.9")
    form = {"name": "Ada", "color": "red", "request": "form"}
    answer = Client().post(f"/t/{code}/join", form, REMOTE_ADDR="198.51.100.9")
    assert answer.status_code == 429


def test_rematches_count_as_tables(settings: object) -> None:
    sitting = sit_down("london", 1)
    cache.clear()
    settings.TABLES_PER_HOUR = 1
    assert sitting.screen.post(sitting.url("rematch"), {"page": "screen"}).status_code == 302
    new = Table.objects.order_by("-pk")[0]
    assert sitting.screen.post(f"/t/{new.code}/rematch", {"page": "screen"}).status_code == 429


def test_a_form_that_is_too_long_or_has_too_many_fields_is_refused(sitting: Sitting) -> None:
    phone = sitting.phones[0]
    long = phone.post(sitting.url("claim"), {"route": "x" * 3_000_000})
    many = phone.post(sitting.url("claim"), {f"field{n}": "1" for n in range(2000)})
    assert (long.status_code, many.status_code) == (413, 400) or long.status_code == 400
    assert many.status_code == 400


# -- The document ---------------------------------------------------------------------------------


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs/security.md").read_text("utf-8")))
    source = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"def (test_\w+)\(", source))
    assert len(named) > 30
    assert named <= there, sorted(named - there)


def test_every_test_that_any_document_names_exists() -> None:
    files = list((ROOT / "tests").rglob("*.py"))
    there = {path.stem for path in files}
    for path in files:
        there |= set(re.findall(r"def (test_\w+)\(", path.read_text("utf-8")))
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        said = document.read_text("utf-8")
        named = set(re.findall(r"\btest_\w+", said))
        assert named <= there, (document.name, sorted(named - there))
        for path in re.findall(r"\btests/[\w/.-]*\w", said):
            assert (ROOT / path).exists(), (document.name, path)


def test_every_number_of_the_threat_model_is_the_one_in_force() -> None:
    from companion.server import limits

    said = (ROOT / "docs/security.md").read_text("utf-8")
    for sentence in (
        f"{limits.SOCKETS_PER_SEAT} sockets per seat",
        f"{limits.SOCKETS_PER_TABLE} per table",
        f"{limits.BODY // limits.KB} kB",
        f"{throttle.CODE.free} wrong codes",
        f"{throttle.PASSWORD.free} wrong passwords",
        f"{limits.SECONDS_TO_ASK} seconds",
        f"{limits.BODIES_PER_ADDRESS // limits.MB} MB of them from one address",
        f"{limits.SENT_AT_LEAST // limits.KB} kB of it in {limits.SECONDS_TO_SEND} seconds",
        f"{limits.READ_AT_LEAST // limits.KB} kB in {limits.SECONDS_TO_READ} seconds",
        f"{downloads.PER_ADDRESS} from one address, {downloads.AT_ONCE} in a process",
        f"{limits.FRAMES_AT_ONCE} frames",
        f"`TABLES_PER_HOUR` ({settings.TABLES_PER_HOUR})",
        f"`SOCKETS_PER_ADDRESS` ({settings.SOCKETS_PER_ADDRESS})",
    ):
        assert sentence in said, sentence
