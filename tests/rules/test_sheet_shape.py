"""docs/map-sheets.md and its JSON Schema agree on the format of a sheet."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games.rules.checks import read_and_check
from tests.support.boards import MAPS, ROOT, sheet
from tests.support.breaking import Change, drop, errors, put

SCHEMA = json.loads((ROOT / "docs" / "map-sheet.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.mark.parametrize(
    ("change", "where", "fragment"),
    [
        (drop("slug"), "slug", "missing"),
        (put("Tangle", "slug"), "slug", "isn’t an id"),
        (put("map", "format"), "format", "stationmaster-map"),
        (put(2, "version"), "version", "version 1"),
        (put("2000", "year"), "year", "whole number"),
        (put(True, "year"), "year", "whole number"),
        (put("yes", "verified"), "verified", "true or false"),
        (put([800], "canvas"), "canvas", "list of two"),
        (put([4, 2], "players"), "players", "The smaller number has to come first"),
        (put("bicycle", "vehicles", "kind"), "vehicles.kind", "bus, wagon"),
        (put(7, "vehicles", "wheels"), "vehicles.wheels", "Unknown field"),
        (drop("cards", "wild"), "cards.wild", "missing"),
        (put(3, "points", "long"), "points.long", "number from 1 to 99"),
        (put([], "final_round"), "final_round", "At least one edition"),
        (drop("final_round", 0, "languages"), "final_round[0].languages", "missing"),
        (put(["deutsch"], "final_round", 0, "languages"), "final_round[0].languages[0]", "two"),
        (put([], "ticket_decks"), "ticket_decks", "At least one deck"),
        (put(3, "ticket_draws", "turn", "keep"), "ticket_draws.turn.keep", "from 1 to 2"),
        (put("burnt", "ticket_draws", "turn", "rejected"), "ticket_draws.turn.rejected", "bottom"),
        (put("chess", "bonuses", 0, "kind"), "bonuses[0].kind", "“chess” isn’t allowed here"),
        (put("flags", "bonuses", 2, "kind"), "bonuses[2].kind", "appears twice"),
        (put([], "bonuses", 0, "colors"), "bonuses[0].colors", "different colours"),
        (put([], "bonuses", 1, "districts"), "bonuses[1].districts", "At least one"),
        (put(1, "bonuses", 1, "districts", 1, "number"), "bonuses[1].districts[1].number", "twice"),
        (put({}, "bonuses", 3, "bag"), "bonuses[3].bag", "The bag is empty."),
        (put(["flags"], "tie_breaks"), "tie_breaks[0]", "tickets_completed, passengers"),
        (put(["passengers"] * 2, "tie_breaks"), "tie_breaks", "twice"),
        (put({"German": "Wirrwarr"}, "names"), "names.German", "two lower-case letters"),
        (put({}, "names"), "names", "empty"),
        (put(["Filbert", "Filbert"], "places", 7, "aliases"), "places[7].aliases", "twice"),
        (put("village", "places", 0, "kind"), "places[0].kind", "city or country"),
        (put("far", "places", 0, "x"), "places[0].x", "Expected a number"),
        (put(None, "places", 0, "district"), "places[0].district", "whole number"),
        (put([1, 2, 3], "routes", 0, "via"), "routes[0].via", "list of two"),
        (put(2.5, "routes", 0, "length"), "routes[0].length", "whole number"),
        (drop("tickets", 0, "deck"), "tickets[0].deck", "missing"),
        (put(5, "tickets", 0, "colour"), "tickets[0].colour", "Unknown field"),
        (put([], "theme"), "theme", "Expected text"),
        (put({}, "places"), "places", "Expected a list"),
    ],
)
def test_the_shape_is_checked_first(change: Change, where: str, fragment: str) -> None:
    messages = errors("tangle", change)
    assert messages[0][0] == where
    assert fragment in messages[0][1]


# -- The schema agrees ----------------------------------------------------------------------------


def test_everything_that_is_wrong_is_said_at_once() -> None:
    data = sheet("tangle")
    del data["year"]
    data["vehicles"] = {"kind": "bicycle", "each": 0, "wheels": 2}
    data["cards"] |= {"wild": "many", "mauve": 12}
    data["places"][1] |= {"name": "", "x": "left", "names": {"english": "Hill"}}
    data["routes"][0] |= {"length": 0, "color": 7, "b": "atlantis"}
    data["routes"][2] = "a road"
    data["tickets"][0] |= {"a": "atlantis", "points": None}
    data["bonuses"][0] = {"kind": "luck"}
    wheres = {problem.where for problem in read_and_check(data)[1]}
    assert wheres == {
        "year",
        "vehicles.kind",
        "vehicles.each",
        "vehicles.wheels",
        "cards.wild",
        "cards.mauve",
        "places[1].name",
        "places[1].x",
        "places[1].names.english",
        "routes[0].length",
        "routes[0].color",
        "routes[0].b",
        "routes[2]",
        "tickets[0].a",
        "tickets[0].points",
        "bonuses[0].kind",
    }


def test_the_schema_itself_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["additionalProperties"] is False


@pytest.mark.parametrize("slug", MAPS)
def test_the_sheets_of_the_project_follow_the_schema(slug: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(sheet(slug))] == []


def test_the_example_of_the_documentation_is_a_good_sheet() -> None:
    text = (ROOT / "docs" / "map-sheets.md").read_text(encoding="utf-8")
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    assert VALIDATOR.is_valid(example)
    read_sheet, complaints = read_and_check(example)
    assert read_sheet is not None
    assert not [problem for problem in complaints if problem.error]


def spots(node: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a sheet, as a path."""
    paths = [path] if path else []
    keys = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in keys:
        paths += spots(node[key], (*path, key))
    return paths


SPOTS = {slug: spots(sheet(slug)) for slug in ("paris", "tangle")}
NUMBERS = (None, True, False, 0, 1, -1, 2, 2.5, 1000)
WORDS = ("", " ", "x", "Über", "red", "grey", "wild", "alder", "alder--birch", "passengers")
OTHERS = ([], {}, [1], [1, 2], [2, 1], ["red", "red"], ["de", "de"], {"de": "X"}, {"x": 1}, [[]])
VALUES = st.sampled_from([*NUMBERS, *WORDS, "flags", "tickets_completed", "city", *OTHERS])


@given(st.data())
def test_what_the_schema_refuses_is_refused_by_the_rules_as_well(data: st.DataObject) -> None:
    """One thing of a good sheet is replaced, removed, doubled, or put where it does not belong."""
    slug = data.draw(st.sampled_from(sorted(SPOTS)))
    path = data.draw(st.sampled_from(SPOTS[slug]))
    broken = sheet(slug)
    parent: Any = broken
    for key in path[:-1]:
        parent = parent[key]
    last = path[-1]
    match data.draw(st.sampled_from(["replace", "replace", "remove", "double", "strange"])):
        case "replace":
            parent[last] = data.draw(VALUES)
        case "remove":
            del parent[last]
        case "double" if isinstance(parent, list):
            parent.append(parent[last])
        case "strange" if isinstance(parent[last], dict):
            parent[last][data.draw(st.sampled_from(["color", "Points", "x", "de"]))] = 1
    if not VALIDATOR.is_valid(broken):
        read_sheet, complaints = read_and_check(broken)
        assert read_sheet is None, [error.message for error in VALIDATOR.iter_errors(broken)]
        assert complaints[0].error


@pytest.mark.parametrize("slug", ["paris", "tangle"])
def test_every_key_of_the_schema_that_is_required_is_required_by_the_rules(slug: str) -> None:
    for path in SPOTS[slug]:
        # One of each list will do: the others have the same shape.
        if any(isinstance(key, int) and key > 1 for key in path) or isinstance(path[-1], int):
            continue
        broken = sheet(slug)
        drop(*path)(broken)
        if not VALIDATOR.is_valid(broken):
            assert read_and_check(broken)[0] is None, path
