"""One clock: stored in UTC, shown in the zone of the installation; one date for a game."""

import csv
import io
import os
import subprocess
import sys
import zipfile
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone, translation

from companion import environment
from games.models import Entry, Play, Player, Score, Table
from games.pages.clock import in_words, short_month
from tests.support.commands import environment as variables
from tests.support.finished import played
from tests.support.markup import parsed, read, result_keys

PROJECT = Path(__file__).resolve().parents[2]
OPENED = datetime(2026, 2, 27, 19, 0, tzinfo=UTC)
ENDED = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)  # in Rome it is March already


# -- The setting ----------------------------------------------------------------------------------


def zone(tmp_path: Path, **asked: str) -> str:
    return environment.read(asked, usual_data_dir=tmp_path / "data").time_zone


def test_the_zone_can_be_set(tmp_path: Path) -> None:
    assert zone(tmp_path, TIME_ZONE="Europe/Rome") == "Europe/Rome"
    assert zone(tmp_path, TIME_ZONE="UTC") == "UTC"


@pytest.mark.parametrize("wrong", ["Rome", "Europe", "../etc/passwd", "/etc/localtime", "+02:00"])
def test_a_zone_that_is_none_is_refused_in_a_sentence(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"TIME_ZONE must be .* such as Europe/Rome"):
        zone(tmp_path, TIME_ZONE=wrong)


def rendered_time(**changed: str) -> str:
    """The zone a process of its own works in."""
    code = "from django.conf import settings; print(settings.TIME_ZONE)"
    environ = {name: value for name, value in variables(**changed).items() if name != "TZ"}
    environ |= {"DJANGO_SETTINGS_MODULE": "companion.settings", **changed}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_without_it_the_machines_own_zone_is_used(tmp_path: Path) -> None:
    assert rendered_time(TZ="America/New_York", DATA_DIR=str(tmp_path)) == "America/New_York"
    assert rendered_time(TZ="America/New_York", TIME_ZONE="Asia/Tokyo", DATA_DIR=str(tmp_path)) == (
        "Asia/Tokyo"
    )
    link = os.path.realpath("/etc/localtime")
    if "/zoneinfo/" in link:
        assert rendered_time(DATA_DIR=str(tmp_path)) == link.split("/zoneinfo/")[1]


def test_a_machine_with_a_nonsensical_zone_starts_all_the_same(tmp_path: Path) -> None:
    assert rendered_time(TZ="Nowhere/Land", DATA_DIR=str(tmp_path)) in (
        "UTC",
        rendered_time(DATA_DIR=str(tmp_path)),
    )


# -- The date of a game ---------------------------------------------------------------------------


@pytest.fixture
def game(settings, db) -> Table:
    """Begun on one day and ended on the next; in Rome two days later."""
    settings.TIME_ZONE = "Europe/Rome"
    table = played("Ada", "Bo").table
    Table.objects.filter(pk=table.pk).update(opened_at=OPENED, changed_at=ENDED)
    Entry.objects.filter(table=table).update(at=ENDED)
    Entry.objects.filter(table=table, number=1).update(at=OPENED)
    Play.objects.filter(table=table).update(started_at=OPENED, finished_at=ENDED)
    table.refresh_from_db()
    return table


class Times(HTMLParser):
    """Every <time> of a page: what it says to programs, and to people."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.open = ""
        self.feed(page)

    def handle_starttag(self, tag, attributes) -> None:
        if tag == "time":
            self.open = dict(attributes).get("datetime", "")

    def handle_data(self, data: str) -> None:
        if self.open:
            self.found.append((self.open, data.strip()))
            self.open = ""


def test_a_game_has_one_date_on_every_page_and_picture(game: Table) -> None:
    client, key = Client(), game.key
    ada = Player.objects.get(name="Ada")
    pages = {
        name: client.get(name).content.decode()
        for name in (
            "/history/",
            f"/result/{key}/",
            "/statistics/",
            f"/statistics/players/{ada.pk}/",
            f"/result/{key}/picture.svg",
        )
    }
    for name, page in pages.items():
        assert "1 March 2026" in page, name
        for other in ("27 February 2026", "28 February 2026"):
            assert other not in page, name
        for instant, _text in Times(page).found:
            if instant.startswith("2026-0"):
                assert datetime.fromisoformat(instant) == ENDED, name


def test_files_are_named_by_the_same_date(game: Table) -> None:
    client, key = Client(), game.key
    for name in ("record.json", "picture.svg", "picture.png"):
        reply = client.get(f"/result/{key}/{name}")
        assert "2026-03-01" in reply["Content-Disposition"], name
    sent = b"".join(client.get("/history/records.zip").streaming_content)
    with zipfile.ZipFile(io.BytesIO(sent)) as archive:
        (info,) = (info for info in archive.infolist() if info.filename.endswith(".json"))
        assert "2026-03-01" in info.filename
        assert info.date_time[:5] == (2026, 3, 1, 0, 30)
        rows = csv.DictReader(io.StringIO(archive.read("scores.csv").decode("utf-8-sig")))
        assert {row["finished_at"] for row in rows} == {"2026-03-01 00:30"}


def test_what_is_written_for_programs_stays_in_utc(game: Table) -> None:
    record = Client().get(f"/result/{game.key}/record.json").json()
    assert record["finished_at"] == "2026-02-28T23:30:00+00:00"
    page = Client().get(f"/result/{game.key}/").content.decode()
    assert "2026-02-28%2023%3A30%3A00" in page, "the play date of BG Stats"
    assert Play.objects.get().finished_at == ENDED


def test_days_are_searched_as_they_are_shown(game: Table) -> None:
    def games_found(**asked: str) -> int:
        return len(result_keys(read(Client().get("/history/", asked))))

    assert games_found(**{"from": "2026-03-01", "to": "2026-03-01"}) == 1
    assert games_found(to="2026-02-28") == 0
    there = {"zone": "America/New_York"}
    assert games_found(**{"from": "2026-02-28", "to": "2026-02-28"}, **there) == 1
    assert games_found(**{"from": "2026-03-01"}, **there) == 0
    assert games_found(**{"from": "2026-03-01", "zone": "../../etc/passwd"}) == 1


def test_the_picture_can_be_asked_for_in_the_zone_of_a_phone(game: Table) -> None:
    def drawn(zone: str) -> str:
        return Client().get(f"/result/{game.key}/picture.svg", {"zone": zone}).content.decode()

    assert "28 February 2026" in drawn("America/New_York")
    assert "1 March 2026" in drawn("Nowhere/Land")
    assert timezone.get_current_timezone_name() == "Europe/Rome"


def test_months_are_those_of_the_installation(game: Table) -> None:
    page = Client().get("/statistics/").content.decode()
    assert "Mar 2026" in page or "March 2026" in page
    assert "Feb 2026" not in page


@pytest.mark.parametrize(
    ("language", "march", "july"),
    [("en", "Mar", "Jul"), ("it", "mar", "lug"), ("de", "Mär", "Jul"), ("fr", "mars", "juil.")],
)
def test_short_months_are_written_as_the_language_does(
    language: str, march: str, july: str
) -> None:
    with translation.override(language):
        assert [short_month(date(2026, month, 1)) for month in (3, 7)] == [march, july]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "1 March 2026", "2 March 2026"),
        ("it", "1 marzo 2026", "2 marzo 2026"),
        ("de", "1. März 2026", "2. März 2026"),
        ("fr", "1er mars 2026", "2 mars 2026"),
    ],
)
def test_dates_are_written_as_the_language_does(language: str, first: str, second: str) -> None:
    with translation.override(language):
        assert [in_words(date(2026, 3, day)) for day in (1, 2)] == [first, second]


def test_charts_have_the_short_months_of_the_language(game: Table) -> None:
    page = Client(headers={"accept-language": "fr"}).get("/statistics/").content.decode()
    assert "mars 2026" in page
    assert "Mar 2026" not in page


# -- Times of the log -----------------------------------------------------------------------------


def test_a_phone_without_script_reads_the_zone_of_the_installation(settings, db) -> None:
    settings.TIME_ZONE = "Asia/Tokyo"
    sitting = played("Ada", "Bo")
    at = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)
    Entry.objects.filter(table=sitting.table).update(at=at)
    Table.objects.filter(pk=sitting.table.pk).update(rewritten=1)  # read it again
    page = sitting.phones[0].get(sitting.url("log")).content.decode()
    times = Times(page).found
    assert times
    for instant, text in times:
        assert instant == "2026-03-01T08:30:00+09:00"
        assert text == "08:30"
    assert parsed(page).has(data_zone="Asia/Tokyo")
    assert Score.objects.exists()
