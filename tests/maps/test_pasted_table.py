"""A map sheet from lines of text: what people copy from a spreadsheet or type beside the box."""

import json
from typing import Any

import pytest

from games.maps import drafts, library, pasted_table, sheet_items
from games.maps.pasted_lines import Words
from games.maps.pasted_table import Pasted
from games.maps.pasted_words import vocabulary
from games.maps.place_spots import spread
from games.rules.checks import check
from games.rules.sheet import read as read_sheet

WORDS = Words(
    colors={"grey": "grey", "red": "red", "blue": "blue", "rot": "red"},
    headings={"places": "places", "routes": "routes", "tickets": "tickets"},
    columns=frozenset({"from", "to", "colour", "length"}),
    properties={"tunnel": "tunnel", "ferry": "ferry", "country": "country", "verified": "verified"},
)


def empty() -> dict[str, Any]:
    return drafts.blank("lake", "Lake")


def pasted(
    text: str, data: dict[str, Any] | None = None, words: Words = WORDS, **how: bool
) -> Pasted:
    return pasted_table.read(text, data or empty(), words, **how)


def made(text: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    result = pasted(text, data)
    assert result.data is not None, [
        str(line.sentence) for line in result.lines if line.how == "error"
    ]
    return result.data


def errors(text: str, data: dict[str, Any] | None = None, **how: bool) -> dict[int, str]:
    result = pasted(text, data, **how)
    assert result.data is None
    return {line.number: str(line.sentence) for line in result.lines if line.how == "error"}


@pytest.mark.parametrize("sign", ["; ", "\t", ",", " ;"])
def test_cells_lie_between_tabs_semicolons_or_commas(sign: str) -> None:
    data = made(sign.join(("Atlanta", "Nashville", "grey", "1")))
    [route] = data["routes"]
    assert route == {
        "id": "atlanta--nashville",
        "a": "atlanta",
        "b": "nashville",
        "length": 1,
        "color": "grey",
    }
    assert [place["name"] for place in data["places"]] == ["Atlanta", "Nashville"]


def test_a_double_is_two_lines_and_pasting_twice_changes_nothing() -> None:
    text = "A; B; red; 2\nB; A; blue; 2\nA; C; 1; grey; tunnel\nC; B; grey; 3; ferry 2\nA; C; 4"
    data = made(text)
    assert [(r["id"], r["color"]) for r in data["routes"]] == [
        ("a--b--1", "red"),
        ("a--b--2", "blue"),
        ("a--c", "grey"),
        ("c--b", "grey"),
    ]
    assert data["routes"][2]["tunnel"] is True
    assert data["routes"][3]["ferry"] == 2
    assert [(t["id"], t["points"]) for t in data["tickets"]] == [("a--c", 4)]
    again = pasted(text, data)
    assert again.data == data
    assert {line.how for line in again.lines} == {"same"}


def test_what_the_table_says_of_two_places_replaces_what_was_there() -> None:
    data = made("A; B; red; 2\nA; B; blue; 2\nB; C; red; 1")
    data["routes"][1]["via"] = [5, 5]
    result = pasted("A; B; blue; 3", data)
    assert result.data is not None
    assert [(r["id"], r["color"], r["length"]) for r in result.data["routes"]] == [
        ("a--b", "blue", 3),
        ("b--c", "red", 1),
    ]
    assert result.data["routes"][0]["via"] == [5, 5], "matched by colour: its bend is kept"
    assert [str(gone) for gone in result.gone] == ["Route A – B, red, length 2 was removed."]
    assert str(result.lines[0].note) == "was: Route A – B, blue, length 2"


def test_names_are_found_by_aliases_other_languages_and_without_accents() -> None:
    data = made("Places\nMontréal\nKöln\nMünchen\nSt. Louis")
    data["places"][2] |= {"names": {"en": "Munich"}, "aliases": ["Monaco"]}
    for name, id in (
        ("montreal", "montreal"),
        ("KOELN", "koeln"),
        ("koln", "koeln"),
        ("Munich", "muenchen"),
        ("monaco", "muenchen"),
        ("Saint Louis", None),
        ("St Louis", "st-louis"),
    ):
        result = pasted(f"{name}; Lyon; red; 1\nLyon", data, add_places=False)
        if id is None:
            assert result.errors == 1
        else:
            assert result.data is not None
            assert result.data["routes"][0]["a"] == id


def test_headings_and_a_first_line_of_a_spreadsheet_are_understood() -> None:
    data = made(
        "Places:\nOld Town; Vecchia; 120; 80.5\nHarbour; country\n\n"
        "# Routes\nFrom;To;Colour;Length\nVecchia; Harbour; rot; 2\n"
        "Tickets\nOld Town - Harbour; 7"
    )
    assert data["places"][0] == {
        "id": "old-town",
        "name": "Old Town",
        "aliases": ["Vecchia"],
        "x": 120,
        "y": 80.5,
    }
    assert data["places"][1]["kind"] == "country"
    assert (data["routes"][0]["a"], data["routes"][0]["color"]) == ("old-town", "red")
    assert data["tickets"][0]["points"] == 7


def test_every_line_that_is_wrong_says_why_and_nothing_is_taken_over() -> None:
    data = made("Nashville; Atlanta; grey; 1")
    assert errors(
        "Nashvile; Atlanta; red; 2\n"
        "Atlanta; Atlanta; red; 2\n"
        "Atlanta; Nashville; red; 0\n"
        "Atlanta; Nashville; red\n"
        "Atlanta; Nashville; red; 2; fast\n"
        "Atlanta; Nashville\n"
        "Atlanta; Nashville; red; 1; ferry 2\n"
        "Atlanta; Nashville; 5\n"
        "Nashville; Atlanta; 6",
        data,
        add_places=False,
    ) == {
        1: "There’s no place called “Nashvile”. Did you mean Nashville?",
        2: "Both ends are the same place.",
        3: "“0” isn’t a whole number from 1 to 99.",
        4: "The length is missing.",
        5: "“fast” isn’t a colour, length, tunnel or ferry.",
        6: "A route needs two places, a colour and a length. A ticket needs two places "
        "and its points.",
        7: "A ferry can’t need more wild cards than it has spaces.",
        9: "Line 8 already has this ticket.",
    }
    assert errors("A; B; red; 2\nA; B; blue; 3") == {
        2: "Parallel routes must be the same length: line 1 says 2."
    }
    assert errors("x" * 61) == {1: "A place name can have at most 60 letters."}
    assert errors("a\n" * 2001).keys() == {1}
    assert pasted(" \n\n").data is None


def test_a_name_that_is_nearly_one_of_the_map_becomes_a_place_with_a_question() -> None:
    result = pasted("Nashvile; Atlanta; red; 2", made("Nashville; Atlanta; grey; 1"))
    assert result.new_places == ["Nashvile"]
    assert str(result.lines[0].note) == "“Nashvile” will be a new place. Or did you mean Nashville?"


def questions(text: str, data: dict[str, Any] | None = None) -> dict[int, tuple[str, str]]:
    result = pasted(text, data)
    assert all((line.slip is None) is (line.note is None) for line in result.lines)
    return {line.number: line.slip for line in result.lines if line.slip}


def test_of_two_names_that_are_nearly_the_same_the_rarer_is_asked_about() -> None:
    rest = "Nashville; Raleigh; blue; 3\nNashville; Saint Louis; grey; 2"
    text = f"Atlanta; Nashvile; grey; 1\n{rest}\nAtlanta; Saint Luis; red; 2"
    slips = {1: ("Nashvile", "Nashville"), 4: ("Saint Luis", "Saint Louis")}
    assert questions(text) == slips, "where it is, also before the one that is right"
    assert questions(f"Places\nNashvile\nRoutes\n{text}") == {
        5: ("Nashville", "Nashvile"),
        7: slips[4],
    }, "places that were listed are known"
    assert questions(f"{text}\nRoma; Atlanta; red; 1\nOmaha; Atlanta; red; 1") == slips


def test_a_name_that_is_refused_says_which_was_meant() -> None:
    result = pasted(
        "Nashvile; Atlanta; red; 2", made("Nashville; Atlanta; 1; grey"), add_places=False
    )
    assert [line.slip for line in result.lines] == [("Nashvile", "Nashville")]


def test_the_beginning_of_a_name_is_enough_where_no_other_begins_so() -> None:
    data = made("Places\nNashville\nNew Orleans; NOLA\nNew York\nSt. Louis")
    result = pasted(
        "nash; new o; red; 2\nST L; nola; blue; 1\nNas; N; red; 1", data, add_places=False
    )
    assert [line.how for line in result.lines] == ["new", "new", "error"]
    assert str(result.lines[1].sentence) == "Route St. Louis – New Orleans, blue, length 1"
    assert str(result.lines[2].sentence) == (
        "“N” could be Nashville, New Orleans or New York. Type another letter."
    )
    # Where new places are wanted it may be a whole name: a full stop says that it is none.
    [first, second] = made("Nash; St. Louis; red; 1\nNash.; New Y.; red; 2", data)["routes"]
    assert (first["a"], second["a"], second["b"]) == ("nash", "nash", "new-york")
    listed = made("Places\nNew\nNew York; 5; 5", data)["places"]
    assert [place["name"] for place in listed][-1] == "New", "a list of places says whole names"


def test_a_letter_of_the_readers_language_is_a_colour() -> None:
    data = empty()
    data["ticket_decks"] = [
        {"id": "tickets", "name": "Tickets", "size": 1},
        {"id": "south", "name": "S", "size": 1},
    ]
    german = vocabulary({"s": "black", "ü": "green", "u": "grey"})
    result = pasted_table.read("A; B; ü; 1\nA; C; U; 2\nA – D; u; 2\nB; C; 4; s", data, german)
    assert result.data is not None, [str(line.sentence) for line in result.lines]
    assert [route["color"] for route in result.data["routes"]] == ["green", "grey", "grey"]
    assert [ticket["deck"] for ticket in result.data["tickets"]] == ["south"], "the deck's own name"


def test_a_new_board_gets_cards_of_the_colours_it_has() -> None:
    result = pasted("A; B; purple; 1\nB; C; grey; 2\nB; C; red; 2\nA; C; 3", words=vocabulary())
    assert result.data is not None
    assert result.data["cards"] == empty()["cards"] | {"purple": 8}
    assert str(result.new_cards) == "Cards added to the settings: purple, 8 of each."
    board, problems = read_sheet(result.data)
    sentences = [str(problem.text) for problem in (*problems, *check(board))]
    assert not [sentence for sentence in sentences if "card colour" in sentence]
    later = pasted("A; B; orange; 1", result.data, words=vocabulary())
    assert later.new_cards is None, "a board that has routes says itself which cards it has"
    assert later.data is not None
    assert "orange" not in later.data["cards"]


def test_what_is_wrong_is_read_first() -> None:
    result = pasted("A; B; red; 2\nNashvile; C; red; 1\nNashville; A; red; 2\nB; C; puce; 1")
    assert [line.number for line in result.worst_first] == [4, 3, 1, 2]


def test_deck_and_words_in_every_language() -> None:
    data = empty()
    data["ticket_decks"] = [
        {"id": "short", "name": "Short tickets", "size": 1},
        {"id": "long", "name": "Long tickets", "size": 1},
    ]
    text = (
        "Strecken\nA; B; grau; 1; Fähre 1\nLinee\nA; C; grigio; 2; galleria\nTickets\nA; C; 3; long"
    )
    result = pasted_table.read(text, data, vocabulary())
    assert result.errors == 0, [str(line.sentence) for line in result.lines]
    assert result.data is not None
    assert result.data["routes"][0]["ferry"] == 1
    assert result.data["routes"][1]["tunnel"] is True
    assert result.data["tickets"][0]["deck"] == "long"


# -- A whole board --------------------------------------------------------------------------------


def as_text(data: dict[str, Any]) -> str:
    """A sheet as somebody would copy it from a table: with spots, so that they are equal, too."""
    name = {place["id"]: place["name"] for place in data["places"]}
    lines = ["Places"]
    for place in data["places"]:
        facts = [f"{n} {place[n]}" for n in ("district", "passengers", "attraction") if n in place]
        facts += place.get("aliases", [])
        lines.append("; ".join([place["name"], str(place["x"]), str(place["y"]), *facts]))
    lines.append("Routes")
    for route in data["routes"]:
        more = ["tunnel"] if route.get("tunnel") else []
        more += [f"ferry {route['ferry']}"] if route.get("ferry") else []
        cells = [name[route["a"]], name[route["b"]], route["color"], str(route["length"]), *more]
        lines.append("; ".join(cells))
    lines.append("Tickets")
    for ticket in data["tickets"]:
        cells = [
            name[ticket["a"]],
            name[ticket["b"]],
            str(ticket["points"]),
            ticket.get("deck", ""),
        ]
        lines.append("; ".join(cells))
    return "\n".join(lines)


@pytest.mark.parametrize("slug", ["usa", "europe", "new-york"])
def test_a_whole_board_is_pasted_as_text(slug: str) -> None:
    """36 places, 100 routes and 30 tickets, pasted once: an equal sheet, but for the bends."""
    wanted = json.loads((library.BUNDLED / f"{slug}.json").read_text())
    for route in wanted["routes"]:
        route.pop("via", None)
    bare = {**wanted, "places": [], "routes": [], "tickets": []}
    result = pasted_table.read(as_text(wanted), bare, vocabulary())
    assert [str(line.sentence) for line in result.lines if line.how == "error"] == []
    data = result.data
    assert data is not None
    for place in (*wanted["places"], *data["places"]):
        place.pop("names", None)  # a table has one column of names
    assert read_sheet(data)[0] == read_sheet(wanted)[0]
    assert (len(data["routes"]), len(data["tickets"])) == (
        len(wanted["routes"]),
        len(wanted["tickets"]),
    )


def test_places_without_spots_get_some_that_can_be_drawn() -> None:
    wanted = json.loads((library.BUNDLED / "usa.json").read_text())
    for place in wanted["places"]:
        place["x"] = place["y"] = 0
    spots = spread(wanted, [place["id"] for place in wanted["places"]])
    width, height = wanted["canvas"]
    assert len(set(spots.values())) == len(wanted["places"]) == 36
    assert all(0 < x < width and 0 < y < height for x, y in spots.values())
    data = {
        **wanted,
        "places": [{**p, "x": spots[p["id"]][0], "y": spots[p["id"]][1]} for p in wanted["places"]],
    }
    board = read_sheet(data)[0]
    assert board is not None
    assert [problem for problem in check(board) if problem.error] == []
    assert spread(wanted, [p["id"] for p in wanted["places"]]) == spots, "always the same"


def test_a_new_place_lies_near_its_neighbours_and_moves_nobody() -> None:
    data = json.loads((library.BUNDLED / "usa.json").read_text())
    before = {place["id"]: (place["x"], place["y"]) for place in data["places"]}
    result = pasted_table.read(
        "Memphis; Nashville; grey; 1\nMemphis; Saint Louis; red; 2", data, vocabulary()
    )
    assert result.data is not None
    spots = {place["id"]: (place["x"], place["y"]) for place in result.data["places"]}
    memphis = spots.pop("memphis")
    assert spots == before
    far = {id: abs(x - memphis[0]) + abs(y - memphis[1]) for id, (x, y) in before.items()}
    assert {"nashville", "saint-louis"} & set(sorted(far, key=lambda id: far[id])[:3])
    assert sheet_items.item_of(result.data, "routes", "memphis--nashville") is not None


def places_then_routes(moved: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """All places of the USA, then, in a second table, its routes; some places are `moved` first."""
    usa = json.loads((library.BUNDLED / "usa.json").read_text())
    names = {place["id"]: place["name"] for place in usa["places"]}
    data = made("\n".join(["Places", *names.values()]))
    for place in data["places"][:moved]:
        place["x"], place["y"] = 5, 5
    lines = [
        f"{names[r['a']]}; {names[r['b']]}; {r['color']}; {r['length']}" for r in usa["routes"]
    ]
    result = pasted("\n".join(lines), data, vocabulary(), add_places=False)
    assert result.data is not None
    return data, result.data


def test_places_that_nobody_has_drawn_yet_are_spread_again_by_their_routes() -> None:
    before, after = places_then_routes()
    wanted = spread(after, [place["id"] for place in after["places"]])
    assert {place["id"]: (place["x"], place["y"]) for place in after["places"]} == wanted
    assert before["places"] != after["places"]


def test_once_a_place_was_drawn_routes_move_none() -> None:
    before, after = places_then_routes(moved=1)
    assert before["places"] == after["places"]


def sizes(data: dict[str, Any]) -> list[int]:
    return [deck["size"] for deck in data["ticket_decks"]]


def test_a_deck_is_as_large_as_the_tickets_that_are_pasted_into_it() -> None:
    data = made("Oslo; Rome; red; 2\nRome; Bonn; red; 2\nOslo; Rome; 3\nOslo; Bonn; 5")
    assert sizes(data) == [2]
    assert sizes(made("Rome; Bonn; 4", data)) == [3]
    data["ticket_decks"][0]["size"] = 30  # what is printed on the box
    assert sizes(made("Rome; Bonn; 4", data)) == [30]
