"""Keeps data folder, key and database readable by their owner alone.

They hold the key that signs cookies and, in running games, everybody's tickets.
"""

import os
import stat
from pathlib import Path

from django.conf import settings
from django.db import connection

FOLDER, FILE = 0o700, 0o600


def make_private() -> list[str]:
    """Remove other users' permissions; returns a sentence for everything that failed."""
    files = [settings.DATA_DIR / "secret_key"]
    if connection.vendor == "sqlite":
        files += sqlite_files(Path(connection.settings_dict["NAME"]))
    return [*private_folder(settings.DATA_DIR), *private_files(files)]


def private_folder(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    if folder.stat().st_mode & stat.S_ISVTX:  # as /tmp: everybody's, by design
        return [
            f"DATA_DIR: the folder {folder} is shared by all users of this computer and stays so;"
            " better choose one that is yours alone."
        ]
    return _remove_permissions(folder, FOLDER)


def private_files(files: list[Path]) -> list[str]:
    """Of their folders only the data folder is ours: a database elsewhere may have neighbours."""
    return [line for path in files if path.is_file() for line in _remove_permissions(path, FILE)]


def sqlite_files(database: Path) -> list[Path]:
    """The database and what SQLite lays beside it, if it is there."""
    return [database.with_name(database.name + end) for end in ("", "-wal", "-shm", "-journal")]


def make_empty(path: Path) -> None:
    """Make a file for SQLite that others never could read, unless there is one already."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, FILE))


def _remove_permissions(path: Path, most: int) -> list[str]:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & most == mode:
        return []
    try:
        path.chmod(mode & most)
    except OSError as error:
        return [f"{path} can be read by others, and that cannot be changed: {error.strerror}."]
    return []
