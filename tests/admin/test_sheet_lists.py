"""Lists of places, routes and tickets in the administration, corrected row by row."""

from typing import Any

import pytest
from django.test import Client

from games.maps import drafts, library
from games.models import MapSheet
from tests.support.admin import at, drafted, page
from tests.support.markup import read

pytestmark = pytest.mark.django_db


def rows_of(draft: MapSheet, kind: str, names: tuple[str, ...]) -> dict[str, Any]:
    """What the list's form sends if nothing was touched."""
    data = drafts.sheet_data(draft)
    shown = data[kind][:100]
    sent: dict[str, Any] = {
        "seen": draft.checksum,
        "row-TOTAL_FORMS": len(shown),
        "row-INITIAL_FORMS": len(shown),
    }
    for i, item in enumerate(shown):
        sent[f"row-{i}-id"] = item["id"]
        for name in names:
            sent[f"row-{i}-{name}"] = item.get(name, "")
        if item.get("verified", data["verified"]):
            sent[f"row-{i}-verified"] = "on"
    return sent


FIELDS = {
    "places": ("name", "district", "passengers"),
    "routes": ("length", "color"),
    "tickets": ("points",),
}


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
@pytest.mark.parametrize("kind", drafts.KINDS)
def test_a_list_saved_untouched_changes_nothing(chief: Client, slug: str, kind: str) -> None:
    draft = drafted(slug)
    before = draft.checksum
    sent = rows_of(draft, kind, FIELDS[kind])
    assert chief.post(at(draft, f"{kind}/"), sent).status_code == 302
    draft.refresh_from_db()
    assert draft.checksum == before


def test_routes_are_corrected_and_ticked_off_in_the_list(chief: Client) -> None:
    draft = drafted("paris")
    sent = rows_of(draft, "routes", FIELDS["routes"])
    sent |= {"row-0-color": "grey", "row-0-verified": "on"}
    assert chief.post(at(draft, "routes/"), sent).status_code == 302
    draft.refresh_from_db()
    route = library.board_of(draft).routes[0]
    assert (route.color, route.verified) == ("grey", True)
    mark = draft.verifications.get(kind="routes", key=route.id)
    assert mark.by is not None
    assert mark.by.username == "chief"
    assert "chief" in page(chief, at(draft, "routes/")).one("main").words


def test_a_whole_list_is_verified_with_one_button(chief: Client) -> None:
    draft = drafted("paris")
    sent = {**rows_of(draft, "tickets", FIELDS["tickets"]), "verify_all": "1"}
    assert chief.post(at(draft, "tickets/"), sent).status_code == 302
    draft.refresh_from_db()
    board = library.board_of(draft)
    assert all(library.is_verified(board, ticket) for ticket in board.tickets)
    assert draft.verifications.filter(kind="tickets").count() == len(board.tickets)


def test_parallel_routes_stay_equally_long(chief: Client) -> None:
    draft = drafted("london")
    board = library.board_of(draft)
    i, route = next((i, r) for i, r in enumerate(board.routes) if board.parallels[r.id])
    sent = rows_of(draft, "routes", FIELDS["routes"])
    sent[f"row-{i}-length"] = route.length % 4 + 1
    assert chief.post(at(draft, "routes/"), sent).status_code == 302
    draft.refresh_from_db()
    after = library.sketch_of(draft)
    assert after is not None
    lengths = {after.route[id].length for id in (route.id, *after.parallels[route.id])}
    assert lengths == {route.length % 4 + 1}


def test_the_second_of_two_editors_is_told_and_loses_no_form(chief: Client) -> None:
    draft = drafted("paris")
    sent = rows_of(draft, "routes", FIELDS["routes"])
    data = drafts.sheet_data(draft)
    drafts.save(sheet=draft, data={**data, "year": 1999}, seen=draft.checksum, by=None)
    sent["row-0-color"] = "grey"
    reply = chief.post(at(draft, "routes/"), sent)
    assert reply.status_code == 422
    html = read(reply)
    assert "Someone else has saved this draft in the meantime" in html.text
    assert html.one(name="row-0-color").has("option", value="grey", selected=True)
    draft.refresh_from_db()
    assert library.board_of(draft).routes[0].color != "grey"


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"row-TOTAL_FORMS": "x", "row-INITIAL_FORMS": "y"},
        {"row-TOTAL_FORMS": "100000", "row-INITIAL_FORMS": "0"},
        {"row-TOTAL_FORMS": "1", "row-INITIAL_FORMS": "1", "row-0-id": "nowhere"},
        {"row-0-length": "-1"},
        {"row-0-length": "1e9"},
        {"row-0-color": "puce"},
        {"row-0-id": "\x00"},
    ],
)
def test_nonsense_in_a_list_changes_nothing(chief: Client, nonsense: dict[str, str]) -> None:
    draft = drafted("paris")
    before = draft.checksum
    sent = {**rows_of(draft, "routes", FIELDS["routes"]), **nonsense} if nonsense else {"seen": ""}
    assert chief.post(at(draft, "routes/"), sent).status_code in (302, 422)
    draft.refresh_from_db()
    assert draft.checksum == before
