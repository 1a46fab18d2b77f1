"""What differs between two versions of a sheet, in words."""

import copy

import pytest
from django.contrib.auth.models import User

from games.maps import differences, drafts, library
from games.maps.drawing import draw
from games.rules import checks
from tests.support.boards import sheet as sheet_file
from tests.support.drafts import recolored, save
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


def test_what_changed_is_said_in_words() -> None:
    data = sheet_file("tangle")
    changed = copy.deepcopy(data)
    changed = recolored(changed, "elm--hazel", "red")
    changed["places"][0]["x"] += 10
    changed["notes"] = "Other {notes}."
    changed["tickets"].pop()
    old, _p = checks.read_and_check(data)
    new, _p = checks.read_and_check(changed)
    assert old is not None
    assert new is not None
    said = {(c.kind, c.how): str(c.text) for c in differences.compare(old, new)}
    assert said[("routes", "changed")] == "Elm – Hazel: colour: blue → red"
    assert said[("places", "changed")] == "Alder is drawn elsewhere."
    assert said[("tickets", "removed")].endswith(" is gone.")
    assert said[("settings", "changed")].startswith("notes: ")
    assert differences.compare(old, old) == []


def test_a_name_with_braces_is_only_a_name() -> None:
    data = sheet_file("tangle")
    changed = copy.deepcopy(data)
    changed["places"][0]["name"] = "{player} {0}"
    changed["places"][0]["verified"] = False
    old, _p = checks.read_and_check(data)
    new, _p = checks.read_and_check(changed)
    assert old is not None
    assert new is not None
    said = [str(c.text) for c in differences.compare(old, new)]
    assert "{player} {0} is no longer verified." in said


def test_unfinished_drafts_can_be_compared_and_drawn(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    data = drafts.sheet_data(draft)
    data["routes"].append({"id": "a--b", "a": "a", "b": "b", "length": 1, "color": "red"})
    data["places"].append({**data["places"][0], "id": "twin"})
    save(draft, data)
    old, new = library.sketch_of(loaded("london")), library.sketch_of(draft)
    assert old is not None
    assert new is not None
    assert {c.key for c in differences.compare(old, new)} == {"a--b", "twin"}
    drawable = drafts.drawable(new)
    assert drawable is not None
    assert len(draw(drawable).places) == 17
