"""Check map sheets without loading them."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from games.management.files import read_sheets


class Command(BaseCommand):
    help = "Checks map sheets and prints every problem with its place in the file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: object, **options: object) -> None:
        files = options["files"]
        assert isinstance(files, list)
        for path, board in zip(files, read_sheets(files, self.stdout, self.stderr), strict=True):
            self.stdout.write(
                f"{path}: {board.name} is sound: {len(board.places)} places, "
                f"{len(board.routes)} routes, {len(board.tickets)} tickets."
            )
