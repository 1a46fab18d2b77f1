"""The commands as people run them: what they print, how they exit, what they leave alone."""

import json
from pathlib import Path

import pytest

from tests.support.commands import PROJECT, manage

GOOD = {
    "format": "stationmaster-record",
    "version": 1,
    "map": "london",
    "players": [
        {"name": "Ada", "color": "red"},
        {"name": "Bo", "color": "blue", "tickets": "at_reveal"},
    ],
    "moves": [
        {"player": "Ada", "action": "keep_tickets", "kept": ["big-ben--charterhouse"]},
        {
            "player": "Ada",
            "action": "claim_route",
            "route": "brick-lane--tower-of-london",
            "cards": {"blue": 2, "wild": 1},
        },
    ],
}


def written(folder: Path, name: str, content: object) -> str:
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(json.dumps(content))
    return str(path)


BROKEN = {
    "truncated": json.dumps(GOOD)[:100].encode(),
    "huge": b'{"moves": "' + b"x" * 10_000_000 + b'"}',
    "nested": b"[" * 200_000 + b"]" * 200_000,
    "binary": bytes(range(256)) * 20,
    "empty": b"",
    "number": b"1" * 20_000,
}


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("command", ["replay", "loadmaps", "checkmap"])
def test_a_broken_file_gets_one_sentence_and_exit_status_2(
    tmp_path: Path, command: str, kind: str
) -> None:
    data = tmp_path / "data"
    file = written(tmp_path, "broken.json", BROKEN[kind])
    result = manage(command, file, DATA_DIR=data)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr
    assert not data.exists()


def test_replay_prints_a_sheet_that_explains_itself(tmp_path: Path) -> None:
    result = manage("replay", written(tmp_path, "game.json", GOOD), DATA_DIR=tmp_path / "data")
    assert result.returncode == 0, result.stderr
    assert "unfinished after 1 turns, waiting for Bo" in result.stdout
    assert "1 × length 3: Brick Lane – Tower of London" in result.stdout
    assert "Big Ben – The Charterhouse: not completed" in result.stdout


def test_replay_as_json_prints_one_object_per_file_and_exits_with_the_worst(
    tmp_path: Path,
) -> None:
    good = written(tmp_path, "good.json", GOOD)
    bad = written(tmp_path, "bad.json", {**GOOD, "moves": [*GOOD["moves"], GOOD["moves"][1]]})
    broken = written(tmp_path, "broken.json", {**GOOD, "moves": [{"action": "claim_route"}]})
    result = manage("replay", "--json", good, bad, broken, DATA_DIR=tmp_path / "data")
    first, second, third = (json.loads(line) for line in result.stdout.splitlines())
    assert result.returncode == 2
    assert (first["finished"], first["to_move"], first["players"][0]["routes"]) == (False, "Bo", 4)
    assert second["error"]["code"] == "not_your_turn"
    assert (second["error"]["move"], second["error"]["player"]) == (3, "Ada")
    assert (third["error"]["code"], third["error"]["where"]) == ("malformed", "moves[0].route")


def test_replay_exits_with_1_for_an_illegal_move_and_says_so_on_standard_error(
    tmp_path: Path,
) -> None:
    bad = written(tmp_path, "bad.json", {**GOOD, "moves": [GOOD["moves"][1]]})
    result = manage("replay", bad, DATA_DIR=tmp_path / "data")
    assert (result.returncode, result.stdout) == (1, "")
    assert (
        "move 1: The first turn is waiting for Ada to choose their opening tickets."
        in result.stderr
    )


def test_replay_of_an_unknown_map(tmp_path: Path) -> None:
    file = written(tmp_path, "game.json", {**GOOD, "map": "atlantis"})
    result = manage("replay", "--json", file, DATA_DIR=tmp_path / "data")
    assert result.returncode == 1
    assert json.loads(result.stdout)["error"]["code"] == "unknown_map"


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    result = manage("replay", "--json", str(tmp_path / "none.json"), DATA_DIR=tmp_path / "data")
    assert result.returncode == 2
    assert "cannot be read" in json.loads(result.stdout)["error"]["message"]


def test_maps_are_loaded_once_checked_and_exported(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert manage("setup", DATA_DIR=data).returncode == 0
    again = manage("loadmaps", DATA_DIR=data)
    assert again.stdout.count("unchanged") == 6

    exported = manage("exportmap", "germany", DATA_DIR=data).stdout
    assert exported == (PROJECT / "fixtures" / "germany.json").read_text()

    copy = tmp_path / "germany.json"
    copy.write_text(exported.replace('"opening_hand": 4', '"opening_hand": 5'))
    assert "version 2 loaded" in manage("loadmaps", str(copy), DATA_DIR=data).stdout
    assert '"opening_hand": 5' in manage("exportmap", "germany", DATA_DIR=data).stdout
    old = manage("exportmap", "germany", "--sheet-version", "1", DATA_DIR=data).stdout
    assert old == exported
    assert manage("exportmap", "atlantis", DATA_DIR=data).returncode == 1


def test_one_unsound_sheet_stops_the_whole_import(tmp_path: Path) -> None:
    data = tmp_path / "data"
    manage("setup", DATA_DIR=data)
    fixture = (PROJECT / "fixtures" / "london.json").read_text()
    changed = tmp_path / "changed.json"
    changed.write_text(fixture.replace('"opening_hand": 2', '"opening_hand": 3'))
    unsound = tmp_path / "unsound.json"
    unsound.write_text(fixture.replace('"color": "pink"}', '"color": "mauve"}', 1))
    result = manage("loadmaps", str(changed), str(unsound), DATA_DIR=data)
    assert result.returncode == 1
    assert "routes[" in result.stderr
    assert "“mauve” is neither grey nor a card colour." in result.stderr
    assert manage("exportmap", "london", DATA_DIR=data).stdout == fixture


def test_checkmap_prints_every_problem_with_its_place(tmp_path: Path) -> None:
    sheet = json.loads((PROJECT / "fixtures" / "london.json").read_text())
    sheet["routes"][0]["a"] = "nowhere"
    sheet["tickets"][3]["b"] = sheet["tickets"][3]["a"]
    result = manage("checkmap", written(tmp_path, "bad.json", sheet), DATA_DIR=tmp_path / "data")
    assert result.returncode == 1
    assert "routes[0].a: There’s no place “nowhere”." in result.stderr
    assert "tickets[3].b: A ticket has to connect two different places." in result.stderr
    good = manage("checkmap", "fixtures/paris.json", DATA_DIR=tmp_path / "data")
    assert good.returncode == 0
    assert "17 places, 57 routes, 20 tickets" in good.stdout
