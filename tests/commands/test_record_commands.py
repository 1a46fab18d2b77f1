"""`manage.py exportrecords` and `importrecords`."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from games.archive import record_files
from games.models import Play, Table
from tests.support.records import (
    many,
)
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db(transaction=True)


def run(*arguments: str) -> tuple[str, str, int]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return out.getvalue(), err.getvalue(), int(end.code or 0)
    return out.getvalue(), err.getvalue(), 0


def test_commands_write_and_read_folders_and_archives(tmp_path: Path) -> None:
    loaded("london")
    for raw in many(3):
        record_files.outcome(raw)
    folder, archive = tmp_path / "out", tmp_path / "out.zip"
    assert run("exportrecords", str(folder))[0].startswith("3 games")
    assert run("exportrecords", str(archive), "--map", "london")[2] == 0
    assert len(list(folder.glob("stationmaster-london-*.json"))) == 3
    assert (folder / "scores.csv").read_text("utf-8-sig").count("\n") > 3
    Table.objects.all().delete()
    assert run("importrecords", "--dry-run", str(folder))[0] == (
        "3 could be brought in, 0 already here, 0 refused.\n"
    )
    assert Play.objects.count() == 0
    assert run("importrecords", str(archive)) == (
        "3 brought in, 0 already here, 0 refused.\n", "", 0,
    )  # fmt: skip
    assert run("importrecords", str(folder), str(archive))[0] == (
        "0 brought in, 6 already here, 0 refused.\n"
    )


def test_a_refused_record_is_named_and_the_others_come_in(tmp_path: Path) -> None:
    loaded("london")
    (tmp_path / "a.json").write_bytes(b"{}")
    (tmp_path / "b.json").write_bytes(many(1)[0])
    out, err, status = run("importrecords", str(tmp_path))
    assert status == 1
    assert out == "1 brought in, 0 already here, 1 refused.\n"
    assert f"{tmp_path}/a.json: malformed: format: This field is missing." in err
