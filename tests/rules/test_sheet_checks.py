"""docs/map-sheets.md, checks: break one thing in a valid sheet, and get an error with its place."""

import pytest

from games.rules.checks import read_and_check
from games.rules.sheet import read, write
from tests.support.boards import BOXES, MAPS, board, sheet
from tests.support.breaking import Change, add, drop, errors, every, problems, put, warnings

# -- Good sheets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", MAPS)
def test_the_sheets_of_the_project_are_without_errors(slug: str) -> None:
    read_sheet, complaints = read_and_check(sheet(slug))
    assert read_sheet is not None
    assert not [problem for problem in complaints if problem.error]


@pytest.mark.parametrize("slug", MAPS)
def test_export_after_import_gives_the_same_sheet(slug: str) -> None:
    assert write(board(slug)) == sheet(slug)
    again, _problems = read_and_check(write(board(slug)))
    assert again == board(slug)


def test_what_is_default_may_be_said_and_changes_nothing() -> None:
    data = sheet("london")
    data["places"][0] |= {"kind": "city", "passengers": 0, "aliases": []}
    data["tickets"][0]["deck"] = "tickets"
    assert read_and_check(data)[0] == board("london")


# -- Errors, one thing at a time ------------------------------------------------------------------

# Tangle: places[8] is the island, routes[0:2] a double, routes[10] grey of four.
LONELY = {"id": "oak", "name": "Oak", "x": 10, "y": 10}
BROKEN: list[tuple[str, Change, str, str]] = [
    ("unknown place", put("oak", "routes", 2, "b"), "routes[2].b", "There’s no place “oak”."),
    ("unknown place", put("oak", "tickets", 0, "a"), "tickets[0].a", "There’s no place “oak”."),
    (
        "unknown colour",
        put("mauve", "routes", 2, "color"),
        "routes[2].color",
        "“mauve” is neither grey nor a card colour.",
    ),
    (
        "unknown colour",
        put("orange", "routes", 2, "color"),
        "routes[2].color",
        "“orange” is neither grey nor a card colour.",
    ),
    ("unknown colour", put("wild", "routes", 2, "color"), "routes[2].color", "neither grey nor"),
    ("unknown colour", put(6, "cards", "mauve"), "cards.mauve", "“mauve” isn’t a colour."),
    ("unknown colour", put(6, "cards", "grey"), "cards.grey", "“grey” isn’t a colour."),
    (
        "unknown colour",
        put("mauve", "player_colors", 1),
        "player_colors[1]",
        "“mauve” isn’t allowed here",
    ),
    (
        "unknown colour",
        put("orange", "bonuses", 0, "colors", 1),
        "bonuses[0].colors[1]",
        "The box has no orange cards.",
    ),
    (
        "duplicate id",
        put("alder", "places", 3, "id"),
        "places[3].id",
        "The id “alder” appears twice: first at places[0].",
    ),
    (
        "duplicate id",
        put("birch--cedar", "routes", 4, "id"),
        "routes[4].id",
        "first at routes[2]",
    ),
    (
        "duplicate id",
        put("birch--elm", "tickets", 4, "id"),
        "tickets[4].id",
        "first at tickets[0]",
    ),
    ("duplicate id", put("short", "ticket_decks", 1, "id"), "ticket_decks[1].id", "appears twice"),
    (
        "duplicate id",
        add({"id": "standard", "name": "Other", "at": 1, "languages": []}, "final_round"),
        "final_round[1].id",
        "appears twice",
    ),
    ("length 0", put(0, "routes", 2, "length"), "routes[2].length", "a whole number from 1"),
    (
        "unequal parallels",
        put(2, "routes", 1, "length"),
        "routes[1].length",
        "Parallel routes must be the same length, but Alder – Birch (blue) has 3 spaces.",
    ),
    (
        "route with the id of others",
        put("alder--cedar", "routes", 1, "id"),
        "routes[1].id",
        "must be “alder--birch--2”",
    ),
    (
        "more than a number behind the places",
        put("birch--cedar--north", "routes", 2, "id"),
        "routes[2].id",
        "must be “birch--cedar”",
    ),
    ("unreached place", add(LONELY, "places"), "places[9]", "No route reaches Oak."),
    (
        "impossible ticket",
        every(
            add(LONELY, "places"),
            add({"id": "pine", "name": "Pine", "x": 20, "y": 20}, "places"),
            add(
                {"id": "oak--pine", "a": "oak", "b": "pine", "length": 1, "color": "red"}, "routes"
            ),
            put("alder--oak", "tickets", 4, "id"),
            put("oak", "tickets", 4, "b"),
        ),
        "tickets[4]",
        "No set of routes can complete the ticket Alder – Oak.",
    ),
    (
        "impossible ticket, through a country only",
        every(drop("routes", 12), drop("routes", 11)),
        "tickets[2]",
        "No set of routes can complete the ticket Gorse – Hazel.",
    ),
    (
        "impossible ticket, too long for the vehicles",
        put(6, "vehicles", "each"),
        "tickets[7]",
        "No set of routes can complete the ticket Alder – Dogwood.",
    ),
    (
        "ticket to itself",
        every(put("birch", "tickets", 0, "b"), put("birch--birch", "tickets", 0, "id")),
        "tickets[0].b",
        "A ticket has to connect two different places.",
    ),
    (
        "route to itself",
        put("birch", "routes", 2, "b"),
        "routes[2].b",
        "A route has to connect two",
    ),
    (
        "ticket twice the other way round",
        every(
            put("elm--birch", "tickets", 1, "id"),
            put("elm", "tickets", 1, "a"),
            put("birch", "tickets", 1, "b"),
        ),
        "tickets[1]",
        "Birch – Elm already connects these two places.",
    ),
    (
        "lonely district",
        drop("places", 0, "district"),
        "bonuses[1].districts[0]",
        "District 1 has only one place.",
    ),
    (
        "empty district",
        add({"number": 4, "color": "red", "points": 1}, "bonuses", 1, "districts"),
        "bonuses[1].districts[3]",
        "District 4 has no place.",
    ),
    (
        "unknown district",
        put(9, "places", 8, "district"),
        "places[8].district",
        "The bonuses don’t include district 9.",
    ),
    (
        "passengers and bag",
        put(5, "bonuses", 3, "bag", "red"),
        "bonuses[3].bag",
        "The bag holds 13 passengers, but the places on the board hold 12.",
    ),
    (
        "passengers and bag",
        put(3, "places", 1, "passengers"),
        "bonuses[3].bag",
        "The bag holds 12 passengers, but the places on the board hold 13.",
    ),
    (
        "too few cards",
        every(put(1, "cards", "red"), put(1, "cards", "wild")),
        "routes[12].length",
        "This takes 3 red cards, but the box only has 2 with its bus cards.",
    ),
    (
        "too few cards for grey",
        every(
            *(put(2, "cards", color) for color in ("blue", "white", "red", "green")),
            put(1, "cards", "wild"),
        ),
        "routes[10].length",
        "This takes 4 grey cards, but the box only has 3 with its bus cards.",
    ),
    (
        "same spot",
        every(put(100, "places", 4, "x"), put(110, "places", 4, "y")),
        "places[4]",
        "Elm is on the same spot as Alder.",
    ),
    (
        "same spot, same name",
        every(
            put(100, "places", 4, "x"),
            put(110, "places", 4, "y"),
            put("Alder", "places", 4, "name"),
        ),
        "places[4]",
        "is on the same spot as",
    ),
    ("outside", put(801, "places", 4, "x"), "places[4]", "Elm is outside the canvas."),
    ("No points", drop("points", "4"), "routes[10].length", "No points are set for length 4."),
    ("no vehicles", put(3, "vehicles", "each"), "routes[10].length", "Nobody has that many"),
    (
        "last round",
        put(12, "final_round", 0, "at"),
        "final_round[0].at",
        "would start straight away",
    ),
    ("few colours", drop("player_colors", 3), "player_colors", "4 players need 4 colours"),
    ("unknown deck", put("middle", "tickets", 0, "deck"), "tickets[0].deck", "no deck “middle”"),
    ("few tickets", lambda data: data.update(tickets=data["tickets"][:7]), "tickets", "only 7"),
    ("tie-break", drop("bonuses", 3), "tie_breaks[1]", "needs that bonus"),
]


@pytest.mark.parametrize(
    ("change", "where", "fragment"),
    [case[1:] for case in BROKEN],
    ids=[f"{case[0]}: {case[2]}" for case in BROKEN],
)
def test_each_error_names_its_place_and_says_what_is_wrong(
    change: Change, where: str, fragment: str
) -> None:
    messages = errors("tangle", change)
    assert where in [place for place, _sentence in messages]
    assert any(place == where and fragment in sentence for place, sentence in messages), messages


def test_a_problem_reads_as_place_and_sentence() -> None:
    (problem,) = problems("tangle", put(5, "bonuses", 3, "bag", "red"))
    assert str(problem) == (
        "bonuses[3].bag: The bag holds 13 passengers, but the places on the board hold 12."
    )


def test_one_look_shows_everything_that_is_wrong() -> None:
    change = every(
        put(0, "routes", 2, "length"), put("Big Ben", "places", 1, "id"), drop("tickets", 3, "a")
    )
    assert [where for where, _sentence in errors("tangle", change)] == [
        "places[1].id",
        "routes[2].length",
        "tickets[3].a",
    ]


def test_a_setting_that_cannot_be_read_hides_no_mistake_of_an_item() -> None:
    data = sheet("london")
    data["players"] = "2-4"
    del data["vehicles"]
    data["routes"][0]["color"] = "puce"
    data["routes"][1]["id"] = data["routes"][0]["id"]
    wheres = [problem.where for problem in read_and_check(data)[1]]
    assert set(wheres) == {"players", "vehicles", "routes[0].color", "routes[1].id"}
    assert len(wheres) == len(set(wheres))


@pytest.mark.parametrize("slug", ["london", "germany", "europe", "tangle"])
def test_a_setting_that_cannot_be_read_invents_no_mistake_of_an_item(slug: str) -> None:
    for setting in sheet(slug).keys() - {"places", "routes", "tickets"}:
        data = {**sheet(slug), setting: {"nonsense": 0}}
        wheres = {problem.where for problem in read_and_check(data)[1]}
        assert wheres == {complaint.where for complaint in read(data)[1]}, setting


# -- Warnings -------------------------------------------------------------------------------------


def test_a_ticket_value_far_from_its_shortest_path_is_worth_a_second_look() -> None:
    assert warnings("tangle", put(9, "tickets", 0, "points")) == [
        ("tickets[0].points", "Birch – Elm is worth 9 points, but its shortest path has 3 spaces.")
    ]


def test_a_deck_not_of_the_announced_size_is_worth_a_second_look() -> None:
    assert warnings("tangle", put(6, "ticket_decks", 0, "size")) == [
        (
            "ticket_decks[0].size",
            "The deck “Short” should hold 6 tickets, but there are 5.",
        )
    ]


def test_colours_out_of_balance_are_worth_a_second_look() -> None:
    assert warnings("tangle", put("red", "routes", 1, "color")) == [
        ("routes", "Colours are out of balance: red has 9 spaces, white has 2.")
    ]


@pytest.mark.parametrize("slug", BOXES)
def test_the_boxes_have_no_warning_that_is_not_known(slug: str) -> None:
    assert warnings(slug, lambda data: None) == []


def test_an_unknown_place_hides_no_other_mistake() -> None:
    data = sheet("tangle")
    data["routes"][0]["a"] = "atlantis"
    data["routes"][1]["color"] = "brown"
    data["final_round"][0]["at"] = 99
    data["places"][1] |= {"x": data["places"][0]["x"], "y": data["places"][0]["y"]}
    wheres = {problem.where for problem in read_and_check(data)[1] if problem.error}
    assert {"routes[0].a", "routes[1].color", "final_round[0].at", "places[1]"} <= wheres
