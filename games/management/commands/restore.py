"""`manage.py restore`: make this installation what a backup says."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.upkeep import backups, file_permissions


class Command(BaseCommand):
    help = "Makes this installation what a backup says. Stop the server first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="even if there are games here; they are kept in a backup of their own",
        )
        parser.add_argument("--check", action="store_true", help="only see whether it is whole")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            if options["check"]:
                with backups.opened(path) as (_archive, manifest):
                    self.describe(path, manifest)
                return
            file_permissions.make_private()  # before secrets are written into an open folder
            done = backups.restore(path, replace=options["replace"])
        except backups.BackupError as trouble:
            raise CommandError(str(trouble)) from None
        except (DatabaseError, OSError) as error:
            raise CommandError(f"Nothing was restored: {error}") from None
        for warning in file_permissions.make_private():
            self.stderr.write(warning)
        if done.former:
            self.stdout.write(f"What was here before: {done.former}")
        self.describe(path, done.manifest)
        if done.moved:
            self.stdout.write("Moved from another kind of database.")
        if not done.key:
            command = f"{settings.COMMAND} setup"
            self.stdout.write(f"The secret key stays as it is here; run `{command}` if none.")
        self.stdout.write("Restored.")

    def describe(self, path: Path, manifest: backups.Manifest) -> None:
        self.stdout.write(
            f"{path.name}: whole, made {manifest.made_at} by version {manifest.program}"
            f" on {manifest.engine}"
        )
