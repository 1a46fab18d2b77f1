"""A drawing is made once and kept in the data folder."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.maps import drawing, kept_drawings
from games.maps.drawing import Drawing
from games.rules.board import Board
from tests.support.boards import board


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DRAWINGS_DIR = tmp_path / "drawings"
    kept_drawings._memory.clear()
    return tmp_path / "drawings"


def after_a_start(wanted: Board) -> Drawing:
    kept_drawings._memory.clear()
    return kept_drawings.draw(wanted)


@pytest.mark.parametrize("slug", ["tangle", "london", "europe"])
def test_a_kept_drawing_is_the_drawing(folder: Path, slug: str) -> None:
    made = kept_drawings.draw(board(slug))
    (file,) = folder.iterdir()
    again = after_a_start(board(slug))
    assert again is not made
    assert again == made == drawing.draw(board(slug))
    assert [path.name for path in folder.iterdir()] == [file.name]
    assert again.view_box == made.view_box
    assert [place.platform for place in again.places] == [place.platform for place in made.places]


def test_a_board_that_looks_different_has_a_drawing_of_its_own(folder: Path) -> None:
    kept_drawings.draw(board("tangle"))
    first, *others = board("tangle").places
    moved = replace(board("tangle"), places=(replace(first, x=first.x + 3), *others))
    assert after_a_start(moved) == drawing.draw(moved)
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("left", ["", "{", "[]", "{}", '{"view": []}'])
def test_what_nobody_can_read_is_drawn_again(folder: Path, left: str) -> None:
    made = kept_drawings.draw(board("tangle"))
    (file,) = folder.iterdir()
    good = file.read_text()
    file.write_text(left)
    assert after_a_start(board("tangle")) == made
    assert file.read_text() == good


def test_drawings_are_made_where_nothing_can_be_kept(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert kept_drawings.draw(board("tangle")) == drawing.draw(board("tangle"))


def test_old_drawings_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_drawings, "MOST", 2)
    first, *others = board("tangle").places
    for step in range(4):
        moved = replace(first, x=first.x + step)
        kept_drawings.draw(replace(board("tangle"), places=(moved, *others)))
    assert len(list(folder.iterdir())) == 2


def test_what_a_map_is_called_moves_nothing(folder: Path) -> None:
    kept_drawings.draw(board("tangle"))
    assert kept_drawings.draw(replace(board("tangle"), name="Knot", slug="knot")).slug == "knot"
    assert len(list(folder.iterdir())) == 1


def test_a_corrected_board_is_kept_beside_the_sheet_it_is_drawn_like(folder: Path) -> None:
    sheet = board("tangle")
    corrected = replace(sheet, places=(replace(sheet.places[0], name="Ulm"), *sheet.places[1:]))
    made = kept_drawings.draw(corrected, like=sheet)
    assert len(list(folder.iterdir())) == 2
    kept_drawings._memory.clear()
    assert kept_drawings.draw(corrected, like=sheet) == made
    assert kept_drawings.draw(sheet, like=sheet) == drawing.draw(sheet)


def test_others_cannot_read_the_folder(folder: Path) -> None:
    kept_drawings.draw(board("tangle"))
    assert folder.stat().st_mode & 0o077 == 0
