"""Imports of records sent from a browser, by the thousand.

What was sent is stored first; then each request processes as many files as it can in a second and
says how far it has come. So there is a progress bar, nobody at a table has to wait, a reload goes
on where it was, and no other program has to run.
"""

import time
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import IO, Any

from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils import timezone

from games.archive import player_names, record_files
from games.language import say
from games.models import Import, ImportedFile
from games.refusals import Refused
from games.rules.text import _
from games.table import codes

MOST_SENT = 32 * 2**20  # in one form; companion/server/limits.py and the proxy see to it
MOST_FILES = 5000
MOST_ENTRIES = 4 * MOST_FILES  # of an archive, whatever they are
MOST_BYTES = 2 * 2**20  # of one record; a long game has 30 kB
MOST_ALTOGETHER = 200 * 2**20  # unpacked
KEPT = timedelta(days=1)
DIRECTORY_ENTRY = b"PK\x01\x02"

Verdict = ImportedFile.Verdict


# -- What was sent --------------------------------------------------------------------------------


def receive(*, files: Sequence[Any], request: str, by: Any) -> Import:
    """Store what was sent. The same form sent twice is one import. Raises Refused."""
    earlier = Import.objects.filter(request=request).first()
    if earlier is not None:
        return earlier
    rows = []
    altogether = 0
    for number, (name, content) in enumerate(_unpacked(files)):
        altogether += len(content)
        if number >= MOST_FILES or altogether > MOST_ALTOGETHER:
            raise _too_much()
        rows.append(
            ImportedFile(
                number=number, name=_displayable_name(name), content=zlib.compress(content)
            )
        )
    if not rows:
        raise Refused("empty", _("It contains no game record (a file ending in .json)."))
    try:
        with transaction.atomic():
            sent = Import.objects.create(key=codes.table_key(), request=request, by=by)
            for row in rows:
                row.sent = sent
            ImportedFile.objects.bulk_create(rows, batch_size=200)
    except IntegrityError:  # sent twice at the same moment
        return Import.objects.get(request=request)
    return sent


def _too_much() -> Refused:
    return Refused(
        "large",
        _("That’s too much at once. The limit is {files} records, or {size} MB unpacked."),
        files=MOST_FILES,
        size=MOST_ALTOGETHER // 2**20,
    )


def _unpacked(files: Sequence[Any]) -> Iterator[tuple[str, bytes]]:
    for file in files:
        if str(file.name).lower().endswith(".zip"):
            yield from _from_zip(file)
        else:
            yield str(file.name), file.read(MOST_BYTES + 1)


def _from_zip(file: Any) -> Iterator[tuple[str, bytes]]:
    if _entries(file) > MOST_ENTRIES:
        raise _too_much()
    try:
        with record_files.reading_an_archive(), zipfile.ZipFile(file) as archive:
            for info in record_files.members(archive):
                # What a directory of an archive says of sizes may be a lie: never read on.
                with archive.open(info) as member:
                    yield info.filename, _bounded(member)
    except record_files.BrokenArchive:  # or it asks for a password
        raise Refused(
            "zip",
            _("“{name}” can’t be opened as a zip archive."),
            name=_displayable_name(file.name),
        ) from None


def _entries(file: Any) -> int:
    """An upper bound of the entries in an archive: opening it makes an object of each."""
    count, before = 0, b""
    for chunk in file.chunks():
        count += (before + chunk).count(DIRECTORY_ENTRY)
        before = chunk[-len(DIRECTORY_ENTRY) + 1 :]
    file.seek(0)
    return count


def _bounded(member: IO[bytes]) -> bytes:
    return member.read(MOST_BYTES + 1)


def _displayable_name(name: str) -> str:
    """A file's own name, without folders and without what cannot be shown."""
    bare = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c if c.isprintable() else "?" for c in bare)[-200:] or "?"


def forget_old() -> int:
    """Delete imports that nobody looks at now; how many."""
    gone = Import.objects.filter(at__lt=timezone.now() - KEPT)
    count = gone.count()
    gone.delete()
    return count


# -- Looking at it --------------------------------------------------------------------------------


def process_files(sent: Import, *, seconds: float = 1.0) -> None:
    """Process files for this many seconds, at least one."""
    until = time.monotonic() + seconds
    while row := sent.files.filter(verdict=Verdict.WAITING).order_by("number").first():
        _process(row)
        if time.monotonic() >= until:
            return


def _process(row: ImportedFile) -> None:
    """Judge a file and store the result once; the database is not locked while it is read."""
    accepted = None
    try:
        judged = record_files.judge(_content(row))
        if isinstance(judged, record_files.AlreadyHere):
            row.verdict, row.table = Verdict.KNOWN, judged.table
        else:
            row.verdict, accepted = Verdict.IMPORTED, judged
    except record_files.NotTaken as refusal:
        row.verdict, row.code = Verdict.REFUSED, refusal.code
        row.said = say(refusal.sentence)
    with transaction.atomic():
        waiting = ImportedFile.objects.filter(pk=row.pk, verdict=Verdict.WAITING)
        if not waiting.update(verdict=row.verdict, code=row.code, said=row.said, content=b""):
            return  # somebody else just did it
        if accepted is not None:
            row.table = record_files.store(accepted)
            if row.table is None:
                row.verdict = Verdict.KNOWN
        ImportedFile.objects.filter(pk=row.pk).update(verdict=row.verdict, table=row.table)


def _content(row: ImportedFile) -> bytes:
    content = zlib.decompress(bytes(row.content))
    if len(content) > MOST_BYTES:
        raise record_files.too_large(MOST_BYTES)
    return content


def undo_import(sent: Import, *, seconds: float = 1.0) -> None:
    """Delete the games of an import for this many seconds, at least one."""
    until = time.monotonic() + seconds
    while row := sent.files.filter(verdict=Verdict.IMPORTED).select_related("table").first():
        if row.table is not None:  # else it was deleted before
            player_names.delete_game(table=row.table)
        ImportedFile.objects.filter(pk=row.pk).update(verdict=Verdict.BACK, table=None)
        if time.monotonic() >= until:
            return


# -- How far it is --------------------------------------------------------------------------------


def verdict_counts(sent: Import) -> dict[str, int]:
    """The number of files by verdict, of all, and of those that are done."""
    counted = {verdict.value: 0 for verdict in Verdict}
    rows = sent.files.order_by().values_list("verdict").annotate(Count("pk"))
    counted |= dict(rows)
    counted["all"] = sum(counted.values())
    counted["done"] = counted["all"] - counted[Verdict.WAITING]
    return counted
