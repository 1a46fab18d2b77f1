"""Load map sheets from files into the database; the same content changes nothing."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from games.management.files import read_sheets
from games.maps import library


class Command(BaseCommand):
    help = "Loads map sheets (those that come with Stationmaster, or the files named)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE")

    def handle(self, *args: object, **options: object) -> None:
        named = options["files"]
        files = named or library.bundled_files()
        assert isinstance(files, list)
        boards = read_sheets(files, self.stdout, self.stderr)  # all are sound, or nothing is loaded
        with transaction.atomic():
            loaded = [library.load(board, bundled=not named) for board in boards]
        for row in loaded:
            news = "loaded" if row.new else "unchanged"
            self.stdout.write(f"{row.sheet.name}: version {row.sheet.version} {news}.")
