"""`manage.py setup`: everything a fresh clone needs before its first start."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.utils import get_random_secret_key
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.access.roles import make_roles
from games.archive import reindex
from games.maps import kept_drawings, library
from games.upkeep import file_permissions


class Command(BaseCommand):
    help = "Prepares data folder, secret key, database and map sheets. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.make_folders()
        self.make_private()
        if settings.SECRET_KEY_FILE:  # none if the key comes from the environment
            self.make_secret_key(settings.SECRET_KEY_FILE)
        try:
            self.migrate()
            make_roles()
            call_command("loadmaps", stdout=self.stdout, stderr=self.stderr)
            self.draw_maps()
            if reindex.is_index_missing():
                call_command("reindex", stdout=self.stdout, stderr=self.stderr)
            reindex.keep_up_ratings()
            has_admin = get_user_model()._default_manager.filter(is_superuser=True).exists()
        except DatabaseError as error:
            raise CommandError(f"The database of DATABASE_URL cannot be used: {error}") from None
        if not has_admin:
            self.stdout.write(
                "Nobody can open /admin/ yet; to make the first administrator:"
                f" {settings.COMMAND} createsuperuser"
            )

    def make_folders(self) -> None:
        folders = [settings.DATA_DIR]
        if connection.vendor == "sqlite":
            folders.append(Path(connection.settings_dict["NAME"]).parent)
        for folder in folders:
            try:
                # The folder holds the key and, in running games, secret tickets.
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                name = "DATA_DIR" if folder == settings.DATA_DIR else "DATABASE_URL"
                raise CommandError(
                    f"{name}: the folder {folder} cannot be made: {error.strerror}."
                ) from None

    def make_private(self) -> None:
        """Before anything is written: what was there already may be open to others."""
        if connection.vendor == "sqlite":
            database = Path(connection.settings_dict["NAME"])
            try:
                file_permissions.make_empty(database)
            except OSError as error:
                raise CommandError(
                    f"The database {database} cannot be made: {error.strerror}."
                ) from None
        for warning in file_permissions.make_private():
            self.stderr.write(warning)

    def make_secret_key(self, path: Path) -> None:
        try:
            # O_EXCL: two setups at once still agree on one key, and a key is never replaced.
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return
        except OSError as error:
            raise CommandError(
                f"DATA_DIR: the key file {path} cannot be written: {error.strerror}."
            ) from None
        with os.fdopen(file, "w", encoding="ascii") as key_file:
            key_file.write(get_random_secret_key() + "\n")
            key_file.flush()
            os.fsync(key_file.fileno())
        self.stdout.write(f"Secret key: made, in {path}")

    def draw_maps(self) -> None:
        """Now rather than while somebody waits for the first page."""
        for sheet in library.published():
            kept_drawings.draw(library.board_of(sheet))

    def migrate(self) -> None:
        executor = MigrationExecutor(connection)
        steps = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if steps:
            call_command("migrate", interactive=False, verbosity=0)
            self.stdout.write(f"Database: {steps} migrations applied")
