"""Fill an installation with finished games, for trying out history and statistics."""

import random
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.archive import reindex
from games.maps import library
from games.upkeep import sample_games


class Command(BaseCommand):
    help = (
        "Invents so many finished games, played by bots: to try out history and statistics, which"
        " count them only if asked."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", type=int)
        parser.add_argument("--seed", type=int, help="the same number invents the same games")

    def handle(self, *args: object, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("At least one game.")
        if not library.published():
            raise CommandError("No map is loaded yet: run setup first.")
        begun = time.monotonic()
        luck = random.Random(options["seed"])  # noqa: S311 - nothing secret
        for done in sample_games.generate_games(
            games=options["games"], until=timezone.now(), luck=luck
        ):
            if options["verbosity"] > 1:
                self.stdout.write(f"{done} of {options['games']}")
        reindex.keep_up_ratings()
        took = time.monotonic() - begun
        self.stdout.write(f"{options['games']} finished games in {took:.0f} s.")
