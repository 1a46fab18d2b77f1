"""Backup and restore of a whole installation in one file.

The file is a zip archive: the database in its own format, all its rows in a format that any
database can load, the secret key, and a manifest with the checksum of each. It contains the secrets
of running games, so only its owner can read it.
"""

import hashlib
import json
import os
import re
import shutil
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor

from games.upkeep import data_dir_lock, database_dump, row_dump
from games.upkeep.database_dump import NAMES, BackupError

FORMAT, VERSION = "stationmaster-backup", 1
MANIFEST, ROWS, KEY = "manifest.json", "rows.jsonl", "secret_key"
NAME = re.compile(r"stationmaster-\d{4}-\d\d-\d\d-\d{6}\.zip")
WORKING = ".stationmaster-backup-"
STALE = 24 * 3600  # seconds after which a working folder was left by somebody who was killed


@dataclass(frozen=True, slots=True)
class Manifest:
    made_at: str
    program: str
    engine: str
    migrations: tuple[tuple[str, str], ...]
    tables: tuple[str, ...]
    files: dict[str, str]  # by name, the SHA-256 of each


# -- Making ---------------------------------------------------------------------------------------


def folder() -> Path:
    return settings.DATA_DIR / "backups"


def stamp() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}"


def make(path: Path, *, native: bool = True) -> Manifest:
    """Write a backup of this moment. The file appears under its name when it is complete."""
    if connection.vendor == "sqlite" and not _database().exists():
        raise BackupError(f"There is nothing to back up yet: run `{settings.COMMAND} setup` first.")
    _make_folder(path.parent)
    _delete_leftovers(path.parent)
    with TemporaryDirectory(dir=path.parent, prefix=WORKING) as working:
        unfinished = Path(working) / "archive.zip"
        opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                manifest = _fill(archive, Path(working), native=native)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    return manifest


def _fill(archive: zipfile.ZipFile, working: Path, *, native: bool) -> Manifest:
    files = {}
    with database_dump.moment(working) as (alias, held):
        migrations = row_dump.applied(alias)
        _not_newer(migrations, "The database is")
        tables = row_dump.tables(migrations)
        if native:
            name = NAMES[connection.vendor]
            files[name] = _add(archive, name, database_dump.dump(held, tables))
        files[ROWS] = _add(archive, ROWS, row_dump.write(alias, migrations))
    if settings.SECRET_KEY_FILE and settings.LASTING_SECRET_KEY:
        files[KEY] = _add(archive, KEY, [settings.LASTING_SECRET_KEY.encode("ascii") + b"\n"])
    manifest = Manifest(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        program=settings.VERSION,
        engine=connection.vendor,
        migrations=tuple(migrations),
        tables=tuple(tables),
        files=files,
    )
    written = {"format": FORMAT, "version": VERSION}
    written |= {name: getattr(manifest, name) for name in Manifest.__slots__}
    archive.writestr(MANIFEST, json.dumps(written, indent=1))
    return manifest


def _add(archive: zipfile.ZipFile, name: str, content: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    with archive.open(name, "w", force_zip64=True) as member:
        for chunk in content:
            digest.update(chunk)
            member.write(chunk)
    return digest.hexdigest()


def prune(keep: int) -> list[Path]:
    """Remove all but the newest backups of the usual name in the usual folder."""
    backups = sorted(path for path in folder().glob("*.zip") if NAME.fullmatch(path.name))
    old = backups[: max(0, len(backups) - keep)]
    for path in old:
        path.unlink(missing_ok=True)
    return old


def _delete_leftovers(place: Path) -> None:
    """Delete what a backup left behind that was killed while it was written."""
    for left in place.glob(f"{WORKING}*"):
        if time.time() - left.stat().st_mtime > STALE:
            shutil.rmtree(left, ignore_errors=True)


# -- Reading --------------------------------------------------------------------------------------


@contextmanager
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open a backup after checking every file in it against its manifest. Raises BackupError."""
    try:
        with _reading(path):
            archive = zipfile.ZipFile(path)
        with archive:
            with _reading(path):
                manifest = _manifest(archive)
                for name, checksum in manifest.files.items():
                    with archive.open(name) as member:
                        if _digest(member) != checksum:
                            raise BackupError(
                                f"{path.name} is damaged: {name} is not what was saved."
                            )
            yield archive, manifest
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}.") from None


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """A damaged archive makes `zipfile` raise anything (see `record_files.reading_an_archive`)."""
    try:
        yield
    except (BackupError, OSError):
        raise
    except Exception as error:  # noqa: BLE001
        raise BackupError(f"{path.name} is no backup, or is damaged: {error}.") from None


def _digest(member: IO[bytes]) -> str:
    digest = hashlib.sha256()
    for chunk in database_dump.chunks(member):
        digest.update(chunk)
    return digest.hexdigest()


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    data: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if data["format"] != FORMAT:
        raise ValueError("its manifest is of another program")
    if data["version"] != VERSION:
        raise BackupError("This backup was made by a newer Stationmaster: update this one first.")
    data["migrations"] = tuple((app, name) for app, name in data["migrations"])
    data["tables"] = tuple(data["tables"])
    return Manifest(**{name: data[name] for name in Manifest.__slots__})


def _not_newer(migrations: Iterable[tuple[str, str]], what: str) -> None:
    if newer := row_dump.unknown(list(migrations)):
        app, name = newer[0]
        raise BackupError(
            f"{what} of a newer Stationmaster (it has {app} {name}): update this one first."
        )


# -- Restoring ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Restored:
    manifest: Manifest
    former: Path | None  # where the data went that was here before
    key: bool  # whether the secret key came with it
    moved: bool  # from another kind of database


def restore(path: Path, *, replace: bool = False) -> Restored:
    """Replace this installation by the backup: completely, or not at all. Raises BackupError."""
    with opened(path) as (archive, manifest):
        _not_newer(manifest.migrations, "The backup is")
        _make_folder(settings.DATA_DIR)
        try:
            with data_dir_lock.exclusive_lock(settings.DATA_DIR):
                _check_nobody_is_connected()
                former = _make_room(replace)
                _put_back(archive, manifest)
                key = _restore_key(archive, manifest)
        except data_dir_lock.DataDirInUse:
            raise BackupError(
                "Stationmaster is running on this data folder: stop it first (Ctrl-C)."
            ) from None
    return Restored(manifest, former, key, manifest.engine != connection.vendor)


def _check_nobody_is_connected() -> None:
    if connection.vendor == "sqlite":
        return
    try:
        others = database_dump.others_connected()
    except DatabaseError as error:
        raise BackupError(f"The database of DATABASE_URL cannot be used: {error}") from None
    if others:
        raise BackupError(
            f"{others} other connections use this database: stop every Stationmaster that serves"
            " from it first."
        )


def _make_room(replace: bool) -> Path | None:
    """Refuse to overwrite games, unless asked to; then keep them in a backup of their own."""
    try:
        used = _in_use()
    except DatabaseError:
        used = True
    if not used:
        return None
    if not replace:
        raise BackupError(
            "This installation holds games or people already. With --replace they make way for the"
            " backup, and are kept in a backup of their own."
        )
    former = folder() / f"stationmaster-before-restore-{stamp()}.zip"
    try:
        make(former, native=database_dump.available())
    except DatabaseError as error:
        if connection.vendor != "sqlite":
            raise BackupError(f"What is here now cannot be kept: {error}") from None
        connection.close()
        return database_dump.set_aside(_database(), stamp())
    return former


def _in_use() -> bool:
    """Whether the installation holds more than `setup` creates."""
    if connection.vendor == "sqlite" and not _database().exists():
        return False
    return any(
        map(
            database_dump.has_rows,
            (
                "SELECT 1 FROM auth_user",
                "SELECT 1 FROM games_table",
                "SELECT 1 FROM games_mapsheet WHERE created_by_id IS NOT NULL",
            ),
        )
    )


def _put_back(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    from_rows = NAMES[connection.vendor] not in manifest.files or not database_dump.available()
    database = _database() if connection.vendor == "sqlite" else None
    place = database.parent if database else settings.DATA_DIR
    _make_folder(place)
    _delete_leftovers(place)
    with TemporaryDirectory(dir=place, prefix=WORKING) as working:
        if database:
            new = Path(working) / NAMES["sqlite"]
            if not from_rows:
                _extract(archive, new.name, new)
                database_dump.check_sqlite(new)
            with database_dump.working_on(new):
                if from_rows:
                    _read_rows(archive, manifest)
                _bring_up_to_date()
            database_dump.swap_sqlite(new, database)
        elif from_rows:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute(database_dump.drop_tables(_ours(manifest)))
                _read_rows(archive, manifest)
                with connection.cursor() as cursor:
                    # PostgreSQL alters no table whose rows are still to be checked, and migrations
                    # of data change rows between those that alter tables.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                _bring_up_to_date()
        else:
            extracted = Path(working) / NAMES["postgresql"]
            _extract(archive, extracted.name, extracted)
            database_dump.load_postgres(extracted, _ours(manifest))
            _bring_up_to_date()


def _ours(manifest: Manifest) -> list[str]:
    """All our tables, of the backup and of now; never those of others in the same database."""
    now = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted({*now, *manifest.tables, "django_migrations"})


def _read_rows(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    with archive.open(ROWS) as lines:
        row_dump.read(lines, manifest.migrations)


def _bring_up_to_date() -> None:
    executor = MigrationExecutor(connections["default"])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)


def _extract(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    with archive.open(name) as member, path.open("xb") as file:
        for chunk in database_dump.chunks(member):
            file.write(chunk)


def _restore_key(archive: zipfile.ZipFile, manifest: Manifest) -> bool:
    """Put the secret key back: cookies are valid with the key they were signed with."""
    if KEY not in manifest.files or settings.SECRET_KEY_FILE is None:
        return False
    new = settings.SECRET_KEY_FILE.with_name(f".{KEY}-restored")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(archive.read(KEY))
        file.flush()
        os.fsync(file.fileno())
    new.replace(settings.SECRET_KEY_FILE)
    return True


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _make_folder(place: Path) -> None:
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"The folder {place} cannot be made: {error.strerror}.") from None
