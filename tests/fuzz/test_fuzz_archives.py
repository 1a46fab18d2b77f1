"""Broken zip archives in the import: an error message, never a server error."""

import io
import random
import struct
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from games.archive import uploads
from games.upkeep import backups
from tests.support.broken_archives import broken, spoiled
from tests.support.commands import manage

pytestmark = pytest.mark.django_db(transaction=True)

ARCHIVES = 1500


@pytest.mark.parametrize("seed", [11, 12])
def test_broken_archives_are_refused_with_a_sentence(
    seed: int, figure: Callable[[str], None]
) -> None:
    client, statuses = Client(), Counter[int]()
    for number, raw in enumerate(broken(seed, ARCHIVES)):
        file = SimpleUploadedFile(f"{number}.zip", raw)
        reply = client.post("/history/import/", {"files": [file], "request": f"{seed}-{number}"})
        statuses[reply.status_code] += 1
    figure(f"fuzz: {ARCHIVES} broken archives brought in: {dict(sorted(statuses.items()))}")
    assert set(statuses) == {302, 422}
    assert statuses[422] > ARCHIVES / 3


def test_the_command_names_a_broken_archive(tmp_path: Path) -> None:
    path, refused = tmp_path / "broken.zip", 0
    for raw in broken(13, 200):
        path.write_bytes(raw)
        output = io.StringIO()
        try:
            call_command("importrecords", str(path), "--dry-run", stdout=output, stderr=output)
        except CommandError as error:
            refused += str(path) in str(error)
        except SystemExit:  # it was opened, and what is in it is no record
            assert "refused" in output.getvalue()
    assert refused > 50


def test_an_archive_with_a_huge_directory_is_refused_before_it_is_read() -> None:
    entry = b"PK\1\2" + bytes(42)
    directory = entry * (uploads.MOST_ENTRIES + 1)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, len(directory), 0, 0)
    file = SimpleUploadedFile("huge.zip", directory + end)
    reply = Client().post("/history/import/", {"files": [file]})
    assert reply.status_code == 422
    assert "too much at once" in reply.content.decode()


def test_a_whole_archive_is_not_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as opened:
        opened.writestr("a.json", b"{}")
    file = SimpleUploadedFile("a.zip", made.getvalue())
    assert Client().post("/history/import/", {"files": [file]}).status_code == 302


def test_a_damaged_backup_is_told_to_be_one(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole.zip", tmp_path / "damaged.zip"
    for command in (["setup"], ["backup", str(whole)]):
        assert manage(*command, DATA_DIR=tmp_path / "data").returncode == 0
    dice, refused = random.Random(14), 0
    for _n in range(150):
        damaged.write_bytes(spoiled(dice, bytearray(whole.read_bytes())))
        try:
            with backups.opened(damaged):
                pass
        except backups.BackupError:
            refused += 1
    assert refused > 50
    with backups.opened(whole) as (_archive, manifest):
        assert manifest.files
