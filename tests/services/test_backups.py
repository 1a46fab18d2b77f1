"""Backups of PostgreSQL, with the database dropped in between; moves from SQLite and back."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.services.parts import App, Postgres


def rows(postgres: Postgres, name: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database, by table."""
    with postgres.connect(name) as connection:
        names = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        return {
            table: sorted(connection.execute(f'SELECT * FROM "{table}"').fetchall(), key=repr)
            for (table,) in names
        }


def same(
    restored: dict[str, list[tuple[Any, ...]]], wanted: dict[str, list[tuple[Any, ...]]]
) -> bool:
    """Migrations are applied at another time, by nature."""
    return restored | {"django_migrations": []} == wanted | {"django_migrations": []}


def refused(app: App, *arguments: str) -> str:
    with pytest.raises(AssertionError) as error:
        app.manage(*arguments)
    assert "Traceback" not in str(error.value)
    return str(error.value)


def next_id(postgres: Postgres, name: str) -> int:
    with postgres.connect(name) as connection:
        row = connection.execute(
            "SELECT nextval(pg_get_serial_sequence('games_entry', 'id'))"
        ).fetchone()
        assert row
        return int(row[0])


@pytest.fixture
def hall(postgres: Postgres) -> Iterator[App]:
    """An installation on PostgreSQL in the middle of a game."""
    app = App(settings={"DATABASE_URL": postgres.create("hall")})
    app.manage("setup")
    app.manage("demo", "paris")
    yield app
    app.remove()


@pytest.mark.parametrize("options", [[], ["--portable"]])
def test_everything_comes_back_after_the_database_was_dropped(
    postgres: Postgres, hall: App, tmp_path: Path, options: list[str]
) -> None:
    before, backup = rows(postgres, "hall"), str(tmp_path / "b.zip")
    hall.manage("backup", backup, *options)
    postgres.create("hall")
    assert rows(postgres, "hall") == {}
    assert "Restored." in hall.manage("restore", backup)
    restored = rows(postgres, "hall")
    assert same(restored, before)
    assert len(restored["games_entry"]) > 5
    assert next_id(postgres, "hall") > max(row[0] for row in restored["games_entry"])
    hall.manage("migrate", "--check")


def test_what_was_there_is_kept_and_others_tables_are_left_alone(
    postgres: Postgres, hall: App, tmp_path: Path
) -> None:
    backup = str(tmp_path / "b.zip")
    hall.manage("backup", backup)
    with postgres.connect("hall") as connection:
        connection.execute("CREATE TABLE others (word text)")
        connection.execute("INSERT INTO others VALUES ('untouched')")
        connection.execute("UPDATE games_table SET code = 'LATE'")
    late = rows(postgres, "hall")
    assert "--replace" in refused(hall, "restore", backup)
    output = hall.manage("restore", backup, "--replace")
    restored = rows(postgres, "hall")
    assert restored["games_table"][0][1] != "LATE"
    assert restored["others"] == [("untouched",)]
    former = output.split("What was here before: ")[1].splitlines()[0]
    hall.manage("restore", former, "--replace")
    assert same(rows(postgres, "hall"), late)


def test_nothing_is_restored_while_somebody_serves(
    postgres: Postgres, hall: App, tmp_path: Path
) -> None:
    backup = str(tmp_path / "b.zip")
    before = rows(postgres, "hall")
    with App(settings=hall.settings | {"DEBUG": "true"}, data=hall.data):
        hall.manage("backup", backup)
        assert "running on this data folder" in refused(hall, "restore", backup, "--replace")
        # From another machine there is another data folder, but the same database.
        afar = App(settings=hall.settings)
        assert "other connections" in refused(afar, "restore", backup, "--replace")
        afar.remove()
    assert rows(postgres, "hall") == before


def test_without_postgresqls_programs_the_portable_form_does(
    postgres: Postgres, hall: App, tmp_path: Path
) -> None:
    whole, portable = str(tmp_path / "whole.zip"), str(tmp_path / "portable.zip")
    hall.manage("backup", whole)
    bare = App(settings=hall.settings | {"PATH": str(tmp_path)}, data=hall.data)
    assert "pg_dump is not installed" in refused(bare, "backup", portable)
    assert not Path(portable).exists()
    bare.manage("backup", portable, "--portable")
    before = rows(postgres, "hall")
    for backup in (whole, portable):
        postgres.create("hall")
        bare.manage("restore", backup)
        assert same(rows(postgres, "hall"), before)


def test_a_failed_restore_leaves_everything_as_it_was(
    postgres: Postgres, hall: App, tmp_path: Path
) -> None:
    backup = str(tmp_path / "b.zip")
    hall.manage("backup", backup)
    with postgres.connect("hall") as connection:
        # In the way of what the backup brings along, and not ours to drop.
        connection.execute("UPDATE games_table SET code = 'LATE'")
        connection.execute("ALTER SEQUENCE games_ticket_id_seq RENAME TO other_seq")
        connection.execute("CREATE SEQUENCE games_ticket_id_seq")
    before = rows(postgres, "hall")
    assert "psql failed" in refused(hall, "restore", backup, "--replace")
    assert rows(postgres, "hall") == before


def test_a_kitchen_moves_into_a_hall_and_back(postgres: Postgres, tmp_path: Path) -> None:
    """From SQLite to PostgreSQL, and on to SQLite: the same rows all the way."""
    url = postgres.create("moved")
    kitchen, moved, back = App(), App(settings={"DATABASE_URL": url}), App()
    kitchen.manage("setup")
    kitchen.manage("demo", "germany")
    kitchen.manage("backup", str(tmp_path / "kitchen.zip"))
    assert "Moved from another kind" in moved.manage("restore", str(tmp_path / "kitchen.zip"))
    moved.manage("migrate", "--check")
    top = max(row[0] for row in rows(postgres, "moved")["games_entry"])
    assert next_id(postgres, "moved") == top + 1
    assert (moved.data / "secret_key").read_text() == (kitchen.data / "secret_key").read_text()
    moved.manage("backup", str(tmp_path / "hall.zip"))
    back.manage("restore", str(tmp_path / "hall.zip"))
    back.manage("backup", str(tmp_path / "back.zip"))
    moved_rows = []
    for name in ("kitchen.zip", "back.zip"):
        with zipfile.ZipFile(tmp_path / name) as archive:
            # PostgreSQL keeps the fields of a JSON object in an order of its own.
            moved_rows.append(
                [json.loads(line) for line in archive.read("rows.jsonl").splitlines()]
            )
    first, last = moved_rows
    assert first == last
    assert len(first) > 300
    for app in (kitchen, moved, back):
        app.remove()
