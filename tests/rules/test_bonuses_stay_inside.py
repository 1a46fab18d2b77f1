"""No bonus is named outside `games/rules/bonuses/`, its templates and its translations.

To add one takes a module, a line in the registry and up to four templates; nobody who works on
anything else needs to know which bonuses there are.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.bonuses import KINDS, asking, setting_up
from games.rules.violations import Code
from tests.support.boards import ROOT

# Where a name stands for something older or wider than a bonus, and why it stays.
ALLOWED = {
    "games/models/": {"passengers"},  # columns of databases and backups that exist
    "games/migrations/": {"passengers"},  # the same
}
# Kinds called after pieces of the game: sheets say `"kind": "stations"` of the bonus for stations
# that are left, and stations themselves belong to the board. Such a word may stand anywhere but
# where it picks a bonus.
PIECES = {"stations"}
INSIDE = ("games/rules/bonuses/", "templates/table/bonuses/")
LOOKED_AT = ("games/**/*.py", "templates/**/*.html", "templates/**/*.jinja", "static/js/**/*.js")


def names() -> set[str]:
    """Kinds and classes of bonuses, the fields of claims and set-ups that belong to them, and the
    codes of their refusals."""
    classes = {bonus.__name__ for bonus in KINDS.values()}
    memories = {"FlagMemory", "PassengerMemory"}
    codes = {bonus.code for bonus in KINDS.values()} - {*Code}
    return {*KINDS, *asking(), *setting_up(), *classes, *memories, *codes}


def files() -> Iterator[str]:
    for pattern in LOOKED_AT:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(INSIDE):
                yield name


def allowed(name: str) -> set[str]:
    return {word for place, words in ALLOWED.items() if name.startswith(place) for word in words}


def found_in(source: str) -> set[str]:
    words = names() & set(re.findall(r"\w+", source))
    return {word for word in words if word not in PIECES or picks_bonus(word, source)}


def picks_bonus(word: str, source: str) -> bool:
    """Whether a word stands for a bonus: as a kind, or as a key of something kept by kind."""
    by_kind = r"\b(?:bonus|bonuses|kind|kinds|memory|memories)\b"
    return bool(re.search(rf"{by_kind}\W{{1,6}}(?:in\W+|get\W+)?{word}\b", source, re.IGNORECASE))


def test_there_is_something_to_look_for_and_to_look_at() -> None:
    assert {
        *("flags", "Flags", "keep_card", "keep_not_allowed"),
        *("passengers", "passenger_not_there", "globetrotter"),
    } <= names()
    assert {
        "games/pages/contexts.py",
        "templates/table/phone/claim.jinja",
        "static/js/board/board.js",
    } <= {*files()}
    assert found_in("if bonus.kind == 'passengers':") == {"passengers"}
    assert found_in("isinstance(bonus, Districts)") == {"Districts"}
    assert found_in("compassengers, districtsome") == set()
    assert found_in("isinstance(bonus, UnusedStations)") == {"UnusedStations"}
    assert found_in("state.board.stations_each, view.stations.items()") == set()
    for source in (
        "if bonus.kind == 'stations':",
        'seat.bonuses["stations"]',
        'seat.bonuses.get("stations")',
        'bonus.kind in ("stations", "flags")',
        "table/bonuses/stations/seat.jinja",
    ):
        assert "stations" in found_in(source)


@pytest.mark.parametrize("name", [*files()])
def test_no_bonus_is_named(name: str) -> None:
    source = (ROOT / Path(name)).read_text(encoding="utf-8")
    assert found_in(source) <= allowed(name)


@pytest.mark.parametrize("name", [name for name in files() if name.endswith(".py")])
def test_nobody_asks_which_bonus_it_is(name: str) -> None:
    source = (ROOT / Path(name)).read_text(encoding="utf-8")
    assert not re.search(r"isinstance\(\s*(bonus|memory)\b", source)
    assert not re.search(r"\bbonus\w*\.kind\s*==\s*[\"']", source)


def test_what_is_allowed_is_needed() -> None:
    for place, words in ALLOWED.items():
        used = {
            word
            for name in files()
            if name.startswith(place)
            for word in found_in((ROOT / name).read_text(encoding="utf-8"))
        }
        assert words <= used, f"{place} no longer needs all of {words}"
