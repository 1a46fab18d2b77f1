"""Only their owner can read the data folder and the database, whatever their permissions were
before."""

import os
import stat
from pathlib import Path

import pytest

from games.upkeep import file_permissions
from tests.support.commands import manage

DATABASE = "stationmaster.sqlite3"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def loosen(*paths: Path) -> None:
    for path in paths:
        path.chmod(0o777 if path.is_dir() else 0o666)


@pytest.fixture
def open_to_all() -> int:
    """New files are everybody's, as on some machines."""
    before = os.umask(0)
    yield before
    os.umask(before)


@pytest.mark.usefixtures("open_to_all")
def test_setup_makes_them_private_in_a_folder_that_existed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert manage("setup", DATA_DIR=data).returncode == 0
    assert mode(data) == 0o700
    assert {path.name: mode(path) for path in data.iterdir() if path.is_file()} == {
        path.name: 0o600 for path in data.iterdir() if path.is_file()
    }
    assert mode(data / DATABASE) == 0o600


@pytest.mark.usefixtures("open_to_all")
def test_a_database_elsewhere_is_private_and_its_folder_is_left_alone(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    loosen(shared)
    url = f"sqlite:///{shared / 'games.sqlite3'}"
    assert manage("setup", DATA_DIR=tmp_path / "data", DATABASE_URL=url).returncode == 0
    assert mode(shared / "games.sqlite3") == 0o600
    assert mode(shared) == 0o777, "others may have files there"


def test_setup_and_serve_tighten_what_an_older_version_left_open(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert manage("setup", DATA_DIR=data).returncode == 0
    for again in (("setup",), ("serve",)):
        loosen(data, data / DATABASE, data / "secret_key")
        done = manage(*again, DATA_DIR=data, LISTEN="192.0.2.123", DEBUG=1)  # not ours: it ends
        assert done.returncode == (again == ("serve",)), done.stderr
        assert mode(data) == 0o700, again
        assert mode(data / DATABASE) == 0o600, again
        assert mode(data / "secret_key") == 0o600, again


def test_a_backup_restored_into_an_open_folder_closes_it(tmp_path: Path) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    assert manage("setup", DATA_DIR=data).returncode == 0
    assert manage("backup", str(tmp_path / "b.zip"), DATA_DIR=data).returncode == 0
    other.mkdir()
    loosen(other)
    done = manage("restore", str(tmp_path / "b.zip"), DATA_DIR=other)
    assert done.returncode == 0, done.stderr
    assert mode(other) == 0o700
    assert mode(other / DATABASE) == 0o600


def test_what_sqlite_lays_beside_its_file_is_private_too(tmp_path: Path) -> None:
    files = file_permissions.sqlite_files(tmp_path / DATABASE)
    assert [path.name.removeprefix(DATABASE) for path in files] == ["", "-wal", "-shm", "-journal"]
    for path in files:
        path.touch()
        loosen(path)
    assert file_permissions.private_files(files) == []
    assert {mode(path) for path in files} == {0o600}


def test_a_folder_that_everybody_shares_by_design_is_left_alone_and_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)  # as /tmp is
    (complaint,) = file_permissions.private_folder(tmp_path)
    assert mode(tmp_path) == 0o1777
    assert "DATA_DIR" in complaint
    assert str(tmp_path) in complaint
