"""A backup made before the modules were put into rooms is restored, and people play on.

`tests/upkeep/before_the_rooms/README.md` says what is in it and how it was made.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import manage
from tests.support.restored import BACKUP, WHAT_WAS_THERE, look_around

WAS: dict[str, Any] = json.loads(WHAT_WAS_THERE.read_text("utf-8"))


def rows_of_backup(table: str) -> list[list[Any]]:
    """The rows of one table as the backup's portable form has them."""
    rows: list[list[Any]] = []
    with zipfile.ZipFile(BACKUP) as archive:
        current = ""
        for line in archive.read("rows.jsonl").splitlines():
            value = json.loads(line)
            if isinstance(value, dict):
                current = value["table"]
            elif current == table:
                rows.append(value)
    return rows


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with what was restored, set up as after every update of the program."""
    folder = tmp_path_factory.mktemp("restored") / "data"
    for command in (["restore", str(BACKUP)], ["setup"]):
        process = manage(*command, DATA_DIR=folder)
        assert process.returncode == 0, process.stderr
    return folder


@pytest.fixture(scope="module")
def now(data: Path) -> dict[str, Any]:
    """What `tests/support/restored.py` sees there."""
    return look_around(DATA_DIR=data)


def test_it_is_the_backup_of_a_small_installation() -> None:
    assert BACKUP.stat().st_size < 150_000
    with zipfile.ZipFile(BACKUP) as archive:
        names = archive.namelist()
        assert {"database.sqlite3", "rows.jsonl", "secret_key", "manifest.json"} == set(names)
        for name in names:
            assert b"/tmp/" not in archive.read(name)
            assert b"/home/" not in archive.read(name)


def test_no_migration_is_left_to_do_or_to_write(data: Path) -> None:
    assert manage("migrate", "--check", DATA_DIR=data).returncode == 0
    changes = manage("makemigrations", "--check", "--dry-run", DATA_DIR=data)
    assert changes.returncode == 0, changes.stdout


def test_the_finished_game_is_in_the_history_with_its_result_record_and_replay(
    now: dict[str, Any],
) -> None:
    finished = now["finished"]
    assert finished["totals"] == WAS["finished"]["totals"]
    assert finished["history"] == [f"/result/{WAS['finished']['key']}/"], "and no demo game"
    assert (finished["page"], finished["replay"]) == (200, 200)
    assert sorted(finished["record"]) == sorted(WAS["finished"]["totals"])


def test_the_index_made_again_is_the_same(data: Path, now: dict[str, Any]) -> None:
    process = manage("reindex", DATA_DIR=data)
    assert process.returncode == 0, process.stderr
    code = (
        "import json; from games.models import Score;"
        "print(json.dumps(dict(Score.objects.values_list('name', 'total'))))"
    )
    totals = json.loads(manage("shell", "-v", "0", "-c", code, DATA_DIR=data).stdout)
    assert totals == now["finished"]["totals"]


def test_the_running_game_is_folded_to_the_same_state(now: dict[str, Any]) -> None:
    for what in ("turns", "to move", "owners"):
        assert now["running"][what] == WAS["running"][what], what


def test_the_phone_whose_turn_it_was_makes_the_next_move(now: dict[str, Any]) -> None:
    running = now["running"]
    assert (running["page"], running["move"]) == (200, 200)
    assert f"/t/{WAS['running']['code']}/cards" in running["own turn"]
    assert running["turns after"] == WAS["running"]["turns"] + 1
    seats = list(WAS["running"]["phones"])
    following = (seats.index(WAS["running"]["to move"]) + 1) % len(seats)
    assert running["to move after"] == seats[following]


def test_the_lobby_takes_another_guest_and_starts(now: dict[str, Any]) -> None:
    lobby = now["lobby"]
    assert lobby["seats"] == WAS["lobby"]["seats"]
    assert (lobby["joined"], lobby["started"], lobby["stage"]) == (302, 200, "playing")


def test_drafts_reports_and_demo_games_are_what_they_were(now: dict[str, Any]) -> None:
    assert now["draft"] == [["draft", 1999]]
    assert now["reported"] == [WAS["reported"]]
    assert now["demo"] is True
    assert now["demo page"] == 200


def test_the_staff_sign_in_and_may_do_what_they_might(now: dict[str, Any]) -> None:
    edda, chief = now["staff"]["edda"], now["staff"]["chief"]
    assert (edda["signed in"], edda["index"], edda["draft"]) == (302, 200, 200)
    assert edda["may"] == [
        "games.add_mapsheet",
        "games.change_mapsheet",
        "games.change_report",
        "games.delete_mapsheet",
        "games.view_mapsheet",
        "games.view_play",
        "games.view_report",
        "games.view_table",
    ]
    lists = {f"games.{model}": 200 for model in ("mapsheet", "play", "report", "table")}
    assert edda["lists"] == lists
    assert edda["users"] == 403
    assert (chief["signed in"], chief["users"]) == (302, 200)
    assert set(chief["lists"]) >= {*lists, "auth.user", "auth.group"}
    assert set(chief["lists"].values()) == {200}


def test_content_types_and_permissions_are_the_same_rows(now: dict[str, Any]) -> None:
    kinds = now["kinds"]
    before = rows_of_backup("django_content_type")
    assert kinds["content types"][: len(before)] == before, "models added since come behind"
    assert kinds["content types after"] == len(kinds["content types"]), "no model asks for another"
    assert kinds["of models"] == {f"{app}.{model}": pk for pk, app, model in kinds["content types"]}
    # id, name, content type, code name
    stored = [[row[0], row[2], row[3]] for row in rows_of_backup("auth_permission")]
    assert [row for row in kinds["permissions"] if row in stored] == stored
