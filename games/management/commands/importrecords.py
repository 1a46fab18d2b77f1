"""Bring records of finished games in (docs/record.md)."""

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.server.logs import escaped
from games.archive import record_files, reindex, uploads


class Command(BaseCommand):
    help = "Makes records past games: files, zip archives, or folders of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--dry-run", action="store_true", help="look at all, store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        sources = list(self.sources(options["paths"]))
        total = sum(1 if member is None else len(member) for _path, member in sources)
        new = present = refused = 0
        for done, (name, content) in enumerate(self.files(sources), start=1):
            try:
                if isinstance(content, record_files.NotTaken):
                    raise content
                is_new, _table = record_files.outcome(content, dry_run=options["dry_run"])
                new, present = new + is_new, present + (not is_new)
            except record_files.NotTaken as refusal:
                refused += 1
                self.clear()
                self.stderr.write(escaped(f"{name}: {refusal.code}: {refusal.sentence}"))
            self.tell(f"{done} of {total} files")
        self.clear()
        reindex.keep_up_ratings()
        verb = "could be brought in" if options["dry_run"] else "brought in"
        self.stdout.write(f"{new} {verb}, {present} already here, {refused} refused.")
        if refused:
            sys.exit(1)

    def sources(self, paths: list[Path]) -> Iterator[tuple[Path, list[zipfile.ZipInfo] | None]]:
        """Files with, for archives, what is in them."""
        for path in paths:
            if path.is_dir():
                files = sorted(p for p in path.rglob("*") if p.suffix.lower() in (".json", ".zip"))
                yield from self.sources([p for p in files if p.is_file()])
            elif path.suffix.lower() == ".zip":
                try:
                    with record_files.reading_an_archive(), zipfile.ZipFile(path) as archive:
                        inside = list(record_files.members(archive))
                    yield path, inside
                except record_files.BrokenArchive as error:
                    raise CommandError(f"{path} cannot be opened: {error}") from None
            else:
                yield path, None

    def files(
        self, sources: list[tuple[Path, list[zipfile.ZipInfo] | None]]
    ) -> Iterator[tuple[str, bytes | record_files.NotTaken]]:
        for path, members in sources:
            if members is None:
                try:
                    with path.open("rb") as file:
                        yield str(path), bounded(file)
                except OSError as error:
                    raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
                continue
            with zipfile.ZipFile(path) as archive:
                for member in members:
                    try:
                        with record_files.reading_an_archive(), archive.open(member) as file:
                            content = bounded(file)
                    except record_files.BrokenArchive as error:
                        named = escaped(f"{path}: {member.filename}: {error}")
                        raise CommandError(named) from None
                    yield f"{path}: {member.filename}", content

    def tell(self, words: str) -> None:
        """A line that is written over, for people; nothing where nobody looks."""
        if self.stdout.isatty():
            self.stdout.write(f"\r{words}", ending="")
            self.stdout.flush()

    def clear(self) -> None:
        if self.stdout.isatty():
            self.stdout.write("\r\x1b[K", ending="")


def bounded(file: Any) -> bytes | record_files.NotTaken:
    content: bytes = file.read(uploads.MOST_BYTES + 1)
    return (
        record_files.too_large(uploads.MOST_BYTES) if len(content) > uploads.MOST_BYTES else content
    )
