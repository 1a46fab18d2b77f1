"""The README of the library plays a game, as it says."""

import doctest

import pytest

from tests.support.boards import ROOT

README = ROOT / "games" / "rules" / "README.md"


def test_the_lines_of_the_readme_play_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # it opens a sheet by its path in the project
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_readme_names_modules_that_are_there() -> None:
    named = {
        name.strip("`")
        for line in README.read_text("utf-8").splitlines()
        if line.startswith("| `")
        for name in line.split("|")[1].strip().split(", ")
    }
    assert len(named) > 10
    assert [name for name in named if not (README.parent / name).exists()] == []
