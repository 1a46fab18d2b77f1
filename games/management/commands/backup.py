"""`manage.py backup`: the whole installation in one file, while people play."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.upkeep import backups


class Command(BaseCommand):
    help = "Writes the whole installation into one file, while people play."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="without it: a dated file in DATA_DIR/backups"
        )
        parser.add_argument(
            "--keep", type=int, metavar="N", help="then remove all but the newest N of that folder"
        )
        parser.add_argument(
            "--portable",
            action="store_true",
            help="leave out the database's own form; needs no PostgreSQL programs",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path, keep = options["file"], options["keep"]
        if keep is not None and (path is not None or keep < 1):
            raise CommandError("--keep counts in the usual folder: at least 1, and no FILE.")
        if path is None or path.is_dir():
            path = (path or backups.folder()) / f"stationmaster-{backups.stamp()}.zip"
        try:
            manifest = backups.make(path, native=not options["portable"])
            removed = backups.prune(keep) if keep is not None else []
        except backups.BackupError as trouble:
            raise CommandError(str(trouble)) from None
        except (DatabaseError, OSError) as error:
            raise CommandError(f"The backup was not made: {error}") from None
        self.stdout.write(f"Backup: {path} ({path.stat().st_size / 1e6:.1f} MB)")
        if backups.KEY in manifest.files:
            self.stdout.write("It holds the secret key and running games: keep it safe.")
        else:
            self.stdout.write("SECRET_KEY comes from the environment and is not in it.")
        for old in removed:
            self.stdout.write(f"Removed: {old}")
