"""Print a map sheet as the JSON that `loadmaps` reads."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.maps import library
from games.rules import sheet


class Command(BaseCommand):
    help = "Prints a map sheet as JSON: the version in force, or the one asked for."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--sheet-version", type=int, metavar="N", help="an earlier version")

    def handle(self, *args: object, **options: object) -> None:
        slug = str(options["slug"])
        version: Any = options["sheet_version"]
        if version is None:
            board = library.in_force(slug)
        else:
            stored = library.versions(slug).filter(version=version).first()
            board = library.board_of(stored) if stored else None
        if board is None:
            which = f"“{slug}”" if version is None else f"“{slug}” of version {version}"
            self.stderr.write(f"There is no map sheet {which}.")
            sys.exit(1)
        self.stdout.write(sheet.dumps(board), ending="")
