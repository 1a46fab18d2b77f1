"""Guessing table codes and links is slowed down, without slowing down anybody else."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.access import throttle
from games.models import Table
from tests.support.markup import read
from tests.support.sittings import Sitting, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def codes_that_open_nothing() -> list[str]:
    taken = set(Table.objects.values_list("code", flat=True))
    return [code for code in (f"B{a}{b}D" for a in "BCDFG" for b in "BCDFG") if code not in taken]


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
    assert "Please wait" in read(refused).text
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
    for name in ("Ada", "Bo"):
        phone = Client()
        assert phone.get(f"/join/?code={own.code}", **here).url == f"/t/{own.code}/"
        page = phone.get(f"/t/{own.code}/", **here)
        assert page.status_code == 200
        color = read(page).values("value", "input", name="color", disabled=False)[0]
        form = {"name": name, "color": color, "request": f"form-{name}"}
        assert phone.post(f"/t/{own.code}/join", form, **here).status_code == 302
        assert phone.get(f"/t/{own.code}/play", **here).status_code == 200
    # What is not theirs stays shut.
    assert Client().get(sitting.url(), **here).status_code == 429


@pytest.mark.usefixtures("long_waits")
def test_anyone_with_a_seat_is_never_hindered_wherever_they_come_from(sitting: Sitting) -> None:
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
