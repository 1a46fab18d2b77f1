"""A name similar to a known one needs a confirmation before it becomes a place on the board."""

import pytest
from django.test import Client

from games.maps import library
from games.pages.place_search import nearly_called
from games.table import learning
from tests.support.markup import Element, read
from tests.support.sittings import Sitting, begun, loaded, sit_down

pytestmark = pytest.mark.django_db

ROUTE = {"b": "Montsouris", "color": "red", "length": "2"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("louvr", ["Louvre"]),
        ("tour", ["Tour Eiffel"]),
        ("Tour Eifel", ["Tour Eiffel"]),
        ("LOUVRE", []),
        ("Trocadéro", []),
        ("Canal Saint-Martin", []),
        ("Lo", []),
        ("…", []),
    ],
)
def test_which_names_are_nearly_known(typed: str, meant: list[str]) -> None:
    board = library.board_of(loaded("paris"))
    assert [place.name for place in nearly_called(board, typed)] == meant


def test_of_several_places_the_likeliest_comes_first() -> None:
    names = [place.name for place in nearly_called(library.board_of(loaded("paris")), "montp")]
    assert names[0] == "Montparnasse"


def answers(page: Element, ends: tuple[str, str]) -> list[tuple[str, dict[str, list[str]]]]:
    """The buttons of the question, each with what its form sends."""
    forms = [form for form in page.all("form") if form.has("input", name=ends[0])]
    sent = []
    for form in forms:
        fields: dict[str, list[str]] = {}
        for field in form.all("input", type="hidden"):
            fields.setdefault(field["name"], []).append(field.get("value"))
        sent.append((form.one("button").words, fields))
    return sent


def mover(sitting: Sitting) -> Client:
    return sitting.phone(sitting.state.to_move)


def test_a_claim_of_a_printed_route_asks_and_loses_nothing() -> None:
    sitting = begun("paris")
    page = read(mover(sitting).get(sitting.url("printed"), {"a": "louvr", **ROUTE}))
    assert "Did you mean Louvre?" in page.text
    (take, similar), (keep, new) = answers(page, ("a", "b"))
    assert take == "Louvre"
    assert "louvr" in keep
    for fields, claimed in ((similar, "louvre--montsouris"), (new, "louvr--montsouris")):
        sheet = read(mover(sitting).get(sitting.url("printed"), fields))
        assert sheet.one("input", name="route")["value"] == claimed
    assert not sitting.table.entries.filter(wire="place.added").exists()


def test_both_ends_are_asked_about_one_after_the_other() -> None:
    sitting = begun("paris")
    asked = {**ROUTE, "a": "louvr", "b": "tour"}
    page = read(mover(sitting).get(sitting.url("printed"), asked))
    _take, (_keep, first) = answers(page, ("a", "b"))
    page = read(mover(sitting).get(sitting.url("printed"), first))
    (take, second), _keep = answers(page, ("a", "b"))
    assert take == "Tour Eiffel"
    sheet = read(mover(sitting).get(sitting.url("printed"), second))
    assert sheet.one("input", name="new-a")["value"] == "louvr"
    assert sheet.one("input", name="new-b")["value"] == "Tour Eiffel"


@pytest.mark.parametrize(
    "form",
    [
        {"what": "add", "b": "Montsouris", "color": "red", "length": "2"},
        {"what": "ticket", "b": "Montsouris", "points": "7"},
    ],
)
def test_the_comparison_asks(form: dict[str, str]) -> None:
    sitting = sit_down("paris", tickets="paper")
    host = sitting.phones[0]
    page = read(host.post(sitting.url("compare"), {**form, "a": "Tour Eifel", "by": "place"}))
    assert "Did you mean Tour Eiffel?" in page.text
    sitting.table.refresh_from_db()
    assert not sitting.table.lessons
    (_take, similar), (_keep, new) = answers(page, ("a", "b"))
    assert similar["by"] == ["place"]
    for fields, added in ((similar, ["Montsouris"]), (new, ["Tour Eifel"])):
        assert host.post(sitting.url("compare"), fields).status_code == 302
        sitting.table.refresh_from_db()
        board = learning.lobby_state(sitting.table).board
        assert set(added) <= {place.name for place in board.places}
    assert "tour-eifel" in board.place


def test_paper_tickets_ask_in_a_sheet_and_keep_what_was_picked() -> None:
    sitting = sit_down("paris", tickets="paper")
    first = sitting.table.seats.get(name="Ada")
    sitting.post(sitting.screen, f"seats/{first.pk}/first")
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    picked = sitting.board.tickets[0].id
    sent = {
        "kept": [picked],
        "new-a": ["Montsouris", ""],
        "new-b": ["Tour Eifel", ""],
        "new-points": ["9", ""],
    }
    reply = sitting.post(sitting.phone(0), "tickets/keep", **sent)
    assert reply["HX-Retarget"] == "#sheet-body"
    page = read(reply)
    assert "Did you mean Tour Eiffel?" in page.text
    assert not sitting.state.hands[0].tickets
    (_take, similar), (_keep, new) = answers(page, ("new-a", "new-b"))
    assert new["new-b"] == ["Tour Eifel", ""]
    assert sitting.post(sitting.phone(0), "tickets/keep", **similar).status_code == 200
    assert sitting.state.hands[0].tickets == (picked, "montsouris--tour-eiffel--9")


def test_a_renamed_place_is_found_by_its_old_name() -> None:
    sitting = begun("paris")
    sitting.post(sitting.screen, "board/rename", place="gare-du-nord", name="Gare de l’Est")
    listed = read(mover(sitting).get(sitting.url("routes?q=nord")))
    words = [row for row in listed.values("data-words") if "nord" in row.split()]
    assert words, "the old name is among the words of its routes"
    page = read(mover(sitting).get(sitting.url("printed"), {**ROUTE, "a": "Gare du Nord"}))
    assert "Did you mean Gare de l’Est?" in page.text
