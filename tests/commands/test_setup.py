"""`manage.py setup`: prepares a fresh clone, and changes nothing the second time."""

import contextlib
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.support.commands import manage


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    data = tmp_path_factory.mktemp("setup") / "data"
    done = manage("setup", DATA_DIR=data)
    assert done.returncode == 0, done.stderr
    return data, done.stdout


def rows(data: Path, question: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(data / "stationmaster.sqlite3")) as database:
        return database.execute(question).fetchall()


def content(data: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(data / "stationmaster.sqlite3")) as database:
        return list(database.iterdump())


def test_the_secret_key_is_readable_by_its_owner_alone(prepared: tuple[Path, str]) -> None:
    data, _ = prepared
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert len((data / "secret_key").read_text().strip()) >= 50


def test_the_database_is_migrated_and_in_wal_mode(prepared: tuple[Path, str]) -> None:
    data, _ = prepared
    assert rows(data, "PRAGMA journal_mode") == [("wal",)]
    assert ("games",) in rows(data, "SELECT DISTINCT app FROM django_migrations")


def test_it_says_how_to_make_the_first_administrator(prepared: tuple[Path, str]) -> None:
    _, output = prepared
    assert "python manage.py createsuperuser" in output


def test_running_it_again_changes_nothing(prepared: tuple[Path, str]) -> None:
    data, _ = prepared
    key = (data / "secret_key").read_text()
    before = content(data)
    again = manage("setup", DATA_DIR=data)
    assert again.returncode == 0, again.stderr
    assert (data / "secret_key").read_text() == key
    assert content(data) == before


def test_a_key_from_the_environment_is_not_written_down(tmp_path: Path) -> None:
    done = manage("setup", DATA_DIR=tmp_path / "data", SECRET_KEY="from the environment")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "data" / "secret_key").exists()


def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Stationmaster, I am no database. " * 100)
    url = f"sqlite:///{tmp_path / 'letter.txt'}"
    stopped = manage("setup", DATA_DIR=tmp_path / "data", DATABASE_URL=url)
    assert stopped.returncode == 1
    assert stopped.stderr == (
        "CommandError: The database of DATABASE_URL cannot be used: file is not a database\n"
    )
