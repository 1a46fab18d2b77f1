"""Close tables nobody comes back to, free their codes, let old cookies expire."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.upkeep import cleanup


class Command(BaseCommand):
    help = "Closes old tables, frees their codes and cookies, clears expired sessions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say it, and change nothing")

    def handle(self, *args: object, **options: Any) -> None:
        dry = options["dry_run"]
        done = cleanup.tidy(now=timezone.now(), dry_run=dry)
        for line in done.lines() or ["Everything is tidy."]:
            self.stdout.write(line)
        if dry:
            self.stdout.write("Nothing was changed.")
