"""Rebuild the index of finished games from the logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.archive import reindex


class Command(BaseCommand):
    help = "Rebuilds the index behind history and statistics from the logs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--missing", action="store_true", help="only games that are not in it")

    def handle(self, *args: object, **options: Any) -> None:
        count = sum(reindex.reindex(missing=options["missing"]))
        self.stdout.write(f"Finished games: {count} indexed")
