"""Dumps of the database in its own format: a copy of the SQLite file, or what `pg_dump` writes.

Both show one moment, and nobody who plays meanwhile has to wait.
"""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.postgresql.client import DatabaseClient

CHUNK = 1 << 20
NAMES = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}


class BackupError(Exception):
    """A backup or restore that cannot be done; the sentence says what to do about it."""


def chunks(file: IO[bytes]) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


# -- One moment -----------------------------------------------------------------------------------


@contextmanager
def moment(folder: Path) -> Iterator[tuple[str, str]]:
    """Hold a snapshot of the database: the alias to read rows from, and what `dump` needs to know.

    `folder` takes the copy of an SQLite file. VACUUM INTO leaves out what was deleted, which a copy
    of the pages would still contain.
    """
    if connection.vendor == "sqlite":
        copy = folder / NAMES["sqlite"]
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        connections.settings["copy"] = {**connection.settings_dict, "NAME": copy, "OPTIONS": {}}
        try:
            yield "copy", str(copy)
        finally:
            connections["copy"].close()
            del connections["copy"], connections.settings["copy"]
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield "default", cursor.fetchone()[0]


def dump(held: str, tables: Sequence[str]) -> Iterator[bytes]:
    """Write the database as of the moment that is held."""
    if connection.vendor == "sqlite":
        with Path(held).open("rb") as file:
            yield from chunks(file)
        return
    command, environment = _postgres(
        "pg_dump", "--format=custom", "--compress=0", "--no-owner", "--no-privileges",
        f"--snapshot={held}", *(f'--table="{table}"' for table in tables),
    )  # fmt: skip
    with TemporaryFile() as errors:
        with subprocess.Popen(  # noqa: S603
            command, env=environment, stdout=subprocess.PIPE, stderr=errors
        ) as process:
            assert process.stdout is not None
            yield from chunks(process.stdout)
        _succeeded("pg_dump", process.returncode, errors)


# -- Putting it back ------------------------------------------------------------------------------


def check_sqlite(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as database:
            result = database.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        result = str(error)
    if result != "ok":
        raise BackupError(f"The database in the backup is damaged: {result}.")


@contextmanager
def working_on(path: Path) -> Iterator[None]:
    """Let the default connection mean another SQLite file for a while."""
    settings = connection.settings_dict
    connection.close()
    before, settings["NAME"] = settings["NAME"], path
    try:
        yield
    finally:
        connection.close()
        settings["NAME"] = before


def swap_sqlite(new: Path, database: Path) -> None:
    """Replace the database file by another one; at every moment one of them is in place."""
    connection.close()
    _checkpoint(new)
    if database.exists():
        with suppress(sqlite3.DatabaseError):
            _checkpoint(database)
    # Empty by now. Left there, they would be taken for the new file's.
    for path in beside(database):
        path.unlink(missing_ok=True)
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    new.chmod(0o600)
    new.replace(database)


def set_aside(database: Path, stamp: str) -> Path:
    """Set unreadable files aside, without losing them."""
    moved = database.with_name(f"{database.name}.unreadable-{stamp}")
    for path in beside(database):
        if path.exists():
            path.rename(f"{moved}{path.name.removeprefix(database.name)}")
    database.rename(moved)
    return moved


def beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + end) for end in ("-wal", "-shm")]


def _checkpoint(database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def drop_tables(tables: Iterable[str]) -> str:
    quoted = ", ".join(connection.ops.quote_name(table) for table in tables)
    return f"DROP TABLE IF EXISTS {quoted} CASCADE;\n"


def load_postgres(path: Path, drop: Iterable[str]) -> None:
    """Replace our tables by those of a dump: all of them or none."""
    connection.close()
    restore = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(path)]
    psql, environment = _postgres(
        "psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1",
        "--output", os.devnull,
    )  # fmt: skip
    with TemporaryFile() as script, TemporaryFile() as errors:
        script.write(drop_tables(drop).encode())
        script.flush()
        unpacked = subprocess.run(restore, stdout=script, stderr=errors, check=False)  # noqa: S603
        _succeeded("pg_restore", unpacked.returncode, errors)
        script.seek(0)
        done = subprocess.run(  # noqa: S603
            psql, env=environment, stdin=script, stderr=errors, check=False
        )
        _succeeded("psql", done.returncode, errors)


def others_connected() -> int:
    """How many other connections there are to a PostgreSQL database."""
    connection.close()
    connection.settings_dict["OPTIONS"].pop("pool", None)  # it would be one of the others
    others = 0
    for _attempt in range(10):  # who has just left may still be seen for a moment
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            others = int(cursor.fetchone()[0])
        if not others:
            break
        time.sleep(0.2)
    return others


def has_rows(question: str) -> bool:
    """Whether something is found; a table that is not there holds nothing."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(question)
            return cursor.fetchone() is not None
    except DatabaseError as error:
        if "no such table" in str(error) or "does not exist" in str(error):
            return False
        raise


def available() -> bool:
    """Whether the programs are here that dump and load; SQLite needs none."""
    return connection.vendor == "sqlite" or all(
        shutil.which(name) for name in ("pg_dump", "pg_restore", "psql")
    )


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise BackupError(
            f"{name} is not installed: install PostgreSQL's client programs (Debian:"
            " postgresql-client), or leave them out with --portable."
        )
    return path


def _postgres(name: str, *options: str) -> tuple[list[str], dict[str, str]]:
    """A client program's command line and environment; the password is in the latter."""
    settings = {**connection.settings_dict, "OPTIONS": dict(connection.settings_dict["OPTIONS"])}
    arguments, variables = DatabaseClient.settings_to_cmd_args_env(settings, options)
    return [_program(name), *arguments[1:]], {**os.environ, **(variables or {})}


def _succeeded(program: str, status: int, errors: IO[bytes]) -> None:
    if status:
        errors.seek(0)
        words = " ".join(errors.read().decode(errors="replace").split())
        raise BackupError(f"{program} failed: {words[:500]}")
