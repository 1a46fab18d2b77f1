"""No bonus is named outside `games/rules/bonuses/`, its templates and its translations.

Whoever adds one writes a module, a line in the registry and up to three templates; whoever works on
anything else never needs to know which bonuses there are.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.bonuses import KINDS, asking, setting_up
from tests.support.boards import ROOT

# Where a name stands for something older or wider than a bonus, and why it stays.
ALLOWED = {
    "games/models/": {"passengers"},  # columns of databases and backups that exist
    "games/migrations/": {"passengers"},  # the same
}
INSIDE = ("games/rules/bonuses/", "templates/parts/bonuses/")
LOOKED_AT = ("games/**/*.py", "templates/**/*.html", "static/js/**/*.js")


def names() -> set[str]:
    """Kinds and classes of bonuses, and the fields of claims and set-ups that belong to them."""
    classes = {bonus.__name__ for bonus in KINDS.values()}
    memories = {"FlagMemory", "PassengerMemory"}
    return {*KINDS, *asking(), *setting_up(), *classes, *memories}


def files() -> Iterator[str]:
    for pattern in LOOKED_AT:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(INSIDE):
                yield name


def allowed(name: str) -> set[str]:
    return {word for place, words in ALLOWED.items() if name.startswith(place) for word in words}


def found_in(source: str) -> set[str]:
    return names() & set(re.findall(r"\w+", source))


def test_there_is_something_to_look_for_and_to_look_at() -> None:
    assert {"flags", "Flags", "keep_card", "passengers", "globetrotter"} <= names()
    assert {
        "games/pages/contexts.py",
        "templates/parts/phone/claim.html",
        "static/js/board.js",
    } <= {*files()}
    assert found_in("if bonus.kind == 'passengers':") == {"passengers"}
    assert found_in("isinstance(bonus, Districts)") == {"Districts"}
    assert found_in("compassengers, districtsome") == set()


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
