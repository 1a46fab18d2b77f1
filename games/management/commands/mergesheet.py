"""Take over what tables elsewhere found out about a board."""

from collections.abc import Sized
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.maps import contradictions, differences, findings, findings_file, library
from games.rules.reading import Malformed, load_json
from games.table import versions


class Command(BaseCommand):
    help = (
        "Reads files of findings that tables sent in, shows what they change of the sheet in words,"
        " and with --yes takes them over as its next version."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--yes", action="store_true", help="take them over")

    def handle(self, *args: object, **options: object) -> None:
        files = options["files"]
        assert isinstance(files, list)
        slugs: dict[str, dict[str, dict[findings.Key, findings.Facts]]] = {}
        bases: dict[str, findings.Basis | None] = {}
        for path in files:
            slug, tables, into = self._read(path)
            slugs.setdefault(slug, {}).update(tables)
            bases[slug] = bases.get(slug) or into
        for slug, tables in slugs.items():
            self._merge(slug, bases[slug], tables, bool(options["yes"]))

    def _read(
        self, path: Path
    ) -> tuple[str, dict[str, dict[findings.Key, findings.Facts]], findings.Basis | None]:
        try:
            data = load_json(path.read_bytes())
            slug, tables = findings_file.read_file(data)
            return slug, tables, findings_file.basis_of(data, slug)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        except Malformed as malformed:
            raise CommandError(f"{path}: {malformed.message}") from None
        except library.UnsoundSheet as unsound:
            wrong = "\n".join(f"  {problem}" for problem in unsound.problems)
            raise CommandError(f"{path}:\n{wrong}") from None

    def _merge(
        self,
        slug: str,
        into: findings.Basis | None,
        tables: dict[str, dict[findings.Key, findings.Facts]],
        yes: bool,
    ) -> None:
        if into is None:
            raise CommandError(f"There is no map “{slug}” here.")
        before = into.board
        merged = findings.merge(before, findings.item_versions(into, tables))
        changes = differences.compare(before, merged.board)
        counted = f"{_count(tables, 'table')}, {_count(changes, 'difference')}"
        self.stdout.write(f"{before.name}: {counted}.")
        for change in changes:
            self.stdout.write(f"  {change.text}")
        for item in contradictions.contradictions(merged, before):
            heard = "; ".join(
                f"{words} at {_count(at, 'table')}{' (on the sheet now)' if i == item.now else ''}"
                for i, (words, at) in enumerate(item.versions)
            )
            self.stdout.write(f"  tables disagree: {item.name}: {heard}")
        for words in merged.left_out:
            self.stdout.write(f"  waits until routes to both places are known: {words}")
        if not yes:
            self.stdout.write("Nothing was changed. Run it with --yes to take this over.")
            return
        for source, by_item in tables.items():
            findings.save_findings(slug, source, by_item)
        try:
            sheet = findings.publish(merged)
        except library.UnsoundSheet as unsound:
            raise CommandError("; ".join(map(str, unsound.problems))) from None
        versions.announce_new_version(slug)
        self.stdout.write(f"{sheet.name}: version {sheet.version} is in force.")


def _count(items: Sized | int, noun: str) -> str:
    number = items if isinstance(items, int) else len(items)
    return f"{number} {noun}{'' if number == 1 else 's'}"
