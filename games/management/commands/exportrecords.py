"""Write the records of all finished games (docs/record.md)."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.archive import record_files, search
from games.archive.statistics.figures import Which
from games.models import Play


class Command(BaseCommand):
    help = "Writes records of finished games and their scores into a folder or a zip archive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", type=Path, metavar="FOLDER_OR_ZIP")
        parser.add_argument("--map", default="", help="only games of this map")
        parser.add_argument("--from", dest="since", type=date.fromisoformat, metavar="YYYY-MM-DD")
        parser.add_argument("--to", dest="until", type=date.fromisoformat, metavar="YYYY-MM-DD")
        parser.add_argument("--demo", action="store_true", help="demo games, too")

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["target"]
        filters = {name: options[name] for name in ("map", "since", "until")}
        which = Which.ALL if options["demo"] else Which.REAL
        plays = search.finished_games(Play.objects.all(), which=which, **filters)
        try:
            if target.suffix.lower() == ".zip":
                unfinished = target.with_name(f".{target.name}.part")
                write(unfinished, record_files.zipped(plays))
                unfinished.replace(target)
            else:
                target.mkdir(parents=True, exist_ok=True)
                for play, content in record_files.records(plays):
                    (target / record_files.file_name(play)).write_bytes(content)
                write(target / "scores.csv", record_files.scores_csv(plays))
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"{plays.count()} games: {target}")


def write(path: Path, pieces: Any) -> None:
    with path.open("wb") as file:
        for piece in pieces:
            file.write(piece)
