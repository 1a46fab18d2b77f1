"""Times on a phone in another zone than the installation's; without scripts, in the
installation's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.server import TV, Server, free_port

# Ended at half past midnight in Rome; in New York it is the evening before, in Tokyo the morning.
WHEN = "2026-02-28 23:30:00+00:00"
GAME = f"""
from datetime import datetime
from games.models import Entry, Play, Table
from games.table import moves
table = Table.objects.latest("pk")
moves.step_reveal(table=table, step=10_000)
at = datetime.fromisoformat("{WHEN}")
Entry.objects.filter(table=table).update(at=at)
Play.objects.filter(table=table).update(started_at=at, finished_at=at)
print("№", table.key)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, in Rome."""
    folder: Path = tmp_path_factory.mktemp("zones")
    started = Server(folder, free_port(), settings={"TIME_ZONE": "Europe/Rome"})
    started.manage("setup")
    started.start()
    yield started
    started.kill()
    assert "Traceback" not in (folder / "server.log").read_text()


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[str, str]:
    """The key of a finished game, and the way to Ada's seat."""
    printed = server.manage("demo", "london", "--turns", "10000", "--seed", "4")
    links = dict(line.split(": ", 1) for line in printed.strip().splitlines())
    key = server.manage("shell", "-c", GAME).split("№")[1].strip()
    return key, "/" + links["Ada"].split("/", 3)[3]


@pytest.mark.parametrize(
    ("zone", "locale", "date", "hour"),
    [
        ("Europe/Rome", "en-GB", "1 March 2026", "00:30"),
        ("America/New_York", "en-GB", "28 February 2026", "18:30"),
        ("America/New_York", "de-DE", "28. Februar 2026", "18:30"),
        ("Asia/Tokyo", "it-IT", "1 marzo 2026", "08:30"),
        ("Asia/Tokyo", "fr-FR", "1er mars 2026", "08:30"),
    ],
)
def test_a_phone_shows_its_own_zone(device, game, zone, locale, date, hour) -> None:
    key, seat = game
    page = device(None, timezone_id=zone, locale=locale)
    page.goto(f"/result/{key}/")
    expect(page.locator(".when time")).to_have_text(date, ignore_case=True)
    page.goto("/history/?demo=1")
    expect(page.locator("#games time").first).to_have_text(date, ignore_case=True)
    page.goto(seat)
    page.goto(page.url.replace("/play", "/log"))
    expect(page.locator(".loglist time").first).to_have_text(hour)


def test_without_script_the_zone_of_the_house_is_shown(device, game) -> None:
    key, _seat = game
    page = device(None, timezone_id="America/New_York", java_script_enabled=False)
    page.goto(f"/result/{key}/")
    expect(page.locator(".when time")).to_have_text("1 March 2026")


def test_picture_and_search_mean_the_days_this_phone_shows(device, game) -> None:
    key, _seat = game
    page = device(TV, timezone_id="America/New_York")
    page.goto(f"/result/{key}/")
    address = page.locator("#sharing img").get_attribute("src")
    drawing = address.replace("picture.png", "picture.svg")  # the same, where words can be read
    assert "28 February 2026" in page.request.get(drawing).text()
    page.goto("/history/?demo=1")
    page.get_by_label("Until").fill("2026-02-28")
    expect(page.locator("#games .games-count")).to_have_text("1 game")
    page.get_by_label("Until").fill("2026-02-27")
    expect(page.locator("#games .games-count")).to_have_text("0 games")
    page.get_by_label("Until").fill("2026-02-28")
    expect(page.locator("#games time")).to_have_text("28 February 2026")


def test_moments_that_come_later_are_told_alike(device, server, game) -> None:
    """What a script puts into the page, as a push does, is in the phone's zone, too."""
    page = device(None, timezone_id="Asia/Tokyo")
    page.goto("/history/?demo=1")
    page.evaluate(
        """() => { const time = document.createElement("time"); time.id = "late";
        time.dateTime = "2026-06-01T12:00:00+02:00"; time.dataset.shows = "time";
        time.textContent = "12:00"; document.querySelector("main").append(time); }"""
    )
    expect(page.locator("#late")).to_have_text("19:00")
    page.evaluate("document.querySelector('#late').textContent = '12:00'")  # as morphing does
    expect(page.locator("#late")).to_have_text("19:00")
