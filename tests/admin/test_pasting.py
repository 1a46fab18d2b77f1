"""A table of places, routes and tickets pasted into a draft, with the plain form."""

import pytest
from django.test import Client
from django.urls import reverse

from games.maps import drafts
from games.models import MapSheet
from tests.support.admin import at, drafted, page
from tests.support.markup import read

pytestmark = pytest.mark.django_db

TABLE = "North; South; red; 2\nNorth; South; blue; 2\nSouth; East; grey; 1\nNorth; East; 3"


def new_draft() -> MapSheet:
    return drafts.new_draft(slug="lake", name="Lake", by=None)


def test_a_table_is_looked_at_before_it_is_taken_over(chief: Client) -> None:
    draft = new_draft()
    assert page(chief, at(draft, "paste/")).one("input", name="add_places").get("checked") != "no"
    sent = {"text": TABLE, "add_places": "1", "seen": draft.checksum}
    preview = read(chief.post(at(draft, "paste/"), sent))
    assert "3 places are positioned for you: North, South and East." in preview.text
    assert len(preview.one("table").one("tbody").all("tr")) == 4
    draft.refresh_from_db()
    assert drafts.sheet_data(draft)["places"] == [], "nothing was taken over yet"
    chief.post(at(draft, "paste/"), {**sent, "take": "1"})
    draft.refresh_from_db()
    data = drafts.sheet_data(draft)
    assert [route["id"] for route in data["routes"]] == [
        "north--south--1",
        "north--south--2",
        "south--east",
    ]
    assert len({(place["x"], place["y"]) for place in data["places"]}) == 3
    history = page(chief, at(draft, "history/")).text
    assert "Pasted table: 3 places added, 3 routes added and 1 ticket added" in history


def test_a_wrong_line_is_told_and_stops_all(chief: Client) -> None:
    draft = drafted()
    sent = {"text": f"{TABLE}\nnonsense; {'<b>'}", "seen": draft.checksum, "take": "1"}
    reply = chief.post(at(draft, "paste/"), sent)
    assert reply.status_code == 422
    html = read(reply)
    rows = html.one("table").all("tr", data_how="error")
    assert len(rows) == 5, "these names are not on the map, and the last line is nothing"
    assert "can’t be read" in html.one("p", of_class="errornote").text
    assert drafts.sheet_data(draft) == drafts.sheet_data(MapSheet.objects.get(pk=draft.pk))


def test_who_saved_meanwhile_loses_nothing(chief: Client) -> None:
    draft = new_draft()
    seen = draft.checksum
    drafts.save(sheet=draft, data={**drafts.sheet_data(draft), "year": 1999}, seen=seen, by=None)
    sent = {"text": TABLE, "add_places": "1", "seen": seen, "take": "1"}
    reply = chief.post(at(draft, "paste/"), sent)
    assert "Someone else has saved this draft in the meantime" in read(reply).text
    draft.refresh_from_db()
    assert (draft.year, drafts.sheet_data(draft)["places"]) == (1999, [])


def test_the_drawing_board_gets_the_lines_and_the_sheet(chief: Client) -> None:
    draft = new_draft()
    url = reverse("sheet-paste", kwargs={"pk": draft.pk})

    def sent(text: object, sheet: object = None) -> tuple[int, dict[str, object]]:
        body = {"sheet": sheet or drafts.sheet_data(draft), "text": text, "add_places": True}
        reply = chief.post(url, body, content_type="application/json")
        return reply.status_code, reply.json()

    status, answer = sent(TABLE)
    assert (status, answer["errors"]) == (200, 0)
    assert isinstance(answer["sheet"], dict)
    assert len(answer["sheet"]["tickets"]) == 1
    status, answer = sent("a; b; <script>; 1")
    assert (status, answer["errors"], answer["sheet"]) == (200, 1, None)
    assert "<script>" not in str(answer["lines"])
    assert sent(TABLE, {"nonsense": 1})[0] == 422
    assert sent(None)[1]["sheet"] is None or sent(["x"])[0] == 200
