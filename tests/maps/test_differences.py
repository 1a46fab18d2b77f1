"""What differs between two versions of a sheet, in words."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.maps import differences, drafts, library, sheet_items
from games.maps.drawing import draw
from games.rules import checks
from games.rules import sheet as sheet_format
from games.rules.board import Board
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
    sentences = {(c.kind, c.how): str(c.text) for c in differences.compare(old, new)}
    assert sentences[("routes", "changed")] == "Route Elm – Hazel: colour: blue → red"
    assert sentences[("places", "changed")] == "Alder was moved."
    assert re.fullmatch(
        r"Ticket .+ – .+, \d+ points? was removed\.", sentences[("tickets", "removed")]
    )
    assert sentences[("settings", "changed")].startswith("notes: ")
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
    sentences = [str(c.text) for c in differences.compare(old, new)]
    assert "Alder is now called {player} {0}." in sentences


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


def two_versions(change: Callable[[dict[str, Any]], object]) -> tuple[Board, Board]:
    """The made-up board, and what a change makes of it."""
    data = sheet_file("tangle")
    changed = copy.deepcopy(data)
    change(changed)
    old, new = sheet_format.read(data)[0], sheet_format.read(sheet_items.tidy(changed))[0]
    assert old is not None
    assert new is not None
    return old, new


def test_parallel_routes_are_matched_by_their_colour() -> None:
    """Of three parallels the first is gone: the others get other numbers and stay what they are."""
    twin = next(route for route in sheet_file("tangle")["routes"] if route["id"].endswith("--1"))

    def take_away(data: dict[str, Any]) -> None:
        data["routes"] = [route for route in data["routes"] if route["id"] != twin["id"]]

    old, new = two_versions(take_away)
    [change] = differences.compare(old, new)
    assert (change.how, change.key) == ("removed", twin["id"])
    assert f"{twin['color']}, length {twin['length']} was removed." in str(change.text)


def test_what_is_verified_now_is_one_counted_line() -> None:
    def verify(data: dict[str, Any]) -> None:
        for item in (*data["places"][:3], data["routes"][0]):
            item["verified"] = True
        data["verified"] = False
        for item in (*data["places"][3:], *data["routes"][1:], *data["tickets"]):
            item["verified"] = False

    def unverify(data: dict[str, Any]) -> None:
        verify(data)
        for item in (*data["places"], *data["routes"]):
            item["verified"] = False

    old, new = two_versions(unverify)[1], two_versions(verify)[1]
    [change] = differences.compare(old, new)
    assert str(change.text) == "Now verified: 3 places and 1 route."
    [change] = differences.compare(new, old)
    assert str(change.text) == "No longer verified: 3 places and 1 route."
    assert str(differences.counted([change])) == "verified marks"


def test_one_board_holds_what_is_added_gone_and_changed() -> None:
    def change(data: dict[str, Any]) -> None:
        gone = data["routes"].pop()
        data["routes"][0]["color"] = "red" if data["routes"][0]["color"] != "red" else "blue"
        data["routes"].append({**gone, "a": gone["b"], "b": data["places"][0]["id"]})

    old, new = two_versions(change)
    both, marks = differences.merged(old, new)
    assert sorted(marks.values()) == ["added", "changed", "gone"]
    [gone] = [key for key, how in marks.items() if how == "gone"]
    assert gone == old.routes[-1].id + differences.GONE
    drawable = drafts.drawable(both)
    assert drawable is not None
    drawn = {route.id for route in draw(drawable).routes}
    assert marks.keys() <= drawn


def test_a_place_under_another_id_keeps_what_leads_there_on_the_drawing() -> None:
    def rename(data: dict[str, Any]) -> None:
        old = data["places"][0]["id"]
        data["places"][0]["id"] = "other"
        for item in (*data["routes"], *data["tickets"]):
            for end in ("a", "b"):
                if item[end] == old:
                    item[end] = "other"

    old, new = two_versions(rename)
    both, marks = differences.merged(old, new)
    assert old.places[0].id + differences.GONE not in marks, "it would lie under the new one"
    assert {route.a for route in both.routes} <= set(both.place)
