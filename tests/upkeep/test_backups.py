"""`manage.py backup` and `restore`, with the data destroyed in between."""

import contextlib
import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from games.upkeep import backups, data_dir_lock
from tests.support.commands import manage


def rows(data: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the database, by table."""
    with contextlib.closing(sqlite3.connect(data / "stationmaster.sqlite3")) as database:
        names = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {
            name: sorted(database.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for (name,) in names
        }


def schema(data: Path) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(data / "stationmaster.sqlite3")) as database:
        return database.execute(
            "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"
        ).fetchall()


def done(*arguments: str, **variables: object) -> str:
    ran = manage(*arguments, **variables)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def refused(*arguments: str, **variables: object) -> str:
    ran = manage(*arguments, **variables)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    return ran.stderr


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An installation in the middle of a game, and a backup of it. Not to be changed."""
    place = tmp_path_factory.mktemp("lived-in")
    done("setup", DATA_DIR=place / "data")
    done("demo", "paris", DATA_DIR=place / "data")
    output = done("backup", str(place / "backup.zip"), DATA_DIR=place / "data")
    assert "keep it safe" in output
    return place / "data", place / "backup.zip"


@pytest.fixture
def copy(lived_in: tuple[Path, Path], tmp_path: Path) -> Path:
    """The same installation, to be destroyed."""
    return Path(shutil.copytree(lived_in[0], tmp_path / "data"))


# -- Out and in -----------------------------------------------------------------------------------


def test_everything_comes_back_after_the_data_folder_was_destroyed(
    lived_in: tuple[Path, Path], copy: Path
) -> None:
    data, backup = lived_in
    shutil.rmtree(copy)
    assert "Restored." in done("restore", str(backup), DATA_DIR=copy)
    assert rows(copy) == rows(data)
    assert len(rows(copy)["games_entry"]) > 5
    assert schema(copy) == schema(data)
    assert (copy / "secret_key").read_text() == (data / "secret_key").read_text()


def test_it_comes_back_from_the_portable_form_alone(
    lived_in: tuple[Path, Path], copy: Path, tmp_path: Path
) -> None:
    data, _backup = lived_in
    done("backup", str(tmp_path / "portable.zip"), "--portable", DATA_DIR=copy)
    with zipfile.ZipFile(tmp_path / "portable.zip") as archive:
        assert "database.sqlite3" not in archive.namelist()
    shutil.rmtree(copy)
    done("restore", str(tmp_path / "portable.zip"), DATA_DIR=copy)
    applied = {name: [row[1:3] for row in rows(at)["django_migrations"]] for name, at in
               (("here", copy), ("there", data))}  # fmt: skip
    assert sorted(applied["here"]) == sorted(applied["there"])
    assert rows(copy) | {"django_migrations": []} == rows(data) | {"django_migrations": []}
    assert schema(copy) == schema(data)


def test_the_backup_is_readable_by_its_owner_alone(lived_in: tuple[Path, Path]) -> None:
    _data, backup = lived_in
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_restored_files_are_readable_by_their_owner_alone(
    lived_in: tuple[Path, Path], tmp_path: Path
) -> None:
    done("restore", str(lived_in[1]), DATA_DIR=tmp_path / "data")
    for name in ("secret_key", "stationmaster.sqlite3"):
        assert stat.S_IMODE((tmp_path / "data" / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_a_key_from_the_environment_is_not_in_the_backup(copy: Path, tmp_path: Path) -> None:
    output = done("backup", str(tmp_path / "b.zip"), DATA_DIR=copy, SECRET_KEY="from outside")
    assert "not in it" in output
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert "secret_key" not in archive.namelist()


def test_what_was_deleted_is_not_in_the_backup(copy: Path, tmp_path: Path) -> None:
    secret, path = "Q" * 24, copy / "stationmaster.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA secure_delete = off")
        database.execute(
            "INSERT INTO games_player (name, spelling, anonymous) VALUES (?, 'q', 0)", (secret,)
        )
        database.commit()
        database.execute("DELETE FROM games_player WHERE name = ?", (secret,))
        database.commit()
    assert secret.encode() in path.read_bytes()
    done("backup", str(tmp_path / "b.zip"), DATA_DIR=copy)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert secret.encode() not in archive.read("database.sqlite3")


def test_old_backups_make_room_for_new_ones(copy: Path) -> None:
    folder = copy / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"stationmaster-2020-01-0{day}-120000.zip").touch()
    (folder / "my own.zip").touch()
    done("backup", "--keep", "2", DATA_DIR=copy)
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["my own.zip", "stationmaster-2020-01-03-120000.zip"]
    assert len(names) == 3
    assert backups.NAME.fullmatch(names[2])


# -- While people play ----------------------------------------------------------------------------


def test_a_backup_made_while_people_play_is_of_one_moment(copy: Path, tmp_path: Path) -> None:
    """Anyone who plays writes two rows at once, again and again; no backup has only one of them."""
    database = sqlite3.connect(
        copy / "stationmaster.sqlite3", timeout=20, check_same_thread=False, isolation_level=None
    )
    names = ("one", "other")
    for name in names:
        database.execute(
            "INSERT INTO games_player (name, spelling, anonymous) VALUES (?, ?, 0)", ("0", name)
        )
    stop, turns = threading.Event(), 0

    def play() -> None:
        nonlocal turns
        while not stop.is_set():
            turns += 1
            database.execute("BEGIN IMMEDIATE")
            for name in names:
                database.execute(
                    "UPDATE games_player SET name = ? WHERE spelling = ?", (turns, name)
                )
            database.execute("COMMIT")
            stop.wait(0.001)

    player = threading.Thread(target=play)
    player.start()
    try:
        done("backup", str(tmp_path / "b.zip"), DATA_DIR=copy)
    finally:
        stop.set()
        player.join()
        database.close()
    assert turns > 10
    done("restore", str(tmp_path / "b.zip"), DATA_DIR=tmp_path / "new")
    players = [row[1] for row in rows(tmp_path / "new")["games_player"] if row[2] in names]
    assert len(players) == 2
    assert players[0] == players[1] != str(turns)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        lines = [json.loads(line) for line in archive.read("rows.jsonl").splitlines()]
    assert [row[1] for row in lines if isinstance(row, list) and row[2:3] in (["one"], ["other"])] \
        == players  # fmt: skip


def test_nothing_is_restored_under_the_feet_of_a_server(
    lived_in: tuple[Path, Path], copy: Path
) -> None:
    before = rows(copy)
    with data_dir_lock.shared_lock(copy):
        assert "running on this data folder" in refused(
            "restore", str(lived_in[1]), "--replace", DATA_DIR=copy
        )
    assert rows(copy) == before
    done("restore", str(lived_in[1]), "--replace", DATA_DIR=copy)


def test_what_a_killed_server_left_in_its_log_does_not_meet_the_restored_file(
    lived_in: tuple[Path, Path], copy: Path
) -> None:
    killed = (
        "import os, sqlite3, sys\n"
        "database = sqlite3.connect(sys.argv[1])\n"
        "database.execute(\"UPDATE games_table SET code = 'LATE'\")\n"
        "database.commit()\n"
        "os._exit(9)\n"
    )
    path = copy / "stationmaster.sqlite3"
    subprocess.run([sys.executable, "-c", killed, str(path)], check=False)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    output = done("restore", str(lived_in[1]), "--replace", DATA_DIR=copy)
    former = Path(output.split("What was here before: ")[1].splitlines()[0])
    assert rows(copy) == rows(lived_in[0])
    done("restore", str(former), DATA_DIR=copy.parent / "former")
    assert rows(copy.parent / "former")["games_table"][0][1] == "LATE"


# -- What is refused ------------------------------------------------------------------------------


def test_games_are_not_overwritten_unasked(lived_in: tuple[Path, Path], copy: Path) -> None:
    before = rows(copy)
    assert "--replace" in refused("restore", str(lived_in[1]), DATA_DIR=copy)
    assert rows(copy) == before


def test_a_fresh_installation_is_overwritten_without_asking(
    lived_in: tuple[Path, Path], tmp_path: Path
) -> None:
    done("setup", DATA_DIR=tmp_path / "data")
    done("restore", str(lived_in[1]), DATA_DIR=tmp_path / "data")
    assert rows(tmp_path / "data") == rows(lived_in[0])


def test_a_damaged_backup_changes_nothing(lived_in: tuple[Path, Path], copy: Path) -> None:
    before, damaged = rows(copy), copy.parent / "damaged.zip"
    whole = bytearray(lived_in[1].read_bytes())
    for place, end in ((len(whole) // 3, len(whole)), (0, len(whole) // 2)):
        broken = whole.copy()
        broken[place] ^= 255
        damaged.write_bytes(broken[:end])
        output = refused("restore", str(damaged), "--replace", DATA_DIR=copy)
        assert "damaged" in output
    assert rows(copy) == before
    assert not (copy / "backups").exists()


def rewritten(backup: Path, target: Path, name: str, content: bytes) -> Path:
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.namelist():
            new.writestr(member, content if member == name else old.read(member))
    return target


def test_a_backup_whose_content_was_exchanged_is_refused(
    lived_in: tuple[Path, Path], tmp_path: Path
) -> None:
    other = rewritten(lived_in[1], tmp_path / "other.zip", "secret_key", b"mine\n")
    output = refused("restore", str(other), DATA_DIR=tmp_path / "data")
    assert "secret_key is not what was saved" in output
    assert not (tmp_path / "data").exists()


def test_a_backup_of_a_newer_version_is_refused(
    lived_in: tuple[Path, Path], tmp_path: Path
) -> None:
    with zipfile.ZipFile(lived_in[1]) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    manifest["migrations"].append(["games", "9999_monorails"])
    newer = rewritten(
        lived_in[1], tmp_path / "newer.zip", "manifest.json", json.dumps(manifest).encode()
    )
    output = refused("restore", str(newer), DATA_DIR=tmp_path / "data")
    assert "newer Stationmaster (it has games 9999_monorails)" in output


def test_something_else_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear host")
    assert "is no backup" in refused("restore", str(tmp_path / "letter.txt"), DATA_DIR=tmp_path)
    assert "cannot be read" in refused("restore", str(tmp_path / "none.zip"), DATA_DIR=tmp_path)


def test_a_database_nobody_can_read_is_set_aside(lived_in: tuple[Path, Path], copy: Path) -> None:
    (copy / "stationmaster.sqlite3").write_bytes(b"not a database at all" * 1000)
    output = done("restore", str(lived_in[1]), "--replace", DATA_DIR=copy)
    assert rows(copy) == rows(lived_in[0])
    aside = Path(output.split("What was here before: ")[1].splitlines()[0])
    assert aside.read_bytes().startswith(b"not a database")


# -- Versions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--portable"]])
def test_a_backup_of_an_older_version_is_brought_up_to_date(
    copy: Path, tmp_path: Path, options: list[str]
) -> None:
    done("migrate", "games", "0002", DATA_DIR=copy)
    before = rows(copy)
    assert "games_play" not in before
    done("backup", str(tmp_path / "old.zip"), *options, DATA_DIR=copy)
    shutil.rmtree(copy)
    done("restore", str(tmp_path / "old.zip"), DATA_DIR=copy)
    assert rows(copy)["games_play"] == []
    assert rows(copy)["games_entry"] == before["games_entry"]
    assert manage("migrate", "--check", DATA_DIR=copy).returncode == 0


def test_a_backup_can_be_looked_at_without_restoring_it(
    lived_in: tuple[Path, Path], tmp_path: Path
) -> None:
    assert "whole, made" in done("restore", "--check", str(lived_in[1]), DATA_DIR=tmp_path / "data")
    assert not (tmp_path / "data").exists()
